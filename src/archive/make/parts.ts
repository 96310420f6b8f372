/** Counts the parts of a document that a conversion must keep. */
import type { CosDocument } from "../../cos/document.ts";
import { isDict } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import type { PdfDocument } from "../../document/open.ts";
import { annotationsAt, arrayAt, dictAt, nameAt } from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import { embeddedOf, isFileSpec } from "../survey/parts.ts";

export type Parts = Readonly<Record<string, number>>;

const kinds: Readonly<Record<string, string>> = { Link: "links", Widget: "widgets" };

/** How many of each part there are. */
export function countParts(document: PdfDocument): Parts {
  const { cos, pages } = document;
  const counts: Record<string, number> = { links: 0, comments: 0, widgets: 0 };
  for (let page = 1; page <= pages.count; page++)
    for (const item of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
      const subtype = nameAt(cos, dictAt(cos, item)?.get("Subtype"));
      const kind = kinds[subtype ?? ""] ?? "comments";
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  counts.fields = countTree(cos, arrayAt(cos, dictAt(cos, cos.catalog.get("AcroForm"))?.get("Fields")), [
    "Kids",
  ]);
  counts.bookmarks = countTree(
    cos,
    [dictAt(cos, cos.catalog.get("Outlines"))?.get("First") ?? null],
    ["First", "Next"],
  );
  counts.tags = countTree(cos, [dictAt(cos, cos.catalog.get("StructTreeRoot"))?.get("K") ?? null], ["K"]);
  counts.layers = (arrayAt(cos, dictAt(cos, cos.catalog.get("OCProperties"))?.get("OCGs")) ?? []).length;
  counts.attachments = countFiles(cos);
  return counts;
}

function countTree(
  cos: CosDocument,
  roots: readonly Parameters<typeof walk>[2][number][] | undefined,
  below: readonly string[],
): number {
  let count = 0;
  walk(cos, { part: "its parts", depth: 100_000 }, roots ?? [], undefined, ({ value }) => {
    if (!isDict(value)) return undefined;
    count++;
    return [{ values: below.map((key) => value.get(key) ?? null), state: undefined }];
  });
  return count;
}

function countFiles(cos: CosDocument): number {
  let count = 0;
  for (let num = 1; num < cos.objectCount; num++) {
    const value = cos.inUse(num) ? cos.object(num) : null;
    const spec = isDict(value) && isFileSpec(value, cos) ? PdfObject.at(cos, value) : undefined;
    if (spec) count += embeddedOf(spec).length;
  }
  return count;
}
