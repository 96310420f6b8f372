/** How indirect objects are spelled in the file: spaces, line breaks, hexadecimal strings, the lengths of streams. */
import type { ByteSource } from "../../core/document-io.ts";
import { afterComment, afterString, classOf, hexValue, regular, space } from "../../cos/syntax/characters.ts";
import { maxObjectBytes } from "../../cos/syntax/limits.ts";
import { asBuffer, matchesIn } from "../../cos/syntax/source-window.ts";
import { isNamed, isStream, latin1 } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { dataOf } from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import type { Report } from "../rule.ts";

const firstReach = 4096;
const isBreak = (byte: number | undefined) => byte === 10 || byte === 13;
const isSpace = (byte: number | undefined) => byte !== undefined && classOf[byte] === space;

export function surveySpelling(source: ByteSource, document: PdfDocument, report: Report): void {
  const { cos } = document;
  for (const { num, offset } of headers(source, document)) {
    const object = readObject(source, offset);
    cos.budget.spend(object.end + 64);
    const place = { num };
    report("spelling", { spacing: isSpaced(source, offset, object) }, place);
    for (const hex of object.hex) report("hex", hex, place);

    if (object.stream === undefined) continue;
    const value = cos.object(num);
    const own = isStream(value)
      ? PdfObject.at(cos, { kind: "ref", num, gen: cos.generation(num) })
      : undefined;
    if (!own) continue;
    report("stream", { object: own, ...streamFacts(source, offset, object, own) }, place);
    if (own.stream && isNamed(own.dict.get("Type") ?? null, "ObjStm")) {
      const data = dataOf(cos, own.stream);
      if (data) for (const hex of scan(data, 0).hex) report("hex", hex, place);
    }
  }
}

/** The objects in the file with their offsets: by the cross-reference, or, in a file without a usable one, as they come. */
function* headers(
  source: ByteSource,
  { cos, recovered }: PdfDocument,
): Generator<{ readonly num: number; readonly offset: number }> {
  if (recovered) {
    for (const match of matchesIn(source, /(?<![\d.])\d{1,10}\s{1,3}\d{1,5}\s{1,3}obj\b/g))
      yield { num: Number.parseInt(match[0], 10), offset: match.index };
    return;
  }
  const shift = source.size - cos.source.size;
  for (let num = 1; num < cos.objectCount; num++) {
    const offset = cos.offsetOf(num);
    if (offset !== undefined) yield { num, offset: offset + shift };
  }
}

interface ObjectText {
  readonly bytes: Uint8Array;
  /** After the header's `obj`; 0 if there is none. */
  readonly start: number;
  /** Of the keyword that ends the value: `endobj` or `stream`. */
  readonly end: number;
  /** After the keyword `stream`; undefined if it isn't a stream. */
  readonly stream: number | undefined;
  readonly hex: readonly { readonly digits: number; readonly onlyHex: boolean }[];
}

const header = /^\s{0,8}\d{1,10}\s{1,8}\d{1,5}\s{1,8}obj/;

function readObject(source: ByteSource, offset: number): ObjectText {
  for (let reach = firstReach; ; reach *= 8) {
    const bytes = source.read(offset, reach);
    const start = header.exec(latin1(bytes, 0, Math.min(64, bytes.length)))?.[0].length ?? 0;
    const found = scan(bytes, start);
    if (found.isClosed || bytes.length < reach || reach > maxObjectBytes) return { bytes, start, ...found };
  }
}

