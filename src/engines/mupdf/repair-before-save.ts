/** Fixes what MuPDF's own repair leaves undone before it can save: wrong page counts, unparsable objects. */
import type { PDFDocument, PDFObject } from "mupdf";

/** Levels and nodes of a page tree to visit. Shared branches count as often as they are referenced. */
const maxLevels = 100;
const maxNodes = 250_000;

/** Writes the page count into each node of the page tree. MuPDF refuses to count if the root is wrong. */
export function correctCounts(document: PDFDocument): void {
  let nodes = 0;
  /** Numbers of the ancestors: a tree that contains itself has no end, and adds nothing. */
  const above = new Set<number>();

  const correct = (node: PDFObject, level: number): number => {
    if (level > maxLevels || ++nodes > maxNodes) return 0;
    const num = node.isIndirect() ? node.asIndirect() : 0;
    if (num !== 0 && above.has(num)) return 0;
    const kids = node.get("Kids");
    if (!kids.isArray()) return node.isDictionary() ? 1 : 0;
    let pages = 0;
    if (num !== 0) above.add(num);
    for (let k = 0; k < kids.length; k++) pages += correct(kids.get(k), level + 1);
    above.delete(num);
    node.put("Count", pages);
    return pages;
  };

  correct(document.getTrailer().get("Root", "Pages"), 0);
}

/**
 * Removes objects that read as null: MuPDF's parser produces them for unreadable objects, but its writer fails on them. The
 * encryption dictionary stays: without it, nothing can be read.
 */
export function dropUnreadable(document: PDFDocument): void {
  const encrypt = document.getTrailer().get("Encrypt");
  const kept = encrypt.isIndirect() ? encrypt.asIndirect() : 0;
  for (let num = 1; num < document.countObjects(); num++) {
    if (num === kept) continue;
    const object = document.newIndirect(num);
    const resolved = object.resolve();
    if (resolved.isNull()) document.deleteObject(num);
    resolved.destroy();
    object.destroy();
  }
}

/**
 * Sets the length of streams without data to 0, in place. MuPDF's writer keeps the old length if it can't decrypt the data,
 * and a wrong length makes the whole copy unreadable.
 */
export function correctEmptyLengths(bytes: Uint8Array): void {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const empty = "\nstream\n\nendstream";
  for (let at = view.indexOf(empty); at >= 0; at = view.indexOf(empty, at + empty.length)) {
    const head = view.toString("latin1", view.lastIndexOf(" obj\n", at), at);
    const length = /\/Length (\d+)/.exec(head)?.[1];
    if (length === undefined) continue;
    const start = view.lastIndexOf("/Length ", at) + "/Length ".length;
    view.write("0".padEnd(length.length), start, "latin1");
  }
}
