/**
 * Content streams token by token (ISO 32000-2, 7.8.2), without an object for each: operands wait in the lexer until the operator
 * behind them is taken. What readers read differently ends in `Unread`.
 */
import { Buffer } from "node:buffer";
import { classOf, hexValue, regular, space } from "../../../cos/syntax/characters.ts";
import { grown } from "../state/grown.ts";
import { Unread } from "../state/unsupported.ts";

/** Numbers before one operator: MuPDF's bound; what has more is an error there. */
const maxNumbers = 32;
/** Dictionaries and arrays within each other that are skipped. */
const maxDepth = 64;

const powersOfTen = Float64Array.from({ length: 20 }, (_, power) => 10 ** power);

/** An item of an array: a number, or bytes of a string in the content or in the scratch buffer. */
export const itemKinds = { number: 0, content: 1, scratch: 2 } as const;

const nothing = new Uint8Array(0);

export class Lexer {
  bytes: Uint8Array = nothing;
  at = 0;
  #end = 0;

  /** Numbers before the operator, in order. */
  readonly numbers = new Float64Array(maxNumbers);
  count = 0;
  /** The first and the last name, empty when there is none. */
  name = "";
  lastName = "";
  names = 0;
  /** The last string: in `content` or `scratch`. */
  stringKind: number = itemKinds.number;
  stringStart = 0;
  stringEnd = 0;
  /** The last array's items; `plain` when they are numbers and strings only. */
  hasArray = false;
  plain = true;
  itemCount = 0;
  itemKind = new Uint8Array(256);
  itemNumber = new Float64Array(256);
  itemStart = new Int32Array(256);
  itemEnd = new Int32Array(256);
  /** Where the last dictionary stands; empty when there is none. */
  dictStart = 0;
  dictEnd = 0;
  /** Strings that had to be decoded. */
  scratch = new Uint8Array(1024);
  #scratchEnd = 0;

