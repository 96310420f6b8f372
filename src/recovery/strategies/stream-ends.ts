/** Where streams end that do not say so, or say it wrongly. */
import type { Buffer } from "node:buffer";
import { classOf, space } from "../../cos/syntax/characters.ts";
import { cursorOn, takeKeyword } from "../../cos/syntax/tokenizer.ts";
import { type CosValue, isRef } from "../../cos/syntax/value.ts";

/** What may stand between data and the keyword behind it. */
const maxGap = 64;
/** Behind an `endobj` that is one; `$` is the end of the file, or of what is looked at. */
const goesOn =
  /^\s*(?:%[^\r\n]*(?:[\r\n]\s*|$))*(?:$|\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj|xref|trailer|startxref)/;

export interface StreamData {
  readonly bytes: Uint8Array;
  /** Offset behind its `endstream`. */
  readonly behind: number;
}

/** Asked for ever later places of a file, it goes through it once. */
export class StreamEnds {
  /** Whether a stream so far ended without `endstream`. */
  lacking = false;
  readonly #bytes: Buffer;
  readonly #text: string;
  readonly #known = new Map<string, number>();
  #integers: Map<number, number> | undefined;

  constructor(bytes: Buffer, text: string) {
    this.#bytes = bytes;
    this.#text = text;
  }

  /** Where the next `endobj` stands; the end of the file where none does. */
  ofObject(from: number): number {
    return this.#next("endobj", from);
  }

  /** The data of the stream whose keyword stands at `at`; undefined where none does. */
  dataAt(at: number, length: CosValue | undefined): StreamData | undefined {
    const bytes = this.#bytes;
    const cursor = cursorOn(bytes, at);
    if (!takeKeyword(cursor, "stream")) return undefined;
    let from = cursor.at;
    while (bytes[from] === 0x20 || bytes[from] === 0x09) from++;
    if (bytes[from] === 0x0d) from++;
    if (bytes[from] === 0x0a) from++;
    const declared = from + (this.#integer(length) ?? Number.POSITIVE_INFINITY);
    if (declared <= bytes.length) {
      const end = this.#skipSpace(declared);
      if (this.#text.startsWith("endstream", end)) return this.#data(from, declared, end + 9);
      // The keyword alone is missing, where the length does not count it.
      const last = this.#text.slice(Math.max(from, declared - maxGap), declared);
      if (this.#isObjectEnd(end) && !last.trimEnd().endsWith("endstream")) {
        this.lacking = true;
        return this.#data(from, declared, end);
      }
    }
    const streamEnd = this.#next("endstream", from);
    let objectEnd = this.#next("endobj", from);
    while (objectEnd < streamEnd && !this.#isObjectEnd(objectEnd))
      objectEnd = this.#next("endobj", objectEnd + 1);
    const end = Math.min(objectEnd, streamEnd);
    if (objectEnd < streamEnd) this.lacking = true;
    const behind = objectEnd < streamEnd ? objectEnd : Math.min(streamEnd + 9, bytes.length);
    return this.#data(from, this.#beforeLineEnd(from, end), behind);
  }

  #data(from: number, end: number, behind: number): StreamData {
    return { bytes: this.#bytes.subarray(from, end), behind };
  }

  /** Where a word stands next; the end of the file where it does not. */
  #next(word: string, from: number): number {
    const known = this.#known.get(word) ?? -1;
    if (known >= from) return known;
    const at = this.#bytes.indexOf(word, from, "latin1");
    const found = at < 0 ? this.#bytes.length : at;
    this.#known.set(word, found);
    return found;
  }

  #isObjectEnd(at: number): boolean {
    return this.#text.startsWith("endobj", at) && goesOn.test(this.#text.slice(at + 6, at + 6 + maxGap));
  }

  /** A length, by its object where that is a whole number. */
  #integer(value: CosValue | undefined): number | undefined {
    if (!isRef(value)) return typeof value === "number" && value >= 0 ? value : undefined;
    this.#integers ??= new Map(
      [...this.#text.matchAll(/(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\s{1,9}(\d{1,10})\s{1,9}endobj/g)].map(
        ([, num, integer]) => [Number(num), Number(integer)],
      ),
    );
    return this.#integers.get(value.num);
  }

  #skipSpace(from: number): number {
    let at = from;
    while (at - from < maxGap && at < this.#bytes.length && classOf[this.#bytes[at] ?? 0] === space) at++;
    return at;
  }

  /** In front of the end of a line that belongs to the keyword at `at`. */
  #beforeLineEnd(least: number, at: number): number {
    let end = at;
    if (end > least && this.#bytes[end - 1] === 0x0a) end--;
    if (end > least && this.#bytes[end - 1] === 0x0d) end--;
    return end;
  }
}
