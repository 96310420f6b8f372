/** Finds the ends of streams whose length or `endstream` is missing or wrong. */
import { classOf, space } from "../../cos/syntax/characters.ts";
import type { Extent } from "../../cos/syntax/indirect-object.ts";
import { asBuffer, type Windows } from "../../cos/syntax/source-window.ts";
import { cursorOn, takeKeyword } from "../../cos/syntax/tokenizer.ts";
import { type CosValue, latin1 } from "../../cos/syntax/value.ts";

/** Maximum gap between data and the keyword that ends it. */
const maxGap = 64;
/** Matches after a genuine `endobj`; `$` is the end of the file or of the searched part. */
const nextObject =
  /^\s*(?:%[^\r\n]*(?:[\r\n]\s*|$))*(?:$|\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj|xref|trailer|startxref)/;
/** Bytes searched first for a keyword, and the maximum per piece. */
const [firstPiece, largestPiece] = [4096, 1024 * 1024];

export interface StreamData extends Extent {
  /** Offset after its `endstream`. */
  readonly after: number;
}

/** Queried at ever later offsets, it scans the file once. */
export class StreamEnds {
  /** Whether a stream so far ended without `endstream`. */
  lacking = false;
  readonly #windows: Windows;
  readonly #lengthOf: (value: CosValue | undefined) => number | undefined;
  readonly #known = new Map<string, number>();

  constructor(windows: Windows, lengthOf: (value: CosValue | undefined) => number | undefined) {
    this.#windows = windows;
    this.#lengthOf = lengthOf;
  }

  /** Offset of the next `endobj`, or the end of the file. */
  ofObject(from: number): number {
    return this.#next("endobj", from);
  }

  /** The data of the stream whose keyword is at `at`; undefined if there is no keyword. */
  dataAt(at: number, length: CosValue | undefined): StreamData | undefined {
    const { size } = this.#windows;
    const bytes = this.#windows.slice(at, maxGap);
    const cursor = cursorOn(bytes);
    if (!takeKeyword(cursor, "stream")) return undefined;

    while (bytes[cursor.at] === 0x20 || bytes[cursor.at] === 0x09) cursor.at++;
    if (bytes[cursor.at] === 0x0d) cursor.at++;
    if (bytes[cursor.at] === 0x0a) cursor.at++;
    const offset = at + cursor.at;
    const declared = offset + (this.#lengthOf(length) ?? Number.POSITIVE_INFINITY);

    if (declared <= size) {
      const end = this.#skipSpace(declared);
      if (this.#text(end, 9) === "endstream") return { offset, length: declared - offset, after: end + 9 };
      // If the length doesn't count it, only the keyword is missing.
      const before = Math.max(offset, declared - maxGap);
      const counted = this.#text(before, declared - before)
        .trimEnd()
        .endsWith("endstream");
      if (this.#isObjectEnd(end) && !counted) {
        this.lacking = true;
        return { offset, length: declared - offset, after: end };
      }
    }

    const streamEnd = this.#next("endstream", offset);
    let objectEnd = this.#next("endobj", offset);
    while (objectEnd < streamEnd && !this.#isObjectEnd(objectEnd))
      objectEnd = this.#next("endobj", objectEnd + 1);
    const isLacking = objectEnd < streamEnd;
    if (isLacking) this.lacking = true;
    const end = this.#beforeLineEnd(offset, Math.min(objectEnd, streamEnd));

    return { offset, length: end - offset, after: isLacking ? objectEnd : Math.min(streamEnd + 9, size) };
  }

  #text(from: number, length: number): string {
    const bytes = this.#windows.slice(from, length);
    return latin1(bytes, 0, bytes.length);
  }

  /** Offset of a word's next occurrence, or the end of the file. */
  #next(word: string, from: number): number {
    const attempt = this.#known.get(word) ?? -1;
    if (attempt >= from) return attempt;

    let found = -1;
    let at = from;

    for (
      let piece = firstPiece;
      found < 0 && at < this.#windows.size;
      piece = Math.min(piece * 4, largestPiece)
    ) {
      found = asBuffer(this.#windows.slice(at, piece + word.length)).indexOf(word, 0, "latin1");
      at += found < 0 ? piece : found;
    }

    const next = Math.min(at, this.#windows.size);
    this.#known.set(word, next);

    return next;
  }

  #isObjectEnd(at: number): boolean {
    const text = this.#text(at, 6 + maxGap);
    return text.startsWith("endobj") && nextObject.test(text.slice(6));
  }

  #skipSpace(from: number): number {
    const bytes = this.#windows.slice(from, maxGap);
    let at = 0;
    while (at < bytes.length && classOf[bytes[at] ?? 0] === space) at++;
    return from + at;
  }

  /** Offset before the line break that belongs to the keyword at `at`. */
  #beforeLineEnd(least: number, at: number): number {
    const before = Math.max(least, at - 2);
    return at - (/\r?\n?$/.exec(this.#text(before, at - before))?.[0].length ?? 0);
  }
}
