/**
 * Splits content streams into tokens (ISO 32000-2, 7.8.2): operands are held until the following operator is taken. Anything
 * that readers disagree on is a token error, and leaves the page to MuPDF.
 */
import { classOf, regular } from "../characters.ts";
import { readValue } from "../parser.ts";
import {
  type Cursor,
  cursorOn,
  readHex,
  readLiteral,
  readName,
  readNumber,
  skipSpace,
} from "../tokenizer.ts";
import { type CosDict, isDict } from "../value.ts";
import { Unsupported } from "./unsupported.ts";

/** Maximum numbers before an operator: none takes more than six, and content with many more isn't valid. */
const maxNumbers = 32;
/** Maximum letters of an operator. */
const longestOperator = 3;

const startsNumber = (byte: number) =>
  byte < 0x3a && (byte >= 0x30 || byte === 0x2d || byte === 0x2e || byte === 0x2b);

export class Lexer {
  readonly cursor: Cursor;
  /** Numbers before the operator, in order. */
  readonly numbers: number[] = [];
  /** The first name, and the last of several; empty if there is none. */
  name = "";
  lastName = "";
  /** The last string. */
  string: Uint8Array | undefined;
  /** The numbers and strings in the last array. */
  items: readonly (number | Uint8Array)[] | undefined;
  /** The last dictionary. */
  dict: CosDict | undefined;

  constructor(bytes: Uint8Array) {
    this.cursor = cursorOn(bytes);
  }

  /** Drops the operands and reads to the next operator: its code, or 0 at the end. */
  next(): number {
    this.numbers.length = 0;
    this.name = "";
    this.lastName = "";
    this.string = undefined;
    this.items = undefined;
    this.dict = undefined;

    const { cursor } = this;
    for (;;) {
      skipSpace(cursor);
      if (cursor.at >= cursor.end) return 0;
      const byte = cursor.bytes[cursor.at] ?? 0;
      if (startsNumber(byte)) {
        if (this.numbers.length >= maxNumbers) throw new Unsupported("operands");
        this.numbers.push(readNumber(cursor));
      } else if (byte === 0x2f) {
        const { name } = readName(cursor);
        if (this.name === "") this.name = name;
        else this.lastName = name;
      } else if (byte === 0x5b) this.items = readItems(cursor);
      else if (byte === 0x3c && cursor.bytes[cursor.at + 1] === 0x3c) {
        const value = readValue(cursor);
        if (isDict(value)) this.dict = value;
      } else if (byte === 0x28 || byte === 0x3c) this.string = readString(cursor, byte);
      else if (classOf[byte] === regular) return operatorAt(cursor);
      else throw new Unsupported("delimiter");
    }
  }
}

const readString = (cursor: Cursor, byte: number) => (byte === 0x28 ? readLiteral(cursor) : readHex(cursor));

function readItems(cursor: Cursor): (number | Uint8Array)[] {
  const items: (number | Uint8Array)[] = [];
  cursor.at++;

  for (;;) {
    skipSpace(cursor);
    const byte = cursor.at < cursor.end ? (cursor.bytes[cursor.at] ?? 0) : 0;
    if (startsNumber(byte)) items.push(readNumber(cursor));
    else if (byte === 0x28 || byte === 0x3c) items.push(readString(cursor, byte));
    else if (byte === 0x5d) {
      cursor.at++;
      return items;
    } else throw new Unsupported("array");
  }
}

function operatorAt(cursor: Cursor): number {
  const { bytes, at: start, end } = cursor;
  let at = start;
  let code = 0;
  let shift = 1;
  for (; at < end && classOf[bytes[at] ?? 0] === regular; at++) {
    code += (bytes[at] ?? 0) * shift;
    shift *= 256;
  }
  if (at - start > longestOperator) throw new Unsupported("operator");
  cursor.at = at;
  return code;
}