/** Reads tokens up to `endobj` or `stream`. */
function scan(bytes: Uint8Array, from: number) {
  const hex: { digits: number; onlyHex: boolean }[] = [];
  let at = from;

  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x25) at = afterComment(bytes, at);
    else if (byte === 0x28) at = afterString(bytes, at);
    else if (byte === 0x3c && bytes[at + 1] === 0x3c) at += 2;
    else if (byte === 0x3c) {
      const end = bytes.indexOf(0x3e, at);
      if (end < 0) break;
      const inside = bytes.subarray(at + 1, end);
      const others = inside.filter((one) => !isSpace(one));
      hex.push({
        digits: others.length,
        onlyHex: others.every((one) => (hexValue[one] ?? 255) < 16),
      });
      at = end + 1;
    } else if (classOf[byte] === regular) {
      const first = at;
      while (at < bytes.length && classOf[bytes[at] ?? 0] === regular) at++;
      const word = at - first > 9 ? "" : latin1(bytes, first, at);
      if (word.startsWith("endobj"))
        return { end: first, stream: undefined, hex, isClosed: at + 2 < bytes.length };
      if (word === "stream") return { end: first, stream: at, hex, isClosed: at + 2 < bytes.length };
    } else at++;
  }

  return { end: Math.min(at, bytes.length), stream: undefined, hex, isClosed: false };
}

const spaced = /^\d{1,10} \d{1,5} obj$/;

/** Single spaces in the header, and line breaks around it and around `endobj`. */
function isSpaced(source: ByteSource, offset: number, object: ObjectText): boolean {
  const { bytes, start, end, stream } = object;
  const before = offset > 0 ? source.read(offset - 1, 1)[0] : 10;
  if (!isBreak(before) || !spaced.test(latin1(bytes, 0, start)) || !isBreak(bytes[start])) return false;
  if (stream !== undefined) return endsWell(source, streamEnd(source, offset, object));
  return isBreak(bytes[end - 1]) && latin1(bytes, end, end + 6) === "endobj" && isBreak(bytes[end + 6] ?? 10);
}

/** Whether `endstream` is followed by `endobj`, each in a line of its own. */
function endsWell(source: ByteSource, at: number): boolean {
  return /^endstream\s*[\r\n]endobj(?:[\r\n]|$)/.test(latin1(source.read(at, 64)));
}

const keyword = "endstream";
const searchStep = 1024 * 1024;

/** Offset of the `endstream` to which the length leads, or else of the next one. */
function streamEnd(
  source: ByteSource,
  offset: number,
  { bytes, stream = 0, end }: ObjectText,
  length?: number,
): number {
  const data = offset + dataStart(bytes, stream);
  const stated =
    length ??
    Number(
      /\/Length\s{1,8}(\d{1,12})(?!\s{1,8}\d{1,5}\s{1,8}R)/.exec(latin1(bytes, 0, end))?.[1] ?? Number.NaN,
    );
  if (stated >= 0 && data + stated <= source.size) {
    const after = latin1(source.read(data + stated, 48));
    const gap = /^\s{0,32}endstream/.exec(after)?.[0].length;
    if (gap !== undefined) return data + stated + gap - keyword.length;
  }
  for (let at = data; at < source.size; at += searchStep) {
    const found = asBuffer(source.read(at, searchStep + keyword.length)).indexOf(keyword);
    if (found >= 0) return at + found;
  }
  return source.size;
}

function dataStart(bytes: Uint8Array, stream: number): number {
  let at = stream;
  while (bytes[at] === 32 || bytes[at] === 9) at++;
  if (bytes[at] === 13) at++;
  if (bytes[at] === 10) at++;
  return at;
}

function streamFacts(source: ByteSource, offset: number, object: ObjectText, own: PdfObject) {
  const { bytes, stream = 0 } = object;
  const length = own.number("Length");
  const start = offset + dataStart(bytes, stream);
  const end = streamEnd(source, offset, object, length);
  const breakBytes = /(?:\r\n|\r|\n)?$/.exec(latin1(source.read(end - 2, 2)))?.[0].length ?? 0;
  const startsWell = bytes[stream] === 10 || (bytes[stream] === 13 && bytes[stream + 1] === 10);
  const rest = end - start - (length ?? -1);

  return {
    length: rest === breakBytes || (breakBytes === 2 && rest === 1),
    lineBreaks: startsWell && breakBytes > 0 && rest > 0,
  };
}
