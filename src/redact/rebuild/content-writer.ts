/**
 * Writes content again (ISO 32000-2, 7.8.2): known operators, each with its own operands, and resources under new
 * names. Comments, other operators, the parts between `BX` and `EX` that they are for, and other operands stay out.
 */
import { inlineImage } from "../../cos/syntax/content/inline-image.ts";
import { Lexer } from "../../cos/syntax/content/lexer.ts";
import { type ContentOperator, contentOperators, operatorCode } from "../../cos/syntax/content/operators.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { bytesString, type CosDict, type CosStream, type CosValue, name } from "../../cos/syntax/value.ts";
import { ContentWriter } from "../../cos/write/content.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { fullImageDict } from "../content/inline-names.ts";

/** Resource categories (7.8.3). */
export type Category = "Font" | "XObject" | "ColorSpace" | "ExtGState" | "Pattern" | "Shading" | "Properties";

/** What content may name, and what becomes of it. */
export interface ContentParts {
  /** A resource as the content names it. */
  find(category: Category, name: string): CosValue | undefined;
  /** The new name of a resource; undefined if it can't be written, and its operator goes. */
  use(category: Category, value: CosValue): string | undefined;
  /** The new name of a tag of marked content. */
  tag(name: string): string;
  /** The properties of marked content that get in. */
  properties(dict: CosDict, tag: string): CosDict;
  /** Whether a graphics state has a font. */
  setsFont(state: string): boolean;
  /** Whether an object is a form, which may show text in the current font. */
  isForm(object: string): boolean;
  isWork(steps: number): void;
}

/** What the operators that name a resource name. */
const categories: Readonly<Record<string, Category>> = {
  ...{ Do: "XObject", sh: "Shading", gs: "ExtGState", cs: "ColorSpace", CS: "ColorSpace" },
};

const [inline, begin, end] = ["BI", "BX", "EX"].map(operatorCode);
/** Parts of an inline image: by themselves, they aren't content. */
const stray = new Set(["ID", "EI"].map(operatorCode));
/** Color spaces that are no resources. */
const device = new Set(["DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern"]);
const intents = new Set(["AbsoluteColorimetric", "RelativeColorimetric", "Saturation", "Perceptual"]);

/** Whether a word is two operators without a space between them, which some readers part. */
const isRunTogether = (code: number): boolean =>
  [2 ** 8, 2 ** 16].some(
    (shift) =>
      contentOperators.has(code % shift) && code >= shift && contentOperators.has(Math.floor(code / shift)),
  );

/** Throws `Unsupported` for content that can't be read with certainty. */
export function writeContent(content: Uint8Array, parts: ContentParts): Uint8Array {
  const lexer = new Lexer(content);
  const out = new ContentWriter();
  const text = new TextWriter(out, parts);
  let compatible = 0;

  for (let code = lexer.next(); code !== 0; code = lexer.next()) {
    if (code === begin) compatible += 1;
    else if (code === end) compatible -= 1;
    else if (code === inline) writeInline(out, lexer, parts);
    else {
      const known = stray.has(code) ? undefined : contentOperators.get(code);
      // Readers skip other words (7.8.2), with their operands.
      if (!known && compatible <= 0 && (stray.has(code) || isRunTogether(code)))
        throw new Unsupported("operator");
      if (!known || text.takes(known.name, lexer)) continue;
      const operands = operandsOf(lexer, known, parts);
      if (operands) out.operator(known.name, ...operands);
    }
  }

  parts.isWork(content.length >> 2);
  return out.bytes;
}

interface TextFont {
  readonly name: string;
  readonly size: number;
  isWritten: boolean;
}

/**
 * Writes a font only where something is shown with it, and an advance only if something follows: neither the name of a font nor
 * the width of a line remains of text that is gone.
 */
class TextWriter {
  readonly #out: ContentWriter;
  readonly #parts: ContentParts;
  readonly #outer: (TextFont | undefined)[] = [];
  #font: TextFont | undefined;
  /** What no operator has said yet, in thousandths of a unit of text space. */
  #advance = 0;

  constructor(out: ContentWriter, parts: ContentParts) {
    this.#out = out;
    this.#parts = parts;
  }

