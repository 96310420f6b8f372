/** CMaps in a document (ISO 32000-2, 9.7.5 and 9.10.3): codes in a string, their CIDs, their text. */
import { CmapLexer, cmapToken } from "./cmap-lexer.ts";
import { type CodeRange, codeRanges } from "./code-ranges.ts";

/** Codes of one length, as numbers. */
export interface CodeSpace {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

/** The code point of the range's first code, or its UTF-16 units; for each later code, it or its last unit increases by one. */
type Mapped = number | readonly number[];

export interface Cmap {
  /** Without those of its base map. */
  readonly spaces: readonly CodeSpace[];
  /** Undefined if not specified. */
  readonly vertical: boolean | undefined;
  /** Name of its base map. */
  readonly base: string | undefined;
  /** Whether it maps codes to CIDs, and to texts. */
  readonly hasCids: boolean;
  readonly hasTexts: boolean;
  /** Whether it maps codes to nothing: some programs write the text of whole words to their first glyphs. */
  readonly hasEmptyTexts: boolean;
  /** The CID of a code. */
  cid(code: number): number | undefined;
  /** A code's text: well-formed except for isolated surrogate halves. */
  text(code: number): string | undefined;
  /** Whether a code's text is in a range that counts beyond its last byte (9.10.3): strict readers know no text then. */
  overruns(code: number): boolean;
  /** Finds the first code for a character. */
  codes(): (char: string) => number | undefined;
}

/** Maximum mappings in a CMap; more is an attack on memory. Adobe's largest has 30,000. */
const maxRanges = 200_000;
const lastUnicode = 0x10ffff;

function textOf({ low, value }: CodeRange<Mapped>, code: number): string | undefined {
  const later = code - low;
  // A single unit continues counting past U+FFFF.
  if (typeof value === "number")
    return value + later <= lastUnicode ? String.fromCodePoint(value + later) : undefined;
  const last = (value.at(-1) ?? 0) + later;
  return last > 0xffff ? undefined : String.fromCharCode(...value.slice(0, -1), last);
}

const sections = ["codespacerange", "bfchar", "bfrange", "cidchar", "cidrange"] as const;
type Section = (typeof sections)[number];

/** Reads a CMap section by section; a damaged section ends at its damage, as in other readers. */
class CmapReader {
  readonly #lexer: CmapLexer;
  readonly spaces: CodeSpace[] = [];
  readonly texts: CodeRange<Mapped>[] = [];
  readonly cids: CodeRange<number>[] = [];
  vertical: boolean | undefined;
  base: string | undefined;
  hasEmptyTexts = false;

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
        const kind = sections.find((one) => text.startsWith(`begin${one}`));
        if (kind !== undefined) this.#readSection(kind);
      }
      if (this.isFull) return;
    }
  }

  get isFull(): boolean {
    return this.#size > maxRanges;
  }

  get #size(): number {
    return this.texts.length + this.cids.length + this.spaces.length;
  }

  /** A code, or a range's first and last code, and their mapping, until something else follows. */
  #readSection(kind: Section): void {
    const lexer = this.#lexer;
    const ranged = kind.endsWith("range");
    while (lexer.next() === cmapToken.string && this.#size <= maxRanges) {
      const low = lexer.value;
      if (ranged && lexer.next() !== cmapToken.string) break;
      if (!this.#readMapped(kind, low, lexer.value)) break;
    }
    this.#leave(`end${kind}`);
  }

  /** False if nothing meaningful follows the codes. */
  #readMapped(kind: Section, low: number, high: number): boolean {
    const lexer = this.#lexer;

    if (kind === "codespacerange") this.spaces.push({ bytes: lexer.length, low, high });
    else if (kind.startsWith("cid")) {
      if (lexer.next() !== cmapToken.number) return false;
      this.cids.push({ low, high, value: lexer.value });
    } else {
      const ranged = kind === "bfrange";
      if (ranged && (high > 0xffff || low > high)) return false;
      const token = lexer.next();
      if (token === cmapToken.string) this.#addText(low, high);
      else if (ranged && token === cmapToken.word && lexer.text === "[") this.#readList(low);
      else return false;
    }

    return true;
  }

  /** Skips to the end of the section, which may be the last token. */
  #leave(end: string): void {
    const lexer = this.#lexer;
    while (lexer.token !== cmapToken.end && !(lexer.token === cmapToken.word && lexer.text.startsWith(end)))
      lexer.next();
  }

  /** Texts of consecutive codes; more texts than the range has codes count too, as in MuPDF. */
  #readList(low: number): void {
    for (let code = low; this.#lexer.next() === cmapToken.string && this.#size <= maxRanges; code += 1)
      this.#addText(code, code);
    this.#leave("]");
  }

  #addText(low: number, high: number): void {
    const lexer = this.#lexer;
    if (lexer.length === 0) this.hasEmptyTexts = true;
    if (lexer.length < 2) return;
    const units = lexer.units();
    const [first] = units;
    if (first !== undefined) this.texts.push({ low, high, value: units.length === 1 ? first : units });
  }
}

/** Reads a CMap; undefined if it has too many mappings. Only the damaged parts are lost. */
export function readCmap(bytes: Uint8Array): Cmap | undefined {
  const reader = new CmapReader(bytes);
  reader.read();
  if (reader.isFull) return undefined;

  const { spaces, vertical, base, hasEmptyTexts } = reader;
  const texts = codeRanges(reader.texts);
  const cids = codeRanges(reader.cids);

  return {
    spaces,
    vertical,
    base,
    hasCids: reader.cids.length > 0,
    hasTexts: reader.texts.length > 0,
    hasEmptyTexts,
    cid(code) {
      const range = cids(code);
      return range && range.value + code - range.low;
    },
    text(code) {
      const range = texts(code);
      return range && textOf(range, code);
    },
    overruns(code) {
      const range = texts(code);
      const last = typeof range?.value === "number" ? range.value : (range?.value.at(-1) ?? 0);
      return range !== undefined && (last & 0xff) + code - range.low > 0xff;
    },
    codes: () => codesOf(reader.texts),
  };
}

/** The first code for a character. Ranges stay ranges: a map of a few bytes may have millions of codes. */
function codesOf(texts: readonly CodeRange<Mapped>[]): (char: string) => number | undefined {
  const byCharacter = texts.toReversed().flatMap(({ low, high, value }): CodeRange<number>[] => {
    const text = typeof value === "number" ? undefined : String.fromCharCode(...value);
    const first = typeof value === "number" ? value : (text?.codePointAt(0) ?? 0);
    const isOne = text === undefined || text.length === String.fromCodePoint(first).length;
    return isOne && high >= low ? [{ low: first, high: first + high - low, value: low }] : [];
  });
  const find = codeRanges(byCharacter);
  return (char) => {
    const character = char.codePointAt(0) ?? 0;
    const range = find(character);
    return range && range.value + character - range.low;
  };
}