  /** Begins with other content. A lexer is used again and again: names are known, and there is room for operands. */
  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.#end = bytes.length;
    this.at = 0;
  }

  /** The bytes a string of this kind is in. */
  buffer(kind: number): Uint8Array {
    return kind === itemKinds.scratch ? this.scratch : this.bytes;
  }

  /** Forgets the operands and reads on to the next operator: its code, or 0 at the end. */
  next(): number {
    this.count = 0;
    this.name = "";
    this.lastName = "";
    this.names = 0;
    this.stringKind = itemKinds.number;
    this.hasArray = false;
    this.dictEnd = 0;
    this.#scratchEnd = 0;
    const { bytes } = this;
    const end = this.#end;
    for (;;) {
      let at = this.at;
      while (at < end && classOf[bytes[at] ?? 0] === space) at++;
      this.at = at;
      if (at >= end) return 0;
      const byte = bytes[at] ?? 0;
      if (byte < 0x3a && (byte >= 0x30 || byte === 0x2d || byte === 0x2e || byte === 0x2b)) {
        if (this.count >= maxNumbers) throw new Unread("operands");
        this.numbers[this.count++] = this.#number();
      } else if (byte === 0x28 || byte === 0x3c) {
        if (byte === 0x3c && bytes[at + 1] === 0x3c) {
          this.dictStart = at;
          this.at = this.#afterNested(at);
          this.dictEnd = this.at;
        } else if (byte === 0x3c) this.#hexString();
        else this.#literal();
      } else if (byte === 0x5b) this.#array();
      else if (byte === 0x2f) {
        const name = this.#name();
        if (this.name === "") this.name = name;
        this.lastName = name;
        this.names++;
      } else if (byte === 0x25) this.#comment();
      else if (classOf[byte] === regular) return this.#operator();
      else throw new Unread("delimiter");
    }
  }

  #comment(): void {
    const { bytes } = this;
    let { at } = this;
    while (at < this.#end && bytes[at] !== 10 && bytes[at] !== 13) at++;
    this.at = at;
  }

  #operator(): number {
    const { bytes } = this;
    let at = this.at;
    let code = 0;
    let shift = 1;
    while (at < this.#end && classOf[bytes[at] ?? 0] === regular) {
      code += (bytes[at] ?? 0) * shift;
      shift *= 256;
      at++;
    }
    if (at - this.at > 3) throw new Unread("operator");
    this.at = at;
    return code;
  }

  #number(): number {
    const { bytes } = this;
    const end = this.#end;
    let at = this.at;
    let byte = bytes[at] ?? 0;
    const negative = byte === 0x2d;
    if (negative || byte === 0x2b) byte = bytes[++at] ?? 0;
    let value = 0;
    let digits = 0;
    while (byte >= 0x30 && byte <= 0x39 && at < end) {
      value = value * 10 + (byte - 0x30);
      digits++;
      byte = bytes[++at] ?? 0;
    }
    if (byte === 0x2e && at < end) {
      byte = bytes[++at] ?? 0;
      let places = 0;
      while (byte >= 0x30 && byte <= 0x39 && at < end) {
        // Beyond this nothing changes, and the sum would lose the digits before.
        if (places < 16) {
          value = value * 10 + (byte - 0x30);
          places++;
        }
        digits++;
        byte = bytes[++at] ?? 0;
      }
      value /= powersOfTen[places] ?? 1;
    }
    if (at < end && classOf[byte] === regular) {
      // `12.5Td` and the like: whether a number ends there is read in several ways.
      throw new Unread("number");
    }
    if (digits === 0 && at - this.at > 1 + (negative ? 1 : 0)) throw new Unread("number");
    this.at = at;
    return negative ? -value : value;
  }

  readonly #known = new Map<number, string>();

  #name(): string {
    const { bytes } = this;
    let at = this.at + 1;
    const start = at;
    let hash = 0;
    let escaped = false;
    while (at < this.#end) {
      const byte = bytes[at] ?? 0;
      if (classOf[byte] !== regular) break;
      if (byte === 0x23) escaped = true;
      hash = (Math.imul(hash, 31) + byte) | 0;
      at++;
    }
    this.at = at;
    if (escaped) return this.#escapedName(start, at);
    const known = this.#known.get(hash);
    if (known !== undefined && known.length === at - start) {
      let k = 0;
      while (k < known.length && known.charCodeAt(k) === bytes[start + k]) k++;
      if (k === known.length) return known;
    }
    const made = Buffer.from(bytes.buffer, bytes.byteOffset + start, at - start).toString("latin1");
    if (this.#known.size < 2000) this.#known.set(hash, made);
    return made;
  }

  #escapedName(start: number, end: number): string {
    const { bytes } = this;
    let text = "";
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      const high = byte === 0x23 && at + 2 < end ? (hexValue[bytes[at + 1] ?? 0] ?? 255) : 255;
      const low = high < 16 ? (hexValue[bytes[at + 2] ?? 0] ?? 255) : 255;
      if (low < 16) {
        text += String.fromCharCode(high * 16 + low);
        at += 2;
      } else text += String.fromCharCode(byte);
    }
    return text;
  }

  /** A literal string: where it stands, when it says what it is; else decoded to the scratch buffer. */
  #literal(): void {
    const { bytes } = this;
    const end = this.#end;
    const start = this.at + 1;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x29) {
        this.stringKind = itemKinds.content;
        this.stringStart = start;
        this.stringEnd = at;
        this.at = at + 1;
        return;
      }
      if (byte === 0x5c || byte === 0x28 || byte === 0x0d) break;
    }
    this.#decodeLiteral(start);
  }

  #decodeLiteral(start: number): void {
    const { bytes } = this;
    const end = this.#end;
    this.stringKind = itemKinds.scratch;
    this.stringStart = this.#scratchEnd;
    let depth = 1;
    let at = start;
    while (at < end) {
      let byte = bytes[at++] ?? 0;
      if (byte === 0x29) {
        if (--depth === 0) {
          this.at = at;
          this.stringEnd = this.#scratchEnd;
          return;
        }
      } else if (byte === 0x28) depth++;
      else if (byte === 0x0d) {
        if (bytes[at] === 0x0a) at++;
        byte = 0x0a;
      } else if (byte === 0x5c) {
        byte = bytes[at++] ?? 0;
        if (byte >= 0x30 && byte <= 0x37) {
          let code = byte - 0x30;
          for (let k = 0; k < 2; k++) {
            const digit = (bytes[at] ?? 0) - 0x30;
            if (digit < 0 || digit > 7) break;
            code = code * 8 + digit;
            at++;
          }
          byte = code & 255;
        } else if (byte === 0x0d) {
          if (bytes[at] === 0x0a) at++;
          continue;
        } else if (byte === 0x0a) continue;
        else if (byte === 0x6e) byte = 0x0a;
        else if (byte === 0x72) byte = 0x0d;
        else if (byte === 0x74) byte = 0x09;
        else if (byte === 0x62) byte = 0x08;
        else if (byte === 0x66) byte = 0x0c;
      }
      this.#put(byte);
    }
    throw new Unread("string");
  }

  #put(byte: number): void {
    if (this.#scratchEnd >= this.scratch.length) {
      const larger = new Uint8Array(this.scratch.length * 2);
      larger.set(this.scratch);
      this.scratch = larger;
    }
    this.scratch[this.#scratchEnd++] = byte;
  }

  #hexString(): void {
    const { bytes } = this;
    this.stringKind = itemKinds.scratch;
    this.stringStart = this.#scratchEnd;
    let high = -1;
    for (let at = this.at + 1; at < this.#end; at++) {
      const byte = bytes[at] ?? 0;
      const digit = hexValue[byte] ?? 255;
      if (digit < 16) {
        if (high < 0) high = digit;
        else {
          this.#put(high * 16 + digit);
          high = -1;
        }
      } else if (byte === 0x3e) {
        if (high >= 0) this.#put(high * 16);
        this.stringEnd = this.#scratchEnd;
        this.at = at + 1;
        return;
      } else if (classOf[byte] !== space) throw new Unread("string");
    }
    throw new Unread("string");
  }

  #array(): void {
    const { bytes } = this;
    const end = this.#end;
    this.hasArray = true;
    this.plain = true;
    this.itemCount = 0;
    this.at++;
    for (;;) {
      let at = this.at;
      while (at < end && classOf[bytes[at] ?? 0] === space) at++;
      this.at = at;
      if (at >= end) throw new Unread("array");
      const byte = bytes[at] ?? 0;
      if (this.itemCount >= this.itemKind.length) this.#growItems();
      const item = this.itemCount;
      if (byte === 0x5d) {
        this.at = at + 1;
        return;
      }
      if (byte === 0x28 || (byte === 0x3c && bytes[at + 1] !== 0x3c)) {
        if (byte === 0x3c) this.#hexString();
        else this.#literal();
        this.itemKind[item] = this.stringKind;
        this.itemStart[item] = this.stringStart;
        this.itemEnd[item] = this.stringEnd;
        this.itemCount++;
      } else if (byte < 0x3a && (byte >= 0x30 || byte === 0x2d || byte === 0x2e || byte === 0x2b)) {
        this.itemNumber[item] = this.#number();
        this.itemKind[item] = itemKinds.number;
        this.itemCount++;
      } else if (byte === 0x2f) {
        this.#name();
        this.plain = false;
      } else if (byte === 0x5b || byte === 0x3c) {
        this.at = this.#afterNested(at);
        this.plain = false;
      } else if (byte === 0x25) this.#comment();
      else throw new Unread("array");
    }
  }

  #growItems(): void {
    const size = this.itemKind.length * 2;
    this.itemKind = grown(this.itemKind, new Uint8Array(size));
    this.itemNumber = grown(this.itemNumber, new Float64Array(size));
    this.itemStart = grown(this.itemStart, new Int32Array(size));
    this.itemEnd = grown(this.itemEnd, new Int32Array(size));
  }

  /** Behind a dictionary or an array, whatever is in it. */
  #afterNested(from: number): number {
    const { bytes } = this;
    const end = this.#end;
    let depth = 0;
    let at = from;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x28) {
        this.at = at;
        const before = this.#scratchEnd;
        this.#literal();
        this.#scratchEnd = before;
        this.stringKind = itemKinds.number;
        at = this.at;
        continue;
      }
      if (byte === 0x3c) {
        if (bytes[at + 1] === 0x3c) {
          depth++;
          at += 2;
        } else {
          while (at < end && bytes[at] !== 0x3e) at++;
          at++;
        }
      } else if (byte === 0x5b) {
        depth++;
        at++;
      } else if (byte === 0x5d || byte === 0x3e) {
        depth--;
        at += byte === 0x3e ? 2 : 1;
        if (depth === 0) return at;
      } else if (byte === 0x25) {
        this.at = at;
        this.#comment();
        at = this.at;
      } else at++;
      if (depth > maxDepth) throw new Unread("nesting");
    }
    throw new Unread("dictionary");
  }
}
