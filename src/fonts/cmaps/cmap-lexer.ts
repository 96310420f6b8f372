/** Tokens of a CMap (Adobe Technical Note 5014), read as leniently as other readers do. */
import { Buffer } from "node:buffer";
import {
  afterComment,
  afterHex,
  afterRegular,
  afterString,
  classOf,
  regular,
  space,
} from "../../cos/syntax/characters.ts";
import { cursorOn, readLiteral } from "../../cos/syntax/tokenizer.ts";
import { latin1 } from "../../cos/syntax/value.ts";

/** Token kinds. A name and a word have a `text`, a string a `value`, a `length` and `units`, a number a `value`. */
export const cmapToken = { end: 0, string: 1, number: 2, name: 3, word: 4 } as const;

/** Maximum UTF-16 units of a string. */
const maxUnits = 256;

export class CmapLexer {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** A literal string never closes: later ones are ignored, since each would be searched to the end again. */
  #unclosed = false;
  /** The token found by `next`, and its data: see `cmapToken`. */
  token: number = cmapToken.end;
  text = "";
  /** A string's last four bytes as a number. */
  value = 0;
  /** Bytes of a string. */
  length = 0;
  /** The string in hexadecimal, two digits per byte. */
  #digits = "";

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): number {
    this.token = this.#read();
    return this.token;
  }

  #read(): number {
    const bytes = this.#bytes;

    for (; this.#at < bytes.length; ) {
      const start = this.#at;
      const byte = bytes[start] ?? 0;
      if (classOf[byte] === space) this.#at++;
      else if (byte === 0x25) this.#at = afterComment(bytes, start);
      else if (byte === 0x3c && bytes[start + 1] !== 0x3c) return this.#hex(start);
      else if (byte === 0x28 && this.#takeLiteral(start)) return cmapToken.string;
      else if (byte === 0x2f) {
        this.#at = afterRegular(bytes, start + 1);
        this.text = latin1(bytes, start + 1, this.#at);
        return cmapToken.name;
      } else return this.#word(start);
    }

    return cmapToken.end;
  }

  /** A word, a number, or a single delimiter. */
  #word(start: number): number {
    const bytes = this.#bytes;
    this.#at = classOf[bytes[start] ?? 0] === regular ? afterRegular(bytes, start) : start + 1;
    this.text = latin1(bytes, start, this.#at);
    if (!/^[+-]?\d+$/.test(this.text)) return cmapToken.word;
    this.value = Number(this.text);
    return cmapToken.number;
  }

  #hex(start: number): number {
    const end = afterHex(this.#bytes, start);
    this.#at = Math.min(end, this.#bytes.length);
    return this.#string(latin1(this.#bytes, start + 1, end - 1).replaceAll(/[^\da-f]/gi, ""));
  }

  /** Codes are sometimes written as literal strings. */
  #takeLiteral(start: number): boolean {
    const end = this.#unclosed ? this.#bytes.length + 1 : afterString(this.#bytes, start);
    this.#unclosed = end > this.#bytes.length;
    if (this.#unclosed) return false;
    this.#at = end;
    this.#string(Buffer.from(readLiteral(cursorOn(this.#bytes.subarray(start, end)))).toString("hex"));
    return true;
  }

  #string(digits: string): number {
    // A missing digit is 0.
    this.#digits = digits.length % 2 === 0 ? digits : `${digits}0`;
    this.length = this.#digits.length / 2;
    this.value = this.length === 0 ? 0 : Number.parseInt(this.#digits.slice(-8), 16);
    return cmapToken.string;
  }

  /** The last string as UTF-16, without an incomplete last unit. */
  units(): number[] {
    const units: number[] = [];
    for (let at = 0; at + 4 <= this.#digits.length && units.length < maxUnits; at += 4)
      units.push(Number.parseInt(this.#digits.slice(at, at + 4), 16));
    return units;
  }
}
