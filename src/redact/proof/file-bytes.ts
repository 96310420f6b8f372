/** Proves that a file has nothing but its header, the objects that it lists, their cross-reference and its trailer. */
import type { ByteSource } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import type { CosDocument } from "../../cos/document.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { readValue } from "../../cos/syntax/parser.ts";
import { cursorOn } from "../../cos/syntax/tokenizer.ts";
import { type CosValue, isDict, isNamed, isStream, latin1 } from "../../cos/syntax/value.ts";
import { serialize } from "../../cos/write/serialize.ts";

const unexplained = (at: number) =>
  failed(
    `The redaction could not be proved, and nothing was written: bytes at ${at} of the file are no part of it`,
  );

const header = /%PDF-\d\.\d\n%\xe2\xe3\xcf\xd3\n/y;
const objectStart = /(\d{1,10}) 0 obj\n/y;
const objectEnd = /\nendobj\n/y;
const dataStart = /\nstream\n/y;
const dataEnd = /\nendstream\nendobj\n/y;
const rows = /xref\n(?:\d+ \d+\n(?:\d{10} \d{5} [nf] \n)+)+trailer\n/y;
const end = /startxref\n\d+\n%%EOF\n$/y;

/** Throws 422 for bytes that nothing explains. */
export function proveBytes(cos: CosDocument, source: ByteSource): void {
  const bytes = source.read(0, source.size);
  const text = latin1(bytes);
  let at = 0;

  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found ?? undefined;
  };
  const expect = (pattern: RegExp) => {
    if (!take(pattern)) throw unexplained(at);
  };

  expect(header);
  const seen = new Set<number>();
  for (let start = take(objectStart); start; start = take(objectStart)) {
    const num = Number(start[1]);
    if (seen.has(num) || !cos.inUse(num)) throw unexplained(at);
    seen.add(num);
    const value = valueAt(bytes, at);
    at += lengthOf(value, text, at);
    if (isDict(value) && take(dataStart)) {
      const length = value.get("Length");
      if (typeof length !== "number") throw unexplained(at);
      at += length;
      expect(dataEnd);
    } else expect(objectEnd);
    if (isDict(value) && isNamed(value.get("Type"), "ObjStm")) provePacked(cos, num, at);
    cos.budget.spend(1);
  }
  if (take(rows)) {
    const trailer = valueAt(bytes, at);
    at += lengthOf(trailer, text, at);
    if (text[at] === "\n") at += 1;
  }
  expect(end);
}

function valueAt(bytes: Uint8Array, at: number): CosValue {
  try {
    return readValue(cursorOn(bytes, at));
  } catch (error) {
    if (error instanceof CosError) throw unexplained(at);
    throw error;
  }
}

/** The length of a value, which is written as we write it: without comments, and without anything between its tokens. */
function lengthOf(value: CosValue, text: string, at: number): number {
  const written = latin1(serialize(value));
  if (!text.startsWith(written, at)) throw unexplained(at);
  return written.length;
}

function provePacked(cos: CosDocument, num: number, at: number): void {
  const stream = cos.object(num);
  if (!isStream(stream)) throw unexplained(at);
  const bytes = cos.decode(stream);
  const text = latin1(bytes);
  const [count, first] = [stream.dict.get("N"), stream.dict.get("First")];
  if (typeof count !== "number" || typeof first !== "number") throw unexplained(at);
  const numbers = text.slice(0, first).split(" ").slice(0, -1).map(Number);
  let next = first;
  for (let k = 0; k < count; k++) {
    if (!cos.inUse(numbers[2 * k] ?? 0) || first + (numbers[2 * k + 1] ?? -1) !== next) throw unexplained(at);
    next += lengthOf(valueAt(bytes, next), text, next);
    if (text[next] !== "\n") throw unexplained(at);
    next += 1;
  }
  if (numbers.length !== 2 * count || next !== text.length) throw unexplained(at);
}
