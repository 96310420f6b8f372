/** CMaps inside a document (ISO 32000-2, 9.7.5 and 9.10.3): codes of a string, their CIDs, their text. */
import { CmapLexer, cmapToken } from "./cmap-lexer.ts";
import { type CodeRange, codeRanges } from "./code-ranges.ts";
import { FontDoubt } from "./font-doubt.ts";

/** Codes of one length, as numbers. */
export interface CodeSpace {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

/** The code point of the range's first code, or its UTF-16 units; each later code's is, or ends on, one more. */
type Mapped = number | readonly number[];

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
const lastUnicode = 0x10ffff;

function textOf({ low, value }: CodeRange<Mapped>, code: number): string | undefined {
  const later = code - low;
  // One unit counts on past U+FFFF.
  if (typeof value === "number")
    return value + later <= lastUnicode ? String.fromCodePoint(value + later) : undefined;
  const last = (value.at(-1) ?? 0) + later;
  return last > 0xffff ? undefined : String.fromCharCode(...value.slice(0, -1), last);
}

/** What is read of a CMap, section by section; a section that is damaged is left at its damage, as readers do. */
class CmapReader {
  readonly #lexer: CmapLexer;
  readonly spaces: CodeSpace[] = [];
  readonly texts: CodeRange<Mapped>[] = [];
  readonly cids: CodeRange<number>[] = [];
  vertical: boolean | undefined;
  base: string | undefined;

  constructor(bytes: Uint8Array) {
    this.#lexer = new CmapLexer(bytes);
  }

  read(): void {
    const lexer = this.#lexer;
    let lastName = "";
    for (let token = lexer.next(); token !== cmapToken.end; token = lexer.next()) {
      const { text } = lexer;
      if (token === cmapToken.name) {
        if (text === "WMode") this.vertical = lexer.next() === cmapToken.number && lexer.value === 1;
        else lastName = text;
      } else if (token === cmapToken.word) {
        if (text.startsWith("endcmap")) return;
        if (text.startsWith("usecmap")) this.base = lastName;
        else if (text.startsWith("begin")) this.#readSection(text);
      }
      if (this.texts.length + this.cids.length + this.spaces.length > maxRanges)
        throw new FontDoubt("a CMap of too many mappings");
    }
  }

  #readSection(begin: string): void {
    if (begin.startsWith("begincodespacerange")) this.#readSpaces();
    else if (begin.startsWith("beginbfchar")) this.#readTexts(false);
    else if (begin.startsWith("beginbfrange")) this.#readTexts(true);
    else if (begin.startsWith("begincidchar")) this.#readCids(false);
    else if (begin.startsWith("begincidrange")) this.#readCids(true);
  }

  /** Goes on to the end of the section, which the token may be. */
  #leave(token: number, end: string): void {
    let at = token;
    while (at !== cmapToken.end && !(at === cmapToken.word && this.#lexer.text.startsWith(end)))
      at = this.#lexer.next();
  }

  #readSpaces(): void {
    const lexer = this.#lexer;
    let token = lexer.next();
    while (token === cmapToken.string && this.spaces.length <= maxRanges) {
      const low = lexer.value;
      token = lexer.next();
      if (token !== cmapToken.string) break;
      this.spaces.push({ bytes: lexer.length, low, high: lexer.value });
      token = lexer.next();
    }
    this.#leave(token, "endcodespacerange");
  }

  #readCids(ranged: boolean): void {
    const lexer = this.#lexer;
    let token = lexer.next();
    while (token === cmapToken.string && this.cids.length <= maxRanges) {
      const low = lexer.value;
      if (ranged) token = lexer.next();
      const high = lexer.value;
      if (token !== cmapToken.string) break;
      token = lexer.next();
      if (token !== cmapToken.number) break;
      this.cids.push({ low, high, value: lexer.value });
      token = lexer.next();
    }
    this.#leave(token, ranged ? "endcidrange" : "endcidchar");
  }

  #readTexts(ranged: boolean): void {
    const lexer = this.#lexer;
    let token = lexer.next();
    while (token === cmapToken.string && this.texts.length <= maxRanges) {
      const low = lexer.value;
      if (ranged) token = lexer.next();
      const high = lexer.value;
      if (token !== cmapToken.string || (ranged && (high > 0xffff || low > high))) break;
      token = lexer.next();
      if (token === cmapToken.string) this.#addText(low, high);
      else if (ranged && token === cmapToken.word && lexer.text === "[") this.#readList(low);
      else break;
      token = lexer.next();
    }
    this.#leave(token, ranged ? "endbfrange" : "endbfchar");
  }

  /** Texts of codes that follow each other; more of them than the range has count too, as MuPDF reads it. */
  #readList(low: number): void {
    let token = this.#lexer.next();
    for (let code = low; token === cmapToken.string && this.texts.length <= maxRanges; code += 1) {
      this.#addText(code, code);
      token = this.#lexer.next();
    }
    this.#leave(token, "]");
  }

  #addText(low: number, high: number): void {
    const lexer = this.#lexer;
    if (lexer.length < 2) return;
    const units = lexer.units();
    const [first] = units;
    if (first !== undefined) this.texts.push({ low, high, value: units.length === 1 ? first : units });
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
