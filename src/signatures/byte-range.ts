/** Which bytes a signature covers (ISO 32000-2, 12.8.1): all but its own Contents, and nothing hides in the gap. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../core/document-io.ts";
import { CosError } from "../cos/syntax/error.ts";
import { readValue, takeHeader } from "../cos/syntax/parser.ts";
import { cursorOn, skipSpace } from "../cos/syntax/tokenizer.ts";
import { type CosDict, type CosValue, isDict, isString, latin1 } from "../cos/syntax/value.ts";
import { endOf, type FoundSignature } from "./found.ts";

/** Bytes of a signature dictionary before its Contents, and after them. */
const reach = 64_000;
/** Replaces Contents when the dictionary is read again. */
const mark = "7064666473656172636865";

/**
 * Why the range isn't the whole file up to its end but Contents; undefined if it is. `offset`: of the object with the
 * signature dictionary, in the input; undefined if it is in an object stream.
 */
export function rangeFault(
  input: ByteSource,
  found: FoundSignature,
  offset: number | undefined,
): string | undefined {
  const [first, before = 0, after = 0, rest = 0, ...more] = found.byteRange;
  if (first === undefined || rest === 0) return "ByteRange isn't two pairs of offset and length";
  if (more.length > 0) return "ByteRange has more than two parts";
  if (first !== 0) return "ByteRange doesn't begin at the start of the file";
  if (after <= before) return "the parts of ByteRange overlap";
  if (endOf(found) > input.size) return "ByteRange ends after the end of the file";
  if (offset === undefined || offset >= before) return "the signature isn't where its ByteRange says";
  if (before - offset > reach) return "the gap in ByteRange is far from the signature";

  const gap = input.read(before, after - before);
  if (!isHexString(gap)) return "the gap in ByteRange has more than the signature";
  if (!isContents(gap, found.contents)) return "the gap in ByteRange has another signature than Contents";
  const [head, tail] = [input.read(offset, before - offset), input.read(after, reach)];
  return dictionaryFault(head, tail);
}

/** `<`, hexadecimal digits and white space, `>`. */
function isHexString(gap: Uint8Array): boolean {
  const last = gap.length - 1;
  return gap[0] === 0x3c && gap[last] === 0x3e && gap.subarray(1, last).every(isHexOrSpace);
}

function isHexOrSpace(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66) || isSpace(byte);
}

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 9 && byte <= 13) || byte === 0;

function isContents(gap: Uint8Array, contents: Uint8Array | undefined): boolean {
  const digits = latin1(gap.subarray(1, -1)).replaceAll(/[\s\0]/g, "");
  return (
    contents !== undefined && Buffer.from(digits + "0".repeat(digits.length % 2), "hex").equals(contents)
  );
}

/** Reads the dictionary with a mark in the gap: it must be the value of Contents, and of nothing else. */
function dictionaryFault(head: Uint8Array, tail: Uint8Array): string | undefined {
  const text = Buffer.concat([head, Buffer.from(`<${mark}>`), tail]);
  const cursor = cursorOn(text);
  let value: CosValue = null;
  try {
    takeHeader(cursor);
    skipSpace(cursor);
    value = readValue(cursor);
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
  }
  const marked = (dict: CosValue): dict is CosDict => {
    const contents = isDict(dict) ? dict.get("Contents") : undefined;
    return isString(contents) && Buffer.from(contents.bytes).toString("hex") === mark;
  };
  const inside = isDict(value) ? (value.get("V") ?? null) : null;
  if (!marked(value) && !marked(inside)) return "the gap in ByteRange isn't the signature's Contents";
  const own = latin1(text.subarray(0, cursor.at)).replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const repeated = ["ByteRange", "Contents"].find((key) => own.split(`/${key}`).length !== 2);
  return repeated && `the signature has several entries ${repeated}`;
}

/** Whether nothing but white space follows. */
export function endsFile(input: ByteSource, end: number): boolean {
  const rest = input.size - end;
  return rest <= reach && input.read(end, 1).every(isSpace) && input.read(end, rest).every(isSpace);
}
