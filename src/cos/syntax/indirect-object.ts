/** Reads an indirect object at a file offset: `n g obj` … `endobj` (ISO 32000-2, 7.3.8 and 7.3.10). */
import { classOf, space } from "./characters.ts";
import { CosError } from "./error.ts";
import { maxObjectBytes } from "./limits.ts";
import { readValue, takeHeader } from "./parser.ts";
import { objectGuess, type Windows } from "./source-window.ts";
import { type Cursor, cursorOn, skipSpace, syntaxAt, takeKeyword } from "./tokenizer.ts";
import { type CosRef, type CosValue, isDict, isRef } from "./value.ts";

/** Location of encoded stream data in the source. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

export interface ObjectAt {
  readonly num: number;
  readonly gen: number;
  /** The object; for a stream, its dictionary. Strings are as in the file, so perhaps encrypted. */
  readonly value: CosValue;
  readonly stream: Extent | undefined;
  /** Length of the value in bytes. */
  readonly length: number;
  /** Offset of the object's end in the source. */
  readonly end: number;
}

/** Resolves a reference to an integer (a stream's /Length). Throws CosError if it isn't one. */
export type ReadInteger = (reference: CosRef) => number;

/** An object of the maximum size, with its header and end. */
const largestView = maxObjectBytes + 1024;

/**
 * Reads the object whose header is at `offset`, skipping white space. `num` and `gen` come from the cross-reference, or are
 * undefined; a different header is an error, as is a stream whose /Length doesn't lead to `endstream`. Throws CosError.
 */
export function readObjectAt(
  windows: Windows,
  offset: number,
  num: number | undefined,
  gen: number | undefined,
  readInteger: ReadInteger,
): ObjectAt {
  if (offset < 0 || offset >= windows.size)
    throw new CosError("syntax", "an object beyond the end of the file", offset, { code: "xref" });

  for (let length = objectGuess; ; length = Math.min(length * 4, largestView)) {
    // Starts one byte early, at a byte that must not be a digit: see readWhole.
    const from = Math.max(0, offset - 1);
    const { bytes, base } = windows.view(from, Math.min(length, windows.size - from));
    const start = offset - base;
    const patient = windows.patience.left > 0;
    const end = patient ? bytes.length : Math.min(bytes.length, start + objectGuess);
    const cursor = cursorOn(bytes, start, end, base);
    const atEnd = base + end >= windows.size;
    try {
      const object = readWhole(windows, cursor, num, gen, readInteger);
      if (!cursor.hitEnd || atEnd) return object;
      if (!patient) throw syntaxAt(cursor, "one of too many objects without an end");
    } catch (error) {
      const mayGoOn = error instanceof CosError && cursor.hitEnd && !atEnd && patient;
      if (!mayGoOn) {
        windows.patience.left -= (cursor.hitEnd ? end : cursor.at) - start;
        throw error;
      }
    }
    if (length === largestView)
      throw new CosError("limit", `an object larger than ${maxObjectBytes} bytes`, offset);
  }
}

function readWhole(
  windows: Windows,
  cursor: Cursor,
  num: number | undefined,
  gen: number | undefined,
  readInteger: ReadInteger,
): ObjectAt {
  const { bytes, base, at } = cursor;
  // An offset into a longer number would find the header of another object.
  const before = at > 0 ? (bytes[at - 1] ?? 0) : 0;
  const header = before >= 48 && before <= 57 ? undefined : takeHeader(cursor);
  if (!header || (num ?? header.num) !== header.num || (gen ?? header.gen) !== header.gen)
    throw syntaxAt(cursor, `no object ${num ?? ""} where the cross-reference says`, "xref");

  skipSpace(cursor);
  const start = cursor.at;
  // Every reader takes an empty object as null.
  if (takeKeyword(cursor, "endobj")) {
    return { ...header, value: null, stream: undefined, length: 0, end: base + start };
  }
  const value = readValue(cursor);
  const end = cursor.at;
  skipSpace(cursor);
  let stream: Extent | undefined;
  if (isDict(value) && takeKeyword(cursor, "stream"))
    stream = streamExtent(windows, cursor, value.get("Length"), readInteger);
  if (!stream && !endsObject(windows, cursor))
    throw syntaxAt(cursor, `object ${header.num} does not end with endobj`);

  return { ...header, value, stream, length: end - start, end: base + end };
}

function endsObject(windows: Windows, cursor: Cursor): boolean {
  if (takeKeyword(cursor, "endobj")) return true;
  // A missing `endobj` is unambiguous if the next object or the cross-reference follows a complete value.
  if (cursor.base + cursor.at >= windows.size || takeKeyword(cursor, "xref")) return true;
  return takeHeader(cursor) !== undefined;
}

/** The data after the keyword `stream`, which the cursor has passed. */
function streamExtent(
  windows: Windows,
  cursor: Cursor,
  lengthEntry: CosValue | undefined,
  readInteger: ReadInteger,
): Extent {
  const { bytes, end } = cursor;
  let at = cursor.at;
  // Blanks before the end of the line are harmless, because the length is verified below.
  while (at < end && (bytes[at] === 32 || bytes[at] === 9)) at++;
  if (at < end && bytes[at] === 13) at++;
  if (at < end && bytes[at] === 10) at++;
  if (at >= end) cursor.hitEnd = true;
  if (at === cursor.at || (bytes[at - 1] !== 10 && bytes[at - 1] !== 13)) {
    throw syntaxAt(cursor, "stream data that does not start on a line of its own");
  }
  const offset = cursor.base + at;
  const length = isRef(lengthEntry) ? readInteger(lengthEntry) : lengthEntry;
  if (typeof length !== "number" || !Number.isInteger(length) || length < 0) {
    throw syntaxAt(cursor, "a stream without a length", "stream_length");
  }
  if (!endstreamAt(windows, offset + length))
    throw syntaxAt(cursor, "a stream whose length is wrong", "stream_length");

  return { offset, length };
}

const endstream = new TextEncoder().encode("endstream");
/** White space between the data and `endstream`: a line break, and extras from sloppy writers. */
const maxGap = 32;

function endstreamAt(windows: Windows, offset: number): boolean {
  if (offset + endstream.length > windows.size) return false;
  const reach = Math.min(maxGap + endstream.length, windows.size - offset);
  const { bytes, base } = windows.view(offset, reach);
  let at = offset - base;
  const limit = at + maxGap;
  while (at < limit && classOf[bytes[at] ?? 0] === space) at++;
  for (let k = 0; k < endstream.length; k++) if (bytes[at + k] !== endstream[k]) return false;
  return true;
}
