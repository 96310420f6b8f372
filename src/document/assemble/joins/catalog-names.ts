/** The catalogue's name trees besides destinations (ISO 32000-2, 7.7.4): attachments, scripts, appearances and more. */
import { getOrInsert } from "../../../core/maps.ts";
import { type CosValue, ref } from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { readNameTree, writeNameTree } from "../../name-trees.ts";
import type { PdfDocument } from "../../open.ts";
import { arrayAt, dictAt, memo, nameMaker } from "../../typed-get.ts";
import type { Join } from "./join.ts";

/** The name trees of a document by kind, without destinations; unknown kinds come along as they are. */
const nameTrees = memo(
  ({ cos, catalog }: PdfDocument): ReadonlyMap<string, ReadonlyMap<string, CosValue>> => {
    const trees = new Map<string, ReadonlyMap<string, CosValue>>();
    for (const [kind, root] of dictAt(cos, catalog.get("Names")) ?? []) {
      if (kind !== "Dests" && dictAt(cos, root)) trees.set(kind, readNameTree(cos, root));
    }
    return trees;
  },
);

/** Web capture (14.10): sets of pages and pictures by where they came from, so also those of pages that do not come along. */
const contentSets: ReadonlySet<string> = new Set(["IDS", "URLS"]);

export function joinNames(rewriter: Rewriter): Join {
  const joined = new Map<string, Map<string, CosValue>>();
  const freeName = nameMaker("-");
  const files: CosValue[] = [];
  return {
    add(source) {
      for (const [kind, entries] of source.catalog.has("Names") ? nameTrees(source.document) : []) {
        if (!source.whole && contentSets.has(kind)) {
          if (entries.size > 0)
            source.warn("web capture sets were dropped: they name what is not in the result");
          continue;
        }
        const tree = getOrInsert(joined, kind, () => new Map<string, CosValue>());
        for (const [key, value] of entries) {
          const free = tree.has(key)
            ? freeKey(freeName, kind, key, (text) => tree.has(text) || entries.has(text))
            : key;
          const target = source.copier.translate(value);
          if (target !== null) tree.set(free, target);
        }
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

/** `data.csv` becomes `data-2.csv`: the ending shows what an attachment is. */
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
