/** Tokens of a CMap (Adobe Technical Note 5014): what stands in it, as lenient as readers are. */

/** A token: a string's bytes, a number, a name with its slash, or a word; `[` and `]` are words. Undefined: the end. */
export type CmapToken = Uint8Array | number | string | undefined;

/** A string of a CMap is a code or the text of one: more bytes than these are cut. */
const maxStringBytes = 1024;

const isSpace = (byte: number) => byte <= 32 && (byte === 32 || byte === 0 || (byte >= 9 && byte <= 13));
const isDelimiter = (byte: number) =>
  byte === 0x28 || // (
  byte === 0x29 ||
  byte === 0x3c || // <
  byte === 0x3e ||
  byte === 0x5b || // [
  byte === 0x5d ||
  byte === 0x7b || // {
  byte === 0x7d ||
  byte === 0x2f || // /
  byte === 0x25; // %

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

export class CmapLexer {
  readonly #bytes: Uint8Array;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): CmapToken {
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.#at];
      if (byte === undefined) return undefined;
      if (isSpace(byte)) this.#at += 1;
      else if (byte === 0x25) this.#skipLine();
      else break;
    }
    const byte = bytes[this.#at] ?? 0;
    const after = bytes[this.#at + 1];
    if (byte === 0x3c && after !== 0x3c) return this.#hex();
    if (byte === 0x28) return this.#literal();
    if (byte === 0x2f) {
      this.#at += 1;
      return `/${this.#word()}`;
    }
    if ((byte === 0x3c || byte === 0x3e) && after === byte) {
      this.#at += 2;
      return byte === 0x3c ? "<<" : ">>";
    }
    if (isDelimiter(byte)) {
      this.#at += 1;
      return String.fromCharCode(byte);
    }
    const word = this.#word();
    return /^[+-]?\d+$/.test(word) ? Number(word) : word;
  }

  #skipLine(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && bytes[this.#at] !== 10 && bytes[this.#at] !== 13) this.#at += 1;
  }

  #word(): string {
    const start = this.#at;
    for (let byte = this.#bytes[this.#at]; byte !== undefined; byte = this.#bytes[this.#at]) {
      if (isSpace(byte) || isDelimiter(byte)) break;
      this.#at += 1;
    }
    // Keywords and names of CMaps are short; a longer one is none that matters.
    return String.fromCharCode(...this.#bytes.subarray(start, Math.min(this.#at, start + 256)));
  }

  #hex(): Uint8Array {
    const found: number[] = [];
    let high = -1;
    this.#at += 1;
    for (let byte = this.#bytes[this.#at]; byte !== undefined; byte = this.#bytes[this.#at]) {
      this.#at += 1;
      if (byte === 0x3e) break;
      const digit = hexDigit(byte);
      if (digit < 0) continue;
      if (high < 0) high = digit;
      else {
        if (found.length < maxStringBytes) found.push(high * 16 + digit);
        high = -1;
      }
    }
    if (high >= 0) found.push(high * 16);
    return Uint8Array.from(found);
  }

  /** Codes are sometimes written as literal strings. Escapes as in PDF (7.3.4.2). */
  #literal(): Uint8Array {
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
      if (value >= 0 && found.length < maxStringBytes) found.push(value);
    }
    return Uint8Array.from(found);
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
}
