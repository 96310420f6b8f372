/** The catalog's name trees other than destinations (ISO 32000-2, 7.7.4): attachments, scripts, appearances and more. */
import { getOrInsert } from "../../../core/collections/maps.ts";
import { type CosDict, type CosValue, isDict, ref, withEntries } from "../../../cos/syntax/value.ts";
import { walk } from "../../../cos/walk.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { fingerprint } from "../../fingerprint.ts";
import { readNameTree, writeNameTree } from "../../name-trees.ts";
import type { PdfDocument } from "../../open.ts";
import { arrayAt, dictAt, memo, nameAt, nameMaker } from "../../typed-get.ts";
import { adaptAction, adaptEntry, maxChain } from "./actions.ts";
import type { Join } from "./join.ts";
import { functionsOf, scriptText } from "./scripts.ts";
import type { PlannedSource } from "./source-document.ts";

/** A document's name trees by kind, without destinations; unknown kinds are kept unchanged. */
const nameTrees = memo(
  ({ cos, catalog }: PdfDocument): ReadonlyMap<string, ReadonlyMap<string, CosValue>> => {
    const trees = new Map<string, ReadonlyMap<string, CosValue>>();
    for (const [kind, root] of dictAt(cos, catalog.get("Names")) ?? []) {
      if (kind !== "Dests" && dictAt(cos, root)) trees.set(kind, readNameTree(cos, root));
    }
    return trees;
  },
);

/** Web capture (14.10): sets of pages and pictures by origin, including those of removed pages. */
const contentSets: ReadonlySet<string> = new Set(["IDS", "URLS"]);

/** Sorts after most names: document scripts run in name order, and this one must run last. */
const openingName = "~open";

export function joinNames(rewriter: Rewriter): Join {
  const joined = new Map<string, Map<string, CosValue>>();
  const functions = new Map<string, string>();
  const freeName = nameMaker("-");
  const files: CosValue[] = [];
  let parts = 0;
  const treeOf = (kind: string) => getOrInsert(joined, kind, () => new Map<string, CosValue>());

  return {
    plan(source) {
      const renamedEntries = new Map<string, Map<string, string>>();

      for (const [kind, entries] of source.catalog.has("Names") ? nameTrees(source.document) : []) {
        const tree = joined.get(kind);
        // Content sets are named by a digest of their content: equal names mean equal sets.
        if (!tree || contentSets.has(kind)) continue;
        const renamed = new Map<string, string>();
        for (const key of entries.keys())
          if (tree.has(key))
            renamed.set(
              key,
              freeKey(freeName, kind, key, (text) => tree.has(text) || entries.has(text)),
            );
        if (renamed.size > 0) renamedEntries.set(kind, renamed);
      }

      return { renamedEntries };
    },
    add(source) {
      const isFirst = parts++ === 0;

      for (const [kind, entries] of source.catalog.has("Names") ? nameTrees(source.document) : []) {
        if (!source.whole && contentSets.has(kind)) {
          if (entries.size > 0)
            source.warn("web capture sets were dropped: they refer to content that is not in the result");
          continue;
        }
        const tree = treeOf(kind);
        for (const [key, value] of entries) {
          const free = source.renamedEntries.get(kind)?.get(key) ?? key;
          if (tree.has(free)) continue;
          const own = kind === "JavaScript" ? documentScript(source, value, functions) : value;
          const target = own === undefined ? null : source.copier.translate(own);
          if (target !== null) tree.set(free, target);
        }
      }

      // The result opens like the first file; scripts of others run too.
      if (!isFirst)
        for (const script of openingScripts(source)) {
          const tree = treeOf("JavaScript");
          const free = tree.has(openingName) ? freeName(openingName, (text) => tree.has(text)) : openingName;
          tree.set(free, source.copier.translate(script));
        }

      for (const file of arrayAt(source.cos, source.catalog.get("AF")) ?? [])
        files.push(source.copier.translate(file));
    },
    finish({ catalog, names }) {
      for (const [kind, tree] of joined)
        if (tree.size > 0) names.set(kind, ref(writeNameTree(rewriter, tree)));
      if (files.length > 0) catalog.set("AF", files);
    },
  };
}

/** A document script with its file's new names; warns if it redefines a function of an earlier file. */
function documentScript(
  source: PlannedSource,
  action: CosValue,
  functions: Map<string, string>,
): CosValue | undefined {
  const script = dictAt(source.cos, action)?.get("JS");
  const text = (script !== undefined && scriptText(source, script)) || "";
  const print = fingerprint(source.cos, script ?? null);

  for (const name of functionsOf(text)) {
    const known = functions.get(name);
    if (known !== undefined && known !== print)
      source.warn(
        `scripts of several files define the function ${name} differently: the last definition applies to all`,
      );
    functions.set(name, print);
  }

  return adaptAction(source, action);
}

/** The scripts that a later file runs on opening, in order. */
function openingScripts(source: PlannedSource): readonly CosDict[] {
  const { cos, catalog } = source;
  const action = adaptEntry(source, catalog, "OpenAction");
  const scripts: CosDict[] = [];
  if (!dictAt(cos, action)) return scripts;
  walk(cos, { part: "the actions", depth: maxChain }, [action ?? null], undefined, ({ value }) => {
    if (!isDict(value)) return undefined;
    if (nameAt(cos, value.get("S")) === "JavaScript") scripts.push(withEntries(value, { Next: undefined }));
    return [{ values: [value.get("Next") ?? null], state: undefined }];
  });
  return scripts;
}

/** `data.csv` becomes `data-2.csv`: the extension shows an attachment's type. */
function freeKey(
  freeName: ReturnType<typeof nameMaker>,
  kind: string,
  key: string,
  taken: (name: string) => boolean,
): string {
  const dot = kind === "EmbeddedFiles" && !key.startsWith("\xfe\xff") ? key.lastIndexOf(".") : -1;
  if (dot <= 0) return freeName(key, taken);
  const [stem, ending] = [key.slice(0, dot), key.slice(dot)];
  return freeName(stem, (text) => taken(text + ending)) + ending;
}
