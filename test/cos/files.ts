/** Small handwritten PDF files for the tests. The exact bytes matter, so the product's writer isn't used. */
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import type { ByteSource } from "../../src/core/document-io.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { readValue } from "../../src/cos/syntax/parser.ts";
import { cursorOn, skipSpace } from "../../src/cos/syntax/tokenizer.ts";
import type { CosValue } from "../../src/cos/syntax/value.ts";

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** Parses bytes that contain exactly one object. Throws CosError. */
export function parseValue(bytes: Uint8Array): CosValue {
  const cursor = cursorOn(bytes);
  const value = readValue(cursor);
  skipSpace(cursor);
  if (cursor.at < cursor.end) throw new CosError("syntax", "something follows the object", cursor.at);
  return value;
}

export function sourceOf(content: string | Uint8Array): ByteSource {
  const bytes = typeof content === "string" ? bytesOf(content) : content;
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/** The reason of the CosError that `run` throws, the name of another error, or `none`. */
export function reasonOf(run: () => unknown): string {
  try {
    run();
    return "none";
  } catch (error) {
    if (error instanceof CosError) return error.reason;
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** A file under construction: Latin-1 text and the offset of each object. */
export interface Draft {
  text: string;
  readonly offsets: Map<number, number>;
}

export const minimalObjects: ReadonlyMap<number, string> = new Map([
  [1, "<</Type/Catalog/Pages 2 0 R>>"],
  [2, "<</Type/Pages/Kids[3 0 R]/Count 1>>"],
  [3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>"],
]);

export function draft(objects: ReadonlyMap<number, string>, head = "%PDF-1.7\n"): Draft {
  const made: Draft = { text: head, offsets: new Map() };
  for (const [num, body] of objects) add(made, num, body);
  return made;
}

export function add(to: Draft, num: number, body: string, gen = 0): void {
  to.offsets.set(num, to.text.length);
  to.text += `${num} ${gen} obj\n${body}\nendobj\n`;
}

export function streamBody(data: string, entries = ""): string {
  return `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;
}

export function deflated(data: string | Uint8Array): string {
  return deflateSync(typeof data === "string" ? bytesOf(data) : data).toString("latin1");
}

export function entry(offset: number, gen = 0, letter = "n", eol = " \n"): string {
  return `${String(offset).padStart(10, "0")} ${String(gen).padStart(5, "0")} ${letter}${eol}`;
}

/**
 * Writes one section for each run of numbers, from 0. Appends the table, trailer and startxref, and returns the table's
 * offset.
 */
export function finishTable(to: Draft, trailer = "/Root 1 0 R", eol = " \n"): number {
  const at = to.text.length;
  let size = 1;
  for (const num of to.offsets.keys()) size = Math.max(size, num + 1);
  to.text += `xref\n0 ${size}\n${entry(0, 65_535, "f", eol)}`;
  for (let num = 1; num < size; num++) {
    const offset = to.offsets.get(num);
    to.text += offset === undefined ? entry(0, 0, "f", eol) : entry(offset, 0, "n", eol);
  }
  to.text += `trailer\n<</Size ${size}${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
  return at;
}

/** A file with a classic table. */
export function tableFile(objects: ReadonlyMap<number, string> = minimalObjects, trailer?: string): string {
  const made = draft(objects);
  finishTable(made, trailer);
  return made.text;
}

/**
 * A file with the minimal objects, a deflated stream as object 4 and the given objects, plus an update that changes its
 * page.
 */
export function updatedFile(
  more: readonly (readonly [number, string])[],
  page: string,
  trailer = "",
): string {
  const stream = streamBody(deflated("BT (hello) Tj ET ".repeat(20)), "/Filter/FlateDecode");
  const made = draft(new Map([...minimalObjects, [4, stream], ...more]));
  const first = finishTable(made, `/Root 1 0 R${trailer}`);
  add(made, 3, page);
  finishTable(made, `/Root 1 0 R/Prev ${first}`);
  return made.text;
}

/** Big-endian fields of a cross-reference stream, with each row packed by the widths. */
export function packed(rows: readonly (readonly number[])[], widths: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const row of rows) {
    row.forEach((value, column) => {
      const width = widths[column] ?? 0;
      for (let k = width - 1; k >= 0; k--) bytes.push(Math.floor(value / 256 ** k) % 256);
    });
  }
  return Uint8Array.from(bytes);
}

/** A file whose objects 1.. are in object stream `size`, followed by the cross-reference stream. */
export function streamFile(objects: ReadonlyMap<number, string> = minimalObjects): string {
  const holder = Math.max(...objects.keys()) + 1;
  const made = draft(new Map(), "%PDF-1.7\n");
  let head = "";
  let body = "";
  for (const [num, text] of objects) {
    head += `${num} ${body.length} `;
    body += `${text} `;
  }
  const packedObjects = deflated(head + body);
  const entries = `/Type/ObjStm/N ${objects.size}/First ${head.length}/Filter/FlateDecode`;
  add(made, holder, streamBody(packedObjects, entries));
  const at = made.text.length;
  const indexes = new Map([...objects.keys()].map((num, index) => [num, index]));
  const rows = Array.from({ length: holder + 2 }, (_, num) => {
    if (num === holder) return [1, made.offsets.get(holder) ?? 0, 0];
    if (num === holder + 1) return [1, at, 0];
    const index = indexes.get(num);
    return index === undefined ? [0, 0, 65_535] : [2, holder, index];
  });
  const widths = [1, 4, 2];
  const table = deflated(packed(rows, widths));
  const trailer = `/Type/XRef/Root 1 0 R/Size ${holder + 2}/W[${widths.join(" ")}]/Filter/FlateDecode`;
  add(made, holder + 1, streamBody(table, trailer));
  made.text += `startxref\n${at}\n%%EOF\n`;
  return made.text;
}
