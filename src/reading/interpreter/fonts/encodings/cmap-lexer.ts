/** Tokens of a CMap (Adobe Technical Note 5014): what stands in it, as lenient as readers are. */
import { Buffer } from "node:buffer";

import { cursorOn, readLiteral } from "../../../../cos/syntax/tokenizer.ts";

/** What a token is. A name and a word have a `text`, a string a `value`, a `length` and `units`, a number a `value`. */
export const cmapToken = { end: 0, string: 1, number: 2, name: 3, word: 4 } as const;

/** UTF-16 units of a string that count. */
const maxUnits = 256;

const word = "[^\\0\\t\\n\\f\\r ()<>[\\]{}/%]";
/** A comment, a string in hexadecimal or literal, a name, a word, or a delimiter by itself. */
const tokens = `%[^\\r\\n]*|<(?!<)([^>]*)>?|(\\((?:\\\\[^]|[^\\\\()])*\\))|/(${word}*)|(${word}+)|[()<>[\\]{}/]`;

export class CmapLexer {
  readonly #source: string;
  readonly #tokens = new RegExp(tokens, "g");
  #ended = false;
  /** The token that `next` found, and what belongs to it: see `cmapToken`. */
  token: number = cmapToken.end;
  text = "";
  /** A string's last four bytes as a number. */
  value = 0;
  /** Bytes of a string. */
  length = 0;
  /** The string in hexadecimal, two digits for each byte. */
  #digits = "";

  constructor(bytes: Uint8Array) {
    this.#source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  next(): number {
    this.token = this.#read();
    return this.token;
  }

  #read(): number {
    for (;;) {
      const match = this.#ended ? null : this.#tokens.exec(this.#source);
      // A pattern that has found its last begins anew.
      this.#ended = match === null;
      if (match === null) return cmapToken.end;
      const [whole, hex, literal, name, plain] = match;
      if (whole.startsWith("%")) continue;
      if (hex !== undefined) return this.#string(hex.replaceAll(/[^\da-f]/gi, ""));
      // Codes are sometimes written as literal strings.
      if (literal !== undefined)
        return this.#string(
          Buffer.from(readLiteral(cursorOn(Buffer.from(literal, "latin1")))).toString("hex"),
        );
      this.text = name ?? plain ?? whole;
      if (name !== undefined) return cmapToken.name;
      if (plain === undefined || !/^[+-]?\d+$/.test(plain)) return cmapToken.word;
      this.value = Number(plain);
      return cmapToken.number;
    }
  }

  #string(digits: string): number {
    // A digit that is missing is 0.
    this.#digits = digits.length % 2 === 0 ? digits : `${digits}0`;
    this.length = this.#digits.length / 2;
    this.value = this.length === 0 ? 0 : Number.parseInt(this.#digits.slice(-8), 16);
    return cmapToken.string;
  }

  /** The string that was just read as UTF-16; a last byte without its half does not count. */
  units(): number[] {
    const units: number[] = [];
    for (let at = 0; at + 4 <= this.#digits.length && units.length < maxUnits; at += 4)
      units.push(Number.parseInt(this.#digits.slice(at, at + 4), 16));
    return units;
  }
}
