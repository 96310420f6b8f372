/** CMaps inside a document (ISO 32000-2, 9.7.5 and 9.10.3): codes of a string, their CIDs, their text. */
import { CmapLexer, type CmapToken } from "./cmap-lexer.ts";
import { type CodeRange, codeRanges } from "./code-ranges.ts";
import { FontDoubt } from "./doubt.ts";

/** Codes of one length, as numbers. */
export interface CodeSpace {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

/** UTF-16 units of the range's first code; each later code's last unit is one more. */
type Units = readonly number[];

export interface Cmap {
  /** Without those of the map it builds on. */
  readonly spaces: readonly CodeSpace[];
  /** Undefined: it does not say. */
  readonly vertical: boolean | undefined;
  /** Name of the map it builds on. */
  readonly base: string | undefined;
  /** Whether it maps codes to CIDs, and to texts. */
  readonly hasCids: boolean;
  readonly hasTexts: boolean;
  /** The CID of a code. */
  cid(code: number): number | undefined;
  /** The text of a code: well-formed but for halves of surrogate pairs that stand alone. */
  text(code: number): string | undefined;
}

/** Mappings of one CMap: beyond this the document is an attack on memory. The largest that Adobe has is 30,000. */
const maxRanges = 200_000;
/** Bytes of a code or of the text of one that count. */
const maxCodeBytes = 4;
const maxUnits = 256;
const lastUnicode = 0x10ffff;

function codeOf(bytes: Uint8Array): number {
  let code = 0;
  for (const byte of bytes.subarray(-maxCodeBytes)) code = code * 256 + byte;
  return code;
}

function unitsOf(bytes: Uint8Array): Units {
  const units: number[] = [];
  for (let at = 0; at + 1 < bytes.length && units.length < maxUnits; at += 2)
    units.push((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
  return units;
}

function textOf({ low, value }: CodeRange<Units>, code: number): string | undefined {
  const [first] = value;
  if (first === undefined) return undefined;
  const later = code - low;
  // One unit counts on past U+FFFF.
  if (value.length === 1)
    return first + later <= lastUnicode ? String.fromCodePoint(first + later) : undefined;
  const last = (value.at(-1) ?? 0) + later;
  return last > 0xffff ? undefined : String.fromCharCode(...value.slice(0, -1), last);
}

/** What is read of a CMap, section by section; a section that is damaged is left at its damage, as readers do. */
class CmapReader {
  readonly #lexer: CmapLexer;
  readonly spaces: CodeSpace[] = [];
  readonly texts: CodeRange<Units>[] = [];
  readonly cids: CodeRange<number>[] = [];
  vertical: boolean | undefined;
  base: string | undefined;

  constructor(bytes: Uint8Array) {
    this.#lexer = new CmapLexer(bytes);
  }

  read(): void {
    let lastName = "";
    for (let token = this.#lexer.next(); token !== undefined; token = this.#lexer.next()) {
      if (typeof token !== "string") continue;
      if (token === "/WMode") this.vertical = this.#lexer.next() === 1;
      else if (token.startsWith("/")) lastName = token.slice(1);
      else if (token.startsWith("endcmap")) return;
      else if (token.startsWith("usecmap")) this.base = lastName;
      else if (token.startsWith("begincodespacerange")) this.#readSpaces();
      else if (token.startsWith("beginbfchar")) this.#readTexts(false);
      else if (token.startsWith("beginbfrange")) this.#readTexts(true);
      else if (token.startsWith("begincidchar")) this.#readCids(false);
      else if (token.startsWith("begincidrange")) this.#readCids(true);
      if (this.texts.length + this.cids.length + this.spaces.length > maxRanges)
        throw new FontDoubt("a CMap of too many mappings");
    }
  }

  /** Goes on to the end of the section, which `token` may be. Gives nothing, for `return`. */
  #leave(token: CmapToken, end: string): undefined {
    let at = token;
    while (at !== undefined && !(typeof at === "string" && at.startsWith(end))) at = this.#lexer.next();
    return undefined;
  }

  #readSpaces(): undefined {
    for (;;) {
      const low = this.#lexer.next();
      if (!(low instanceof Uint8Array)) return this.#leave(low, "endcodespacerange");
      const high = this.#lexer.next();
      if (!(high instanceof Uint8Array)) return this.#leave(high, "endcodespacerange");
      if (this.spaces.length > maxRanges) return undefined;
      this.spaces.push({ bytes: high.length, low: codeOf(low), high: codeOf(high) });
    }
  }

  #readCids(ranged: boolean): undefined {
    const end = ranged ? "endcidrange" : "endcidchar";
    while (this.cids.length <= maxRanges) {
      const first = this.#lexer.next();
      if (!(first instanceof Uint8Array)) return this.#leave(first, end);
      const last = ranged ? this.#lexer.next() : first;
      if (!(last instanceof Uint8Array)) return this.#leave(last, end);
      const value = this.#lexer.next();
      if (typeof value !== "number") return this.#leave(value, end);
      this.cids.push({ low: codeOf(first), high: codeOf(last), value });
    }
    return undefined;
  }

  #readTexts(ranged: boolean): undefined {
    const end = ranged ? "endbfrange" : "endbfchar";
    while (this.texts.length <= maxRanges) {
      const first = this.#lexer.next();
      if (!(first instanceof Uint8Array)) return this.#leave(first, end);
      const last = ranged ? this.#lexer.next() : first;
      if (!(last instanceof Uint8Array)) return this.#leave(last, end);
      const [low, high] = [codeOf(first), codeOf(last)];
      if (ranged && (high > 0xffff || low > high)) return this.#leave("", end);
      const value = this.#lexer.next();
      if (value instanceof Uint8Array) {
        if (value.length >= 2) this.texts.push({ low, high, value: unitsOf(value) });
      } else if (value !== "[" || !ranged) return this.#leave(value, end);
      else this.#readList(low);
    }
    return undefined;
  }

  /** Texts of codes that follow each other; more of them than the range has count too, as MuPDF reads it. */
  #readList(low: number): undefined {
    for (let code = low; this.texts.length <= maxRanges; code += 1) {
      const value = this.#lexer.next();
      if (!(value instanceof Uint8Array)) return this.#leave(value, "]");
      if (value.length >= 2) this.texts.push({ low: code, high: code, value: unitsOf(value) });
    }
    return undefined;
  }
}

/** Reads a CMap. Throws FontDoubt for one that is too large; damage costs only what is damaged. */
export function readCmap(bytes: Uint8Array): Cmap {
  const reader = new CmapReader(bytes);
  reader.read();
  const { spaces, vertical, base } = reader;
  const texts = codeRanges(reader.texts);
  const cids = codeRanges(reader.cids);
  return {
    spaces,
    vertical,
    base,
    hasCids: reader.cids.length > 0,
    hasTexts: reader.texts.length > 0,
    cid(code) {
      const range = cids(code);
      return range && range.value + code - range.low;
    },
    text(code) {
      const range = texts(code);
      return range && textOf(range, code);
    },
  };
}
