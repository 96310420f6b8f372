/** The catalogue's other entries, those without a join of their own: the first document's count. */
import { type CosDict, type CosValue, isRef, name, ref } from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { claimOf } from "../../conformance/claim.ts";
import { arrayAt, dictAt } from "../../typed-get.ts";
import { adaptEntry } from "./actions.ts";
import type { Join } from "./join.ts";
import type { PlannedSource, SourceDocument } from "./source-document.ts";

/** Entries that are written anew, or that would be false in a new document. */
const entriesOfOwn: ReadonlySet<string> = new Set(
  (
    "Type Version Pages PageLabels Names Dests Outlines Threads OpenAction AA AcroForm StructTreeRoot MarkInfo OCProperties AF " +
    // Signatures, usage rights and document parts tell of the document as it was.
    "Perms DSS Legal DPartRoot"
  ).split(" "),
);

export function joinCatalog(rewriter: Rewriter): Join {
  const joined: CosDict = new Map();
  let parts = 0;
  let version = "";
  const threads: CosValue[] = [];
  return {
    add(source) {
      if (source.cos.version > version) version = source.cos.version;
      if (source.whole)
        for (const thread of arrayAt(source.cos, source.catalog.get("Threads")) ?? [])
          threads.push(source.copier.translate(thread));
      else if (source.catalog.has("Threads"))
        source.warn("article threads were dropped: they run over pages that are not in the result");
      if (source.catalog.has("DPartRoot")) source.warn("document parts (DPart) were dropped");
      if (parts++ > 0) return addLater(source, joined);
      for (const [key, value] of source.catalog) {
        if (entriesOfOwn.has(key)) continue;
        if (key === "PieceInfo" && !source.whole)
          source.warn(
            "private data of programs (PieceInfo) was dropped: it may hold what is not in the result",
          );
        else joined.set(key, source.copier.translate(value));
      }
      for (const key of ["OpenAction", "AA"]) {
        const adapted = adaptEntry(source, source.catalog, key);
        if (adapted !== undefined) joined.set(key, source.copier.translate(adapted));
      }
    },
    finish({ catalog }) {
      for (const [key, value] of joined) catalog.set(key, value);
      if (threads.length > 0) catalog.set("Threads", ref(rewriter.add(threads)));
      // There is no later version, whatever a header says.
      if (version > "1.7") catalog.set("Version", name("2.0"));
    },
  };
}

/** What a later file adds: developer extensions; what it loses is named. */
function addLater(source: PlannedSource, joined: CosDict): void {
  const extensions = dictAt(source.cos, source.catalog.get("Extensions"));
  const known = joined.get("Extensions");
  if (extensions && (known === undefined || known instanceof Map)) {
    const all: CosDict = new Map(known);
    for (const [key, value] of extensions) if (!all.has(key)) all.set(key, source.copier.translate(value));
    joined.set("Extensions", all);
  }
  if (source.catalog.has("Collection") && !joined.has("Collection"))
    source.warn("the portfolio view of a later file was dropped; its attachments are kept");
}

/** Number of the document information dictionary; 0: none. */
export function infoNumber({ cos, catalog, whole }: SourceDocument): number {
  // PDF/A-4 wants none without private data of programs (ISO 19005-4, 6.1.3), which only a whole document keeps.
  if (!whole && catalog.has("PieceInfo") && claimOf(cos).pdfa?.part === "4") return 0;
  const value = cos.trailer.get("Info");
  return isRef(value) && dictAt(cos, value) ? value.num : 0;
}
