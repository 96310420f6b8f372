/** Splits content (ISO 32000-2, 7.8.2) into tokens by their places, without reading their values. */
import {
  afterComment,
  afterHex,
  afterImage,
  afterRegular,
  afterString,
  classOf,
  hexValue,
  regular,
  space,
} from "../characters.ts";
import { latin1 } from "../value.ts";
import { contentOperators, operatorCode } from "./operators.ts";

/** `constant`: true, false or null. `image`: the data of an inline image, with its `EI`. `stray`: no part of any object. */
export type ContentToken =
  | "operator"
  | "number"
  | "constant"
  | "name"
  | "string"
  | "hex"
  | "open"
  | "close"
  | "comment"
  | "image"
  | "stray";

/**
 * `strict`: tokens as they are written; unknown operators are operators, and a string or image without an end reaches beyond
 * the content. `lenient`, for damaged content: anything that is no valid token is `stray`, and so is the first byte of a string
 * without an end, whose other bytes are then tokens.
 */
export type ScanMode = "strict" | "lenient";

const [image, data, dataEnd] = [operatorCode("BI"), operatorCode("ID"), operatorCode("EI")];
const constants = new Set(["true", "false", "null"].map(operatorCode));
const longestOperator = 3;
const longestConstant = 5;

/** Strings in content are shorter: one that ends later has lost its end. */
const maxString = 32_767;
/** Strings without an end to look for: each may require scanning to the end. */
const maxFaults = 20;
const maxNumber = 24;
const number = /^[+-]?(?:\d{1,10}(?:\.\d{0,10})?|\.\d{1,10})$/;

/** A scan's current token: bytes `start` to `end`. */
export class ContentScan {
  readonly #bytes: Uint8Array;
  readonly #isLenient: boolean;
  token: ContentToken = "comment";
  start = 0;
  /** Beyond the content if the token has no end. */
  end = 0;
  /** An operator's code (`operatorCode`); 0 if it is longer than any. */
  code = 0;
  /** Where an inline image began whose data are still to come; -1 outside of images. */
  #image = -1;
  #faults = 0;
  /** Start of a string or inline image without an end, which takes all content after it. */
  cut: number | undefined;

  constructor(bytes: Uint8Array, mode: ScanMode) {
    this.#bytes = bytes;
    this.#isLenient = mode === "lenient";
  }

  /** Moves to the next token; false at the end. */
  next(): boolean {
    const bytes = this.#bytes;
    let at = this.end;
    if (this.token === "operator" && this.code === data && this.#image >= 0) {
      this.start = at;
      this.#set("image", afterImage(bytes, at + 1), this.#image);
      this.#image = -1;
      return true;
    }
    while (at < bytes.length && classOf[bytes[at] ?? 0] === space) at++;
    if (at >= bytes.length) return false;
    this.start = at;
    const byte = bytes[at] ?? 0;
    if (classOf[byte] === regular) this.#word(byte);
    else this.#delimited(byte);
    return this.#faults <= maxFaults;
  }

  /** `whole`: where the part begins that is lost if it has no end. */
  #set(token: ContentToken, end: number, whole = this.start): void {
    this.token = token;
    this.end = end;
    if (end > this.#bytes.length) this.cut = whole;
  }

  #word(byte: number): void {
    const end = afterRegular(this.#bytes, this.start + 1);
    const isNumber = byte < 0x3a && (byte >= 0x30 || byte === 0x2d || byte === 0x2e || byte === 0x2b);
    this.#set(isNumber ? "number" : "operator", end);
    if (isNumber) {
      if (this.#isLenient && !this.#isNumber(end)) this.token = "stray";
      return;
    }
    const length = end - this.start;
    this.code = length > longestConstant ? 0 : this.#codeTo(end);
    if (constants.has(this.code)) this.token = "constant";
    else if (length > longestOperator) this.code = 0;
    if (this.token === "operator" && this.#isLenient && !this.#isKnown()) this.token = "stray";
    else if (this.code === image) this.#image = this.start;
  }

  #codeTo(end: number): number {
    let code = 0;
    for (let at = end - 1; at >= this.start; at--) code = code * 256 + (this.#bytes[at] ?? 0);
    return code;
  }

  /** An inline image ends with its data, so that no other `EI` means anything. */
  #isKnown(): boolean {
    if (this.code === data) return this.#image >= 0;
    return this.code !== dataEnd && contentOperators.has(this.code);
  }

  #isNumber(end: number): boolean {
    return (
      end - this.start <= maxNumber &&
      number.test(String.fromCharCode(...this.#bytes.subarray(this.start, end)))
    );
  }

  #delimited(byte: number): void {
    const { start } = this;
    const bytes = this.#bytes;
    const isDouble = bytes[start + 1] === byte;
    if (byte === 0x28) this.#string();
    else if (byte === 0x2f) this.#set("name", afterRegular(bytes, start + 1));
    else if (byte === 0x25) this.#set("comment", afterComment(bytes, start));
    else if (byte === 0x5b) this.#set("open", start + 1);
    else if (byte === 0x5d) this.#set("close", start + 1);
    else if (byte === 0x3c && isDouble) this.#set("open", start + 2);
    else if (byte === 0x3e && isDouble) this.#set("close", start + 2);
    else if (byte === 0x3c && (!this.#isLenient || isHexString(bytes, start)))
      this.#set("hex", afterHex(bytes, start));
    else this.#set("stray", start + 1);
  }

  #string(): void {
    const { start } = this;
    const bytes = this.#bytes;
    const limit = this.#isLenient ? Math.min(bytes.length, start + maxString) : bytes.length;
    const end = afterString(limit < bytes.length ? bytes.subarray(0, limit) : bytes, start);
    if (!this.#isLenient || end <= limit) this.#set("string", end);
    else {
      this.#set("stray", start + 1);
      if (++this.#faults > maxFaults) this.cut = start;
    }
  }
}

/** Whether it is terminated and contains only digits. */
function isHexString(bytes: Uint8Array, from: number): boolean {
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x3e) return true;
    if ((hexValue[byte] ?? 255) > 15 && classOf[byte] !== space) return false;
  }
  return false;
}

export const scanContent = (bytes: Uint8Array, mode: ScanMode = "strict"): ContentScan =>
  new ContentScan(bytes, mode);

/** A name's text, without its slash, with `#20` and the like decoded (7.3.5). */
export function nameText(bytes: Uint8Array, start: number, end: number): string {
  const name = latin1(bytes, start + 1, end);
  if (!name.includes("#")) return name;
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** All names in content, and anything like one in its strings and images: where a name too many does no harm. */
export function namesIn(bytes: Uint8Array): Set<string> {
  const names = new Set<string>();
  for (let at = bytes.indexOf(0x2f); at >= 0; at = bytes.indexOf(0x2f, at)) {
    const end = afterRegular(bytes, at + 1);
    names.add(nameText(bytes, at, end));
    at = end;
  }
  return names;
}