  /** Whether an operator needs no other writer. */
  takes(operator: string, lexer: Lexer): boolean {
    switch (operator) {
      case "Tf":
        if (!lexer.numbers[0]) this.#settle();
        this.#font = { name: lexer.name, size: lexer.numbers[0] ?? 0, isWritten: false };
        return true;
      case "q":
        this.#outer.push(this.#font && { ...this.#font });
        return false;
      case "Q":
        this.#settle();
        if (this.#outer.length > 0) this.#font = this.#outer.pop();
        return false;
      case "gs":
        if (!this.#parts.setsFont(lexer.name)) return false;
        this.#settle();
        this.#font = undefined;
        return false;
      case "Do":
        if (this.#parts.isForm(lexer.name)) this.#write();
        return false;
      case "Tz":
        this.#settle();
        return false;
      case "Tj":
        return this.#show(operator, lexer.string ? [lexer.string] : []);
      case "TJ":
        return this.#show(operator, lexer.items ?? (lexer.string ? [lexer.string] : []));
      case "'":
      case '"':
        this.#write();
        break;
    }
    if (placing.has(operator)) this.#advance = 0;
    return false;
  }

  #show(operator: string, items: readonly (number | Uint8Array)[]): true {
    const { size = 0 } = this.#font ?? {};
    const isEmpty = items.every((item) => typeof item === "number" || item.length === 0);
    if (size !== 0 && isEmpty) {
      for (const item of items) if (typeof item === "number") this.#advance += item * size;
      return true;
    }
    this.#write();
    const shown = items.map(asValue);
    if (this.#advance !== 0) this.#out.operator("TJ", [this.#taken(size), ...shown]);
    else this.#out.operator(operator, ...(operator === "TJ" ? [shown] : shown));
    return true;
  }

  /** The advance in thousandths of a size. */
  #taken(size: number): number {
    const advance = Math.round((1e4 * this.#advance) / size) / 1e4;
    this.#advance = 0;
    return advance;
  }

  /** Writes the font, unless it is. */
  #write(): void {
    const font = this.#font;
    if (!font || font.isWritten) return;
    const made = used("Font", font.name, this.#parts);
    if (!made) throw new Unsupported("font");
    this.#out.operator("Tf", made, font.size);
    font.isWritten = true;
  }

  /** Writes what depends on the state before it changes; the font is unknown then. */
  #settle(): void {
    if (this.#advance === 0 || !this.#font) return;
    this.#write();
    this.#out.operator("TJ", [this.#taken(this.#font.size)]);
  }
}

const placing = new Set("BT ET Td TD Tm T* ' \"".split(" "));

const asValue = (item: number | Uint8Array): CosValue =>
  typeof item === "number" ? item : bytesString(item);

/** Undefined for an operator that stays out. */
function operandsOf(
  lexer: Lexer,
  { name: operator, operands }: ContentOperator,
  parts: ContentParts,
): readonly CosValue[] | undefined {
  const { numbers, string, items = [] } = lexer;
  switch (operands) {
    case "":
      return [];
    case "an":
      return [items.filter((item) => typeof item === "number"), ...numbers.slice(-1)];
    case "s":
    case "nns":
      return [...(operands === "s" ? [] : numbers.slice(-2)), ...(string ? [bytesString(string)] : [])];
    case "*":
      return lexer.name === "" ? numbers : [...numbers, usedOr("Pattern", lexer.name, parts)];
    case "/p":
      return [name(parts.tag(lexer.name)), propertiesOf(lexer, parts)];
    case "/":
      return namedBy(operator, lexer, parts);
    default:
      // Readers take the last ones.
      return numbers.slice(-operands.length);
  }
}

function namedBy(operator: string, { name: own }: Lexer, parts: ContentParts) {
  const category = categories[operator];
  if (category === undefined) {
    if (operator === "ri") return intents.has(own) ? [name(own)] : undefined;
    return [name(parts.tag(own))];
  }
  if (category === "ColorSpace") return [device.has(own) ? name(own) : usedOr(category, own, parts)];
  const made = used(category, own, parts);
  return made === undefined ? undefined : [made];
}

function used(category: Category, own: string, parts: ContentParts): CosValue | undefined {
  const value = parts.find(category, own);
  const made = value === undefined ? undefined : parts.use(category, value);
  return made === undefined ? undefined : name(made);
}

/** A color that nothing defines isn't the one before. */
const usedOr = (category: Category, own: string, parts: ContentParts): CosValue =>
  used(category, own, parts) ?? name("Unknown");

const propertiesOf = ({ name: tag, lastName, dict }: Lexer, parts: ContentParts): CosValue =>
  dict ? parts.properties(dict, tag) : (used("Properties", lastName, parts) ?? new Map());

/** An inline image becomes an image object. */
function writeInline(out: ContentWriter, lexer: Lexer, parts: ContentParts): void {
  const { cursor } = lexer;
  const { dict, data, end } = inlineImage(cursor.bytes, cursor.at);
  cursor.at = end;
  const full = fullImageDict(dict, (own) => parts.find("ColorSpace", own));
  const image: CosStream = newStream(full, data.slice());
  const made = parts.use("XObject", image);
  if (made !== undefined) out.operator("Do", name(made));
}
