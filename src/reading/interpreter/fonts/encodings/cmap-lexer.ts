/** Tokens of a CMap (Adobe Technical Note 5014): what stands in it, as lenient as readers are. */

/** What a token is. A name and a word have a `text`, a string a `value`, a `length` and `units`, a number a `value`. */
export const cmapToken = { end: 0, string: 1, number: 2, name: 3, word: 4 } as const;

/** UTF-16 units of a string that count. */
const maxUnits = 256;
/** Letters of a word that count: keywords and names of CMaps are short. */
const maxWord = 128;

/** What each byte is. */
const [regular, space, delimiter] = [0, 1, 2];
const classes = new Uint8Array(256);
for (const byte of [0, 9, 10, 11, 12, 13, 32]) classes[byte] = space;
for (const letter of "()<>[]{}/%") classes[letter.charCodeAt(0)] = delimiter;
/** Hexadecimal digits; -1: none. */
const digits = new Int8Array(256).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

export class CmapLexer {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Of the token that `next` found: see `cmapToken`. */
  text = "";
  /** A string's last four bytes as a number. */
  value = 0;
  /** Bytes of a string. */
  length = 0;
  /** Bytes of the string; one that was given in hexadecimal is not decoded yet. */
  #start = 0;
  #end = 0;
  #literal: number[] | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at];
    while (byte !== undefined && (byte === 0x25 || classes[byte] === space)) {
      if (byte === 0x25) this.#skipLine();
      else this.#at += 1;
      byte = bytes[this.#at];
    }
    if (byte === undefined) return cmapToken.end;
    if (byte === 0x3c && bytes[this.#at + 1] !== 0x3c) return this.#readHex();
    if (byte === 0x28) return this.#readLiteral();
    if (byte === 0x2f) {
      this.#at += 1;
      this.#readWord();
      return cmapToken.name;
    }
    if (classes[byte] === delimiter) {
      this.#at += 1;
      this.text = String.fromCharCode(byte);
      return cmapToken.word;
    }
    return this.#readWord();
  }

  #skipLine(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && bytes[this.#at] !== 10 && bytes[this.#at] !== 13) this.#at += 1;
  }

  /** A word, or a whole number. */
  #readWord(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    while (this.#at < bytes.length && classes[bytes[this.#at] ?? 0] === regular) this.#at += 1;
    this.text = String.fromCharCode(...bytes.subarray(start, Math.min(this.#at, start + maxWord)));
    const first = bytes[start] ?? 0;
    if (first > 0x39 || !/^[+-]?\d+$/.test(this.text)) return cmapToken.word;
    this.value = Number(this.text);
    return cmapToken.number;
  }

  #readHex(): number {
    const bytes = this.#bytes;
    this.#at += 1;
    this.#start = this.#at;
    let value = 0;
    let count = 0;
    for (let byte = bytes[this.#at]; byte !== undefined && byte !== 0x3e; byte = bytes[this.#at]) {
      this.#at += 1;
      const digit = digits[byte] ?? -1;
      if (digit < 0) continue;
      value = ((value << 4) | digit) >>> 0;
      count += 1;
    }
    this.#end = this.#at;
    this.#at += 1;
    this.#literal = undefined;
    // A digit that is missing is 0.
    this.value = count % 2 === 0 ? value : (value << 4) >>> 0;
    this.length = (count + 1) >> 1;
    return cmapToken.string;
  }

  /** Codes are sometimes written as literal strings. Escapes as in PDF (7.3.4.2). */
  #readLiteral(): number {
    const bytes = this.#bytes;
    const found: number[] = [];
    let depth = 1;
    this.#at += 1;
    for (let byte = bytes[this.#at]; byte !== undefined; byte = bytes[this.#at]) {
      this.#at += 1;
      let value = byte;
      if (byte === 0x28) depth += 1;
      else if (byte === 0x29) {
        depth -= 1;
        if (depth === 0) break;
      } else if (byte === 0x5c) value = this.#escaped();
      if (value >= 0 && found.length < 2 * maxUnits) found.push(value);
    }
    this.#literal = found;
    this.length = found.length;
    this.value = 0;
    for (const byte of found.slice(-4)) this.value = this.value * 256 + byte;
    return cmapToken.string;
  }

  #escaped(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    if (byte >= 48 && byte <= 55) {
      let value = byte - 48;
      for (let k = 0; k < 2; k += 1) {
        const digit = (this.#bytes[this.#at] ?? 0) - 48;
        if (digit < 0 || digit > 7) break;
        value = value * 8 + digit;
        this.#at += 1;
      }
      return value & 255;
    }
    const letter = "nrtbf".indexOf(String.fromCharCode(byte));
    if (letter >= 0) return [10, 13, 9, 8, 12][letter] ?? byte;
    return byte === 10 || byte === 13 ? -1 : byte;
  }

  /** The string that was just read as UTF-16; a last byte without its half does not count. */
  units(): number[] {
    if (this.length <= 3 && this.length >= 2) {
      return [this.length === 2 ? this.value : this.value >>> 8];
    }
    const bytes = this.#literal ?? this.#hexBytes();
    const units: number[] = [];
    for (let at = 0; at + 1 < bytes.length && units.length < maxUnits; at += 2)
      units.push((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
    return units;
  }

  #hexBytes(): number[] {
    const found: number[] = [];
    let high = -1;
    for (let at = this.#start; at < this.#end && found.length < 2 * maxUnits; at += 1) {
      const digit = digits[this.#bytes[at] ?? 0] ?? -1;
      if (digit < 0) continue;
      if (high < 0) high = digit;
      else {
        found.push(high * 16 + digit);
        high = -1;
      }
    }
    if (high >= 0) found.push(high * 16);
    return found;
  }
}
