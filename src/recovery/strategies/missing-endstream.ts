/**
 * Streams that end without `endstream`: who looks for it finds that of a later stream, and takes the objects between for
 * data. Their end is where the object ends: at the `endobj` with which nothing but another object or the tail can go on.
 */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/memory-source.ts";
import type { PdfDocument } from "../../document/open.ts";
import type { Known } from "./known.ts";
import { reconstructXref } from "./reconstruct-xref.ts";

/** Beyond this a document is not looked through. */
const maxBytes = 200_000_000;
/** The end of a stream's dictionary, where its /Length is looked for. */
const maxDict = 4096;
/** What may stand between two keywords. */
const maxGap = 64;

const keyword = { begin: "stream", end: "endstream", object: "endobj" };
/** Behind an `endobj` that is one; `$` is the end of the file, or of what is looked at. */
const goesOn =
  /^\s*(?:%[^\r\n]*(?:[\r\n]\s*|$))*(?:$|\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj|xref|trailer|startxref)/;

/**
 * The document with an `endstream` at the end of each stream that has none; undefined when none is missing. Nothing behind the
 * first of them stands any more where its cross-reference says.
 */
export function endStreams(source: ByteSource): ByteSource | undefined {
  if (source.size > maxBytes) return undefined;
  const bytes = wholeOf(source);
  const ends = missingEnds(bytes);
  if (ends.length === 0) return undefined;
  const pieces = ends.map((end, k) => bytes.subarray(ends[k - 1] ?? 0, end));
  const between = Buffer.from(`${keyword.end}\n`, "latin1");
  const rest = bytes.subarray(ends.at(-1));
  return sourceOf(Buffer.concat([...pieces.flatMap((piece) => [piece, between]), rest]));
}

/** The document by its objects, once all of its streams have an end; undefined where none lacks one, or more is doubtful. */
export function reconstructEnded(known: Known): PdfDocument | undefined {
  const ended = withStreamEnds(known);
  return ended && reconstructXref(known, ended);
}

/** As `endStreams` of what is known, found once. */
export const withStreamEnds = ({ once }: Known): ByteSource | undefined => once(endsOf);
const endsOf = ({ source }: Known) => endStreams(source);

function wholeOf(source: ByteSource): Buffer {
  const { buffer, byteOffset, byteLength } = source.read(0, source.size);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Offsets at which an `endstream` should stand and does not, ascending. */
function missingEnds(bytes: Buffer): number[] {
  const found: number[] = [];
  const nextEnd = finder(bytes, keyword.end);
  const nextObjectEnd = finder(bytes, keyword.object, (at) => endsObject(bytes, at));
  const integers = lazyIntegers(bytes);
  let from = 0;
  /** Where the last stream ended: the dictionary of the next one begins behind it. */
  let done = 0;
  for (;;) {
    const at = bytes.indexOf(keyword.begin, from);
    if (at < 0) return found;
    from = at + keyword.begin.length;
    const data = dataStart(bytes, at);
    if (data === undefined) continue;
    const length = declaredLength(bytes.subarray(Math.max(done, at - maxDict), at), integers);
    const end = length === undefined ? bytes.length : skipSpace(bytes, data + length);
    if (stands(bytes, end, keyword.end)) {
      from = done = end + keyword.end.length;
      continue;
    }
    if (length !== undefined && endsWithout(bytes, data + length, end)) {
      found.push(data + length);
      from = done = end + keyword.object.length;
      continue;
    }
    const objectEnd = nextObjectEnd(data);
    const streamEnd = nextEnd(data);
    if (objectEnd < streamEnd) {
      found.push(beforeLineEnd(bytes, data, objectEnd));
      from = done = objectEnd + keyword.object.length;
    } else from = done = Math.min(streamEnd + keyword.end.length, bytes.length);
  }
}

/** Whether data up to `dataEnd` has the object's end behind it, at `end`, and no keyword for its own within. */
function endsWithout(bytes: Buffer, dataEnd: number, end: number): boolean {
  const last = bytes.toString("latin1", Math.max(0, dataEnd - maxGap), dataEnd);
  return (
    stands(bytes, end, keyword.object) && endsObject(bytes, end) && !last.trimEnd().endsWith(keyword.end)
  );
}

/** Where the data begins when what stands at `at` is the keyword behind a dictionary. */
function dataStart(bytes: Buffer, at: number): number | undefined {
  let before = at;
  while (before > 0 && at - before < maxGap && isSpace(bytes[before - 1])) before--;
  if (bytes[before - 1] !== 0x3e || bytes[before - 2] !== 0x3e) return undefined;
  let data = at + keyword.begin.length;
  while (bytes[data] === 0x20 || bytes[data] === 0x09) data++;
  if (bytes[data] !== 0x0d && bytes[data] !== 0x0a) return undefined;
  return data + (bytes[data] === 0x0d && bytes[data + 1] === 0x0a ? 2 : 1);
}

/** What the dictionary at the end of `bytes` says, of several the last; `integers`: the objects that are one. */
function declaredLength(bytes: Buffer, integers: () => Map<number, number>): number | undefined {
  const text = bytes.toString("latin1");
  const dict = text.slice(text.lastIndexOf(" obj") + 1);
  const said = [...dict.matchAll(/\/Length\s{1,9}(\d{1,10})(\s{1,9}\d{1,5}\s{1,9}R)?/g)].at(-1);
  if (said?.[1] === undefined) return undefined;
  return said[2] === undefined ? Number(said[1]) : integers().get(Number(said[1]));
}

/** Objects that are a whole number, by their own; they are looked for once, and when asked for. */
function lazyIntegers(bytes: Buffer): () => Map<number, number> {
  let known: Map<number, number> | undefined;
  return () => {
    if (known) return known;
    known = new Map();
    const objects = /(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\s{1,9}(\d{1,10})\s{1,9}endobj/g;
    for (const [, num, value] of bytes.toString("latin1").matchAll(objects))
      known.set(Number(num), Number(value));
    return known;
  };
}

/** Finds where a word stands next, asked for ever later places; beyond the bytes when it does not. */
function finder(bytes: Buffer, word: string, counts: (at: number) => boolean = () => true) {
  let known = -1;
  return (from: number): number => {
    let at = known;
    while (at < from || (at > known && at < bytes.length && !counts(at))) {
      const next = bytes.indexOf(word, Math.max(from, at + 1));
      at = next < 0 ? bytes.length : next;
    }
    known = at;
    return at;
  };
}

function endsObject(bytes: Buffer, at: number): boolean {
  const behind = at + keyword.object.length;
  return goesOn.test(bytes.toString("latin1", behind, behind + maxGap));
}

/** In front of the end of a line that belongs to the keyword at `at`. */
function beforeLineEnd(bytes: Buffer, least: number, at: number): number {
  let end = at;
  if (end > least && bytes[end - 1] === 0x0a) end--;
  if (end > least && bytes[end - 1] === 0x0d) end--;
  return end;
}

function stands(bytes: Buffer, at: number, word: string): boolean {
  for (let k = 0; k < word.length; k++) if (bytes[at + k] !== word.charCodeAt(k)) return false;
  return true;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at - from < maxGap && isSpace(bytes[at])) at++;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d) || byte === 0;
}
