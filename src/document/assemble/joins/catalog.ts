/** What the catalogue says besides the matters that have a file of their own: the first document's word counts. */
import type { CosDocument } from "../../../cos/document.ts";
import { type CosDict, type CosValue, isRef, name } from "../../../cos/syntax/value.ts";
import { arrayAt, dictAt } from "../../typed-get.ts";
import { adaptAction, adaptTriggers } from "./actions.ts";
import { adaptDestination } from "./destinations.ts";
import type { Part } from "./source-document.ts";

/** Entries that are written anew, or that would be false in a new document. */
export const entriesOfOwn: ReadonlySet<string> = new Set([
  "Type",
  "Version",
  "Pages",
  "PageLabels",
  "Names",
  "Dests",
  "Outlines",
  "Threads",
  "OpenAction",
  "AA",
  "AcroForm",
  "StructTreeRoot",
  "MarkInfo",
  "OCProperties",
  "AF",
  // Signatures, usage rights and document parts speak of the document as it was.
  "Perms",
  "DSS",
  "Legal",
  "DPartRoot",
]);

export function joinCatalog(): { add(part: Part): void; finish(): CosDict } {
  const catalog: CosDict = new Map<string, CosValue>([["Type", name("Catalog")]]);
  let parts = 0;
  let version = "";
  const threads: CosValue[] = [];
  return {
    add(part) {
      if (part.cos.version > version) version = part.cos.version;
      if (part.whole)
        threads.push(
          ...(arrayAt(part.cos, part.catalog.get("Threads")) ?? []).map((thread) =>
            part.copier.translate(thread),
          ),
        );
      else if (part.catalog.has("Threads"))
        part.warn("article threads were dropped: they run over pages that are not in the result");
      if (part.catalog.has("DPartRoot")) part.warn("document parts (DPart) were dropped");
      if (parts++ > 0) return addLater(part, catalog);
      for (const [key, value] of part.catalog) {
        if (entriesOfOwn.has(key)) continue;
        if (key === "PieceInfo" && !part.whole)
          part.warn(
            "private data of programs (PieceInfo) was dropped: it may hold what is not in the result",
          );
        else catalog.set(key, part.copier.translate(value));
      }
      const opens = part.catalog.get("OpenAction");
      const adapted = opens === undefined ? undefined : adaptOpening(part, opens);
      if (adapted !== undefined) catalog.set("OpenAction", part.copier.translate(adapted));
      const triggers = part.catalog.get("AA");
      const left = triggers === undefined ? undefined : adaptTriggers(part, triggers);
      if (left !== undefined) catalog.set("AA", part.copier.translate(left));
    },
    finish() {
      if (threads.length > 0) catalog.set("Threads", threads);
      if (version > "1.7") catalog.set("Version", name(version));
      return catalog;
    },
  };
}

/** A destination or an action. */
function adaptOpening(part: Part, value: CosValue): CosValue | undefined {
  return dictAt(part.cos, value) ? adaptAction(part, value) : adaptDestination(part, value);
}

/** What a later file adds: developer extensions; what it loses is named. */
function addLater(part: Part, catalog: CosDict): void {
  const extensions = dictAt(part.cos, part.catalog.get("Extensions"));
  const known = catalog.get("Extensions");
  if (extensions && (known === undefined || known instanceof Map)) {
    const joined: CosDict = new Map(known);
    for (const [key, value] of extensions)
      if (!joined.has(key)) joined.set(key, part.copier.translate(value));
    catalog.set("Extensions", joined);
  }
  if (part.catalog.has("OutputIntents") && !catalog.has("OutputIntents"))
    part.warn("output intents of a later file were dropped: the first file has none");
  if (part.catalog.has("Collection") && !catalog.has("Collection"))
    part.warn("the portfolio view of a later file was dropped; its attachments are kept");
}

/** Number of the document information dictionary; 0: none. */
export function infoNumber({ cos }: { readonly cos: CosDocument }): number {
  const value = cos.trailer.get("Info");
  return isRef(value) && dictAt(cos, value) ? value.num : 0;
}
