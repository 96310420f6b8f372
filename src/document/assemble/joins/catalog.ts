/** The catalog's other entries, without their own join: the first document's apply. */
import { pushTo } from "../../../core/collections/maps.ts";
import {
  bytesString,
  type CosDict,
  type CosValue,
  dictOf,
  isRef,
  latin1,
  name,
  ref,
  withEntries,
} from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { claimOf } from "../../conformance/claim.ts";
import { bytesAt, dictAt, numbersAt } from "../../typed-get.ts";
import { adaptEntry } from "./actions.ts";
import type { Join } from "./join.ts";
import type { PlannedSource, SourceDocument } from "./source-document.ts";

/** Entries that are rewritten, or would be wrong in a new document. */
const entriesOfOwn: ReadonlySet<string> = new Set(
  (
    "Type Version Pages PageLabels Names Dests Outlines Threads OpenAction AA AcroForm StructTreeRoot MarkInfo OCProperties AF " +
    // Signatures, usage rights and document parts describe the original document.
    "Perms DSS Legal DPartRoot " +
    // For XFA data, which is dropped.
    "NeedsRendering"
  ).split(" "),
);

/** Entries kept only with a whole document, and the warning if pages are chosen. */
const ofWholeDocument: ReadonlyMap<string, string> = new Map([
  [
    "PieceInfo",
    "private data of programs (PieceInfo) was dropped: it may refer to content that is not in the result",
  ],
  ["SpiderInfo", "web capture sets were dropped: they refer to content that is not in the result"],
]);

export function joinCatalog(rewriter: Rewriter, merging: boolean): Join {
  const joined: CosDict = new Map();
  /** Actions of later files by trigger, in target numbering. */
  const triggers = new Map<string, CosValue[]>();
  let parts = 0;
  let version = "";
  return {
    plan: (source) => ({ linkBase: merging ? linkBase(source) : undefined }),
    add(source) {
      if (source.cos.version > version) version = source.cos.version;
      if (source.catalog.has("DPartRoot")) source.warn("document parts (DPart) were dropped");
      if (merging && !source.linkBase && dictAt(source.cos, source.catalog.get("URI"))?.has("Base"))
        source.warn("the base of a file's relative web links cannot be read, and was dropped");

      if (parts++ > 0) {
        addLater(source, joined);
        for (const [trigger, action] of dictAt(source.cos, adaptEntry(source, source.catalog, "AA")) ?? [])
          pushTo(triggers, trigger, source.copier.translate(action));
        return;
      }

      for (const [key, value] of source.catalog) {
        if (entriesOfOwn.has(key) || (key === "URI" && merging)) continue;
        if (!source.whole && ofWholeDocument.has(key)) source.warn(ofWholeDocument.get(key) ?? "");
        else
          joined.set(
            key,
            source.copier.translate(key === "ViewerPreferences" ? preferences(source, value) : value),
          );
      }

      for (const key of ["OpenAction", "AA"]) {
        const adapted = adaptEntry(source, source.catalog, key);
        if (adapted !== undefined) joined.set(key, source.copier.translate(adapted));
      }
    },
    finish({ catalog }) {
      for (const [key, value] of joined) catalog.set(key, value);
      if (triggers.size > 0) catalog.set("AA", withLater(joined.get("AA"), triggers));
      // There is no later version, whatever a header says.
      if (version > "1.7") catalog.set("Version", name("2.0"));
    },
  };

  /** A trigger has one action, which others may follow (12.6.2): an empty script, then those of each file. */
  function withLater(first: CosValue | undefined, later: ReadonlyMap<string, readonly CosValue[]>): CosDict {
    const all: CosDict = new Map(first instanceof Map ? first : undefined);
    for (const [trigger, actions] of later) {
      const own = all.get(trigger);
      const list = own === undefined ? actions : [own, ...actions];
      const [only] = list;
      const nothing = dictOf({ S: name("JavaScript"), JS: bytesString(new Uint8Array(0)), Next: [...list] });
      all.set(trigger, list.length === 1 && only !== undefined ? only : ref(rewriter.add(nothing)));
    }
    return all;
  }
}

/**
 * The base of relative links (12.6.4.8). The result of a merge has none, since it would apply to the links of every file:
 * they become absolute.
 */
export function linkBase({ cos, catalog }: Pick<SourceDocument, "cos" | "catalog">): string | undefined {
  const bytes = bytesAt(cos, dictAt(cos, catalog.get("URI"))?.get("Base"));
  const base = bytes && latin1(bytes);
  return base !== undefined && URL.canParse("page", base) ? base : undefined;
}

/** Viewer preferences with the print range adapted to the pages (12.2, table 147). */
function preferences(source: SourceDocument, value: CosValue): CosValue {
  const dict = dictAt(source.cos, value);
  const range = numbersAt(source.cos, dict?.get("PrintPageRange"));
  const { placing } = source;
  if ((source.whole && !placing) || !dict?.has("PrintPageRange")) return value;

  const isPrinted = (page: number) =>
    range.some((first, k) => k % 2 === 0 && first <= page && page <= (range[k + 1] ?? 0));
  const printed = new Set(
    source.pages.flatMap(({ page }, k) => (isPrinted(page) ? [placing ? placing.resultOf(k) : k] : [])),
  );
  const runs: number[] = [];
  for (const k of [...printed].sort((a, b) => a - b)) {
    if (runs.at(-1) === k) runs[runs.length - 1] = k + 1;
    else runs.push(k + 1, k + 1);
  }

  return withEntries(dict, { PrintPageRange: runs.length > 0 ? runs : undefined });
}

/** Additions from a later file: developer extensions; losses are reported. */
function addLater(source: PlannedSource, joined: CosDict): void {
  const { cos, catalog } = source;
  const extensions = dictAt(cos, catalog.get("Extensions"));
  const known = joined.get("Extensions");

  if (extensions && (known === undefined || known instanceof Map)) {
    const all: CosDict = new Map(known);
    for (const [key, value] of extensions) if (!all.has(key)) all.set(key, source.copier.translate(value));
    joined.set("Extensions", all);
  }

  if (catalog.has("Collection") && !joined.has("Collection"))
    source.warn("the portfolio view of a later file was dropped; its attachments are kept");
  if (catalog.has("Requirements"))
    source.warn("the reader requirements of a later file (Requirements) were dropped");
}

/** A copy of the document information dictionary to keep. */
export function information({ cos, catalog, whole }: SourceDocument): CosDict | undefined {
  // PDF/A-4 allows one only with private data of programs (ISO 19005-4, 6.1.3), which only a whole document keeps.
  if (!whole && catalog.has("PieceInfo") && claimOf(cos).pdfa?.part === "4") return undefined;
  const value = cos.trailer.get("Info");
  const entries = isRef(value) ? dictAt(cos, value) : undefined;
  return entries && new Map(entries);
}
