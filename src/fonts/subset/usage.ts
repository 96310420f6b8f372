/**
 * Finds the codes of each font that a document's content shows. All drawn content is read: pages, forms, patterns, Type 3
 * glyphs, appearances. If the usage is uncertain, every font is needed whole.
 */
import { getOrInsert } from "../../core/collections/maps.ts";
import { afterInlineImage } from "../../cos/syntax/content/inline-image.ts";
import { Lexer } from "../../cos/syntax/content/lexer.ts";
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { isOfContent, Unsupported } from "../../cos/syntax/content/unsupported.ts";
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
} from "../../cos/syntax/value.ts";
import { dictAt } from "../../cos/typed-get.ts";
import type { FontObjects } from "./font-objects.ts";

/** Strings shown with a font, by its number. Content doesn't show fonts that are missing here. */
export type FontUsage = ReadonlyMap<number, ReadonlySet<string>>;

/** The codes in strings that a font shows, of so many bytes each, in order. */
export function codesOf(usage: FontUsage, font: number, size: 1 | 2): number[] {
  const codes = new Set<number>();
  for (const text of usage.get(font) ?? [])
    for (let k = 0; k + size <= text.length; k += size)
      codes.add(size === 1 ? text.charCodeAt(k) : text.charCodeAt(k) * 256 + text.charCodeAt(k + 1));
  return [...codes].sort((a, b) => a - b);
}

/** Maximum different strings kept per font; more would hold the text of a book in memory. */
const maxStrings = 200_000;
/** Maximum nested states. */
const maxStates = 512;

const [save, restore, setFont, setState, begin, show, showSpaced, showNext, showAll] = [
  ..."q Q Tf gs BI Tj \" ' TJ".split(" ").map(operatorCode),
];

/** Undefined if uncertain. */
export function fontUsage(objects: FontObjects): FontUsage | undefined {
  const usage = new Map<number, Set<string>>();
  let strings = 0;

  const use = (font: number, string: Uint8Array) => {
    const known = getOrInsert(usage, font, () => new Set());
    // A composite font's codes are pairs of bytes, so strings are kept as both pairs and single bytes.
    const text = Buffer.from(string).toString("latin1");
    if (!known.has(text) && ++strings > maxStrings) throw new Unsupported("strings");
    known.add(text);
  };

  try {
    for (const { content, resources } of drawings(objects)) readContent(objects, content, resources, use);
    return usage;
  } catch (error) {
    if (isOfContent(error)) return undefined;
    throw error;
  }
}

/** Drawn content, and the resources for its names. */
interface Drawing {
  readonly content: Uint8Array;
  readonly resources: CosDict | undefined;
}

/** All content of the document with its resources. Throws Unsupported. */
function* drawings(objects: FontObjects): Generator<Drawing> {
  const { cos } = objects;
  const ofPages = new Set<number>();

  for (const { contents, resources } of objects.pages()) {
    const parts = streamsOf(objects, contents, ofPages);
    if (parts.length > 0) yield { content: Buffer.concat(parts), resources };
  }

  for (const num of objects.order) {
    const value = objects.get(num);
    const glyphs = isDict(value) ? dictAt(cos, value.get("CharProcs")) : undefined;
    if (isDict(value) && glyphs)
      for (const glyph of glyphs.values())
        for (const content of streamsOf(objects, glyph, ofPages))
          yield { content, resources: dictAt(cos, value.get("Resources")) };
    if (!isStream(value) || ofPages.has(num)) continue;
    if (isNamed(value.dict.get("Subtype"), "Form") || value.dict.get("PatternType") === 1)
      for (const content of dataOf(objects, num, ofPages))
        yield { content, resources: dictAt(cos, value.dict.get("Resources")) };
  }
}

/** The data of one or more streams. Throws Unsupported if it can't be read. */
function streamsOf(objects: FontObjects, value: CosValue | undefined, seen: Set<number>): Uint8Array[] {
  const numberOf = (item: CosValue | undefined) => (isRef(item) ? objects.target(item.num, item.gen) : 0);
  const first = numberOf(value);
  const list = first === 0 ? value : objects.get(first);
  if (!isArray(list)) return dataOf(objects, first, seen);
  return list.flatMap((item) => [...dataOf(objects, numberOf(item), seen), Uint8Array.of(10)]);
}

function dataOf(objects: FontObjects, num: number, seen: Set<number>): Uint8Array[] {
  const value = num === 0 ? null : objects.get(num);
  if (!isStream(value)) return [];
  seen.add(num);
  const open = objects.open(value);
  if (!open || open.codec) throw new Unsupported("filter");
  return [open.data];
}

function readContent(
  objects: FontObjects,
  content: Uint8Array,
  resources: CosDict | undefined,
  use: (font: number, string: Uint8Array) => void,
): void {
  const { cos } = objects;
  const fonts = dictAt(cos, resources?.get("Font"));
  const states = dictAt(cos, resources?.get("ExtGState"));
  const lexer = new Lexer(content);
  const stack: number[] = [];
  let font = -1;

  const shown = (string: Uint8Array | undefined) => {
    if (string === undefined || string.length === 0) return;
    // The font is inherited from the content that draws this.
    if (font < 0) throw new Unsupported("inherited font");
    use(font, string);
  };

  for (let operator = lexer.next(); operator !== 0; operator = lexer.next()) {
    if (operator === save) {
      if (stack.push(font) > maxStates) throw new Unsupported("states");
    } else if (operator === restore) font = stack.pop() ?? font;
    else if (operator === setFont) {
      const value = fonts?.get(lexer.name);
      // A font that isn't an object, or isn't in any resources, is irrelevant here.
      font = isRef(value) ? objects.target(value.num, value.gen) : 0;
    } else if (operator === setState) {
      if (dictAt(cos, states?.get(lexer.name))?.has("Font")) throw new Unsupported("font of a state");
    } else if (operator === begin) lexer.cursor.at = afterInlineImage(content, lexer.cursor.at);
    else if (operator === show || operator === showSpaced || operator === showNext) shown(lexer.string);
    else if (operator === showAll)
      for (const item of lexer.items ?? []) if (typeof item !== "number") shown(item);
  }
}
