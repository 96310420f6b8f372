/** Which short blocks are headings, and of which level: by bookmarks, by numbers, then by size and weight. */

import { isLed } from "../columns/leaders.ts";
import type { Line } from "../model/blocks.ts";
import type { Outline } from "../outline/outline.ts";
import { isNameHeading } from "../paragraphs/code-lines.ts";
import { type DocumentStyle, styleKey } from "../paragraphs/document-style.ts";
import { saysFormula } from "../paragraphs/formulas.ts";

const numbered =
  /^(?:(?:chapter|section|part|appendix|annex|kapitel|abschnitt|teil|§|article|artikel)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s+\S/iu;
const numberOnly = /^(\d{1,2}(?:\.\d{1,3}){0,5})\.?\s+\p{Lu}/u;
const caption =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|рис\.?|таблица|box|scheme|listing|chart|diagram|exhibit)\s*[\dIVX]+/iu;

export const isCaption = (text: string) => caption.test(text);

/** Parts of a heading's number: 3 of "2.1.4"; 0 of none. */
export function numberDepth(text: string): number {
  const number =
    numberOnly.exec(text)?.[1] ?? (/^[\p{L}§]+\s/u.test(text) ? undefined : numbered.exec(text)?.[1]);
  return number === undefined ? 0 : number.split(".").length;
}

const maxLength = 220;

/** What stands beside a note, and heads nothing. */
const label =
  /^(?:note|tip|warning|caution|important|attention|hinweis|achtung|nota|remarque|attenzione|примечание)[:!]?$/iu;

/** The first paragraph of a chapter is often set a little larger than the others. */
const isSentences = (text: string): boolean =>
  text.length > 50 &&
  /\.$/.test(text) &&
  (text.length > 100 || /[.!?]\s+\p{Lu}/u.test(text)) &&
  numberDepth(text) === 0;

/** Of the size of running text: bold type that may be a heading's whatever follows it. */
const usualBold = 0.93;
/** The lowest heading in the style that browsers have for HTML. */
const smallestBold = 0.65;

/**
 * What bold type may be a heading's by what follows it at the same left edge: larger type or code. The head of a small table
 * has cells in its own size below it. `next` is undefined where a table or the page's end follows: then others in its style
 * must have been headings.
 */
export function smallestHeading(
  line: Line | undefined,
  next: Line | undefined,
  style: DocumentStyle,
): number {
  if (!line || line.size > usualBold * style.bodySize) return usualBold;
  if (!next) return style.levels.has(styleKey(line)) ? smallestBold : usualBold;
  const heads =
    Math.abs(next.box.x0 - line.box.x0) < line.size && (next.size > 1.08 * line.size || next.mono);
  return heads ? smallestBold : usualBold;
}

/**
 * Whether the lines of a block, all in one style, look like a heading. `alone`: space or another style above and below.
 * `smallest`: of the size of running text, what bold type may be a heading's.
 */
export function isHeading(
  lines: readonly Line[],
  style: DocumentStyle,
  alone: boolean,
  smallest = usualBold,
): boolean {
  const [first] = lines;
  if (!first || lines.length > 4 || !alone) return false;
  const text = lines.map((line) => line.text).join(" ");
  if (text.length > maxLength || !/\p{L}/u.test(text)) return false;
  if (first.mono && !style.bodyMono && !isNameHeading(first, style)) return false;
  if (isCaption(text) || isLed(text) || saysFormula(text)) return false;
  const letters = text.replaceAll(/[^\p{L}]/gu, "").length;
  if (letters < 2 || letters < 0.4 * text.replaceAll(/\s/g, "").length) return false;
  const larger = first.size / style.bodySize;
  if (/^\p{Ll}.*\.$/u.test(text) || (label.test(text) && larger < 1.12)) return false;
  if (larger >= 1.12 && (larger >= 1.3 || !/[,;]$/.test(text)))
    return larger > 1.3 || (lines.length <= (/\?$/.test(text) ? 4 : 3) && !isSentences(text));
  if (first.bold && !style.bodyBold && larger > smallest) {
    if (lines.length > (/\?$/.test(text) ? 4 : 2) || text.length > 200) return false;
    // Browsers set the lower headings smaller than the text.
    if (larger <= usualBold && (lines.length > 1 || text.length > 80 || /[:\d]$/.test(text))) return false;
    // In the size of running text a call is a sentence set in bold; a little larger it may head a section.
    const ends = larger < 1.05 ? /[.,;!。，；！]$/u : /[.,;。，；]$/u;
    if (ends.test(text) && numberDepth(text) === 0) return false;
    return !/:$/.test(text) || text.length < 60;
  }
  // Italics alone, set apart, are a lower heading in many word processors' styles.
  if (
    first.italic &&
    lines.length === 1 &&
    text.length < 80 &&
    larger > 0.97 &&
    /^[\p{Lu}\p{Nd}]/u.test(text) &&
    !/[\p{P}]$/u.test(text)
  )
    return first.words.every(({ face }) => face.italic);
  // Numbered and set apart in another way: "2.1 Method" in italics or capitals.
  if (numberDepth(text) > 0 && lines.length === 1 && text.length < 90 && !/[.,;:]$/.test(text))
    return first.italic || text === text.toUpperCase();
  return false;
}

interface Style {
  readonly key: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly runIn: boolean;
  count: number;
  numbered: number;
}

function stylesOf(headings: readonly { readonly lines: readonly Line[] }[]): Style[] {
  const styles = new Map<string, Style>();
  for (const { lines } of headings) {
    const [line] = lines;
    if (!line) continue;
    const key = styleKey(line);
    let style = styles.get(key);
    if (!style) {
      const { bold, italic, runIn = false } = line;
      style = { key, size: Math.round(line.size * 2) / 2, bold, italic, runIn, count: 0, numbered: 0 };
      styles.set(key, style);
    }
    style.count += 1;
    if (numberDepth(line.text) > 0) style.numbered += 1;
  }
  return [...styles.values()].sort(
    (a, b) =>
      Number(a.runIn) - Number(b.runIn) ||
      b.size - a.size ||
      Number(b.bold) - Number(a.bold) ||
      // Of bold styles in one size that which comes first: word processors have slanted ones above upright ones and below.
      (a.bold ? Number(a.count === 1) - Number(b.count === 1) : Number(a.italic) - Number(b.italic)),
  );
}

/** What headings say of a document's levels. */
export interface HeadingLevels {
  readonly levels: Map<string, number>;
  readonly numbersFrom: number | undefined;
  readonly outlineFrom: number;
  /** Style of the title where bookmarks name it beside the sections: their level is not its. */
  readonly titleKey: string | undefined;
}

/** A heading with its page. */
export interface FoundHeading {
  readonly lines: readonly Line[];
  readonly page: number;
}

const headingText = (lines: readonly Line[]) =>
  lines.length === 1 ? (lines[0]?.text ?? "") : lines.map((line) => line.text).join(" ");

/** Level of the outermost bookmarks: a title's, where one stands alone; of several, as of headings, a section's. */
function outlineLevel(headings: readonly FoundHeading[], outline: Outline, title: Style | undefined): number {
  const outermost = headings.filter(({ page, lines }) => outline.depthOf(page, headingText(lines)) === 1);
  const numbered = outermost.filter(({ lines }) => numberDepth(lines[0]?.text ?? "") > 0).length;
  if (outermost.length > 1) return numbered >= 0.5 * outermost.length ? 1 : 2;
  const [only] = outermost;
  const [line] = only?.lines ?? [];
  return line && title && styleKey(line) !== title.key && title.count === 1 ? 2 : 1;
}

/** The level that most bookmarked headings of each style have. */
function outlineStyles(headings: readonly FoundHeading[], outline: Outline, from: number) {
  const counts = new Map<string, number[]>();
  for (const { page, lines } of headings) {
    const depth = outline.depthOf(page, headingText(lines));
    const [line] = lines;
    if (depth === undefined || !line) continue;
    const own = counts.get(styleKey(line)) ?? [];
    own[depth + from - 1] = (own[depth + from - 1] ?? 0) + 1;
    counts.set(styleKey(line), own);
  }
  return new Map(
    [...counts].map(([key, own]) => [
      key,
      own.reduce((best, n, at) => (n > (own[best] ?? 0) ? at : best), 0),
    ]),
  );
}

/**
 * How heading styles rank: as their bookmarks say; else larger first, bold before plain, plain before italic. Level 1 is
 * the title's: the largest style where it stands once. Where it comes again it is a section's, and 2. Numbers say more than
 * type where most headings have them.
 */
export function headingLevels(headings: readonly FoundHeading[], outline: Outline): HeadingLevels {
  const ranked = stylesOf(headings);
  const levels = new Map<string, number>();
  const [first] = ranked;
  const titled = first !== undefined && first.count === 1;
  const chapters = first !== undefined && first.numbered >= 0.5 * first.count;
  const outlineFrom = outlineLevel(headings, outline, first);
  const told = outlineStyles(headings, outline, outlineFrom);
  let level = titled || chapters || told.size > 0 ? 0 : 1;
  let last: Style | undefined;
  for (const style of ranked) {
    // Half a point apart is the same style, rounded in another way.
    const apart = last ? Math.abs(last.size - style.size) : 0;
    const same = apart > 0 && apart <= 0.5 && last?.bold === style.bold && last.italic === style.italic;
    if (!same) level += 1;
    level = told.get(style.key) ?? level;
    last = style;
    levels.set(style.key, Math.min(6, level));
  }
  const withNumbers = headings.filter(({ lines }) => numberDepth(lines[0]?.text ?? "") > 0).length;
  const useNumbers = withNumbers >= 2 && withNumbers >= 0.4 * headings.length;
  const from = titled && !chapters ? 2 : 1;
  const beside = first !== undefined && titled && outlineFrom === 2 && told.get(first.key) === 2;
  const titleKey = beside && first.size > (ranked[1]?.size ?? first.size) ? first.key : undefined;
  return { levels, numbersFrom: useNumbers ? from : undefined, outlineFrom, titleKey };
}

/** Level that a bookmark gives a heading; undefined: none does. */
export function bookmarkLevel(
  lines: readonly Line[],
  page: number,
  { outline, outlineFrom }: DocumentStyle,
): number | undefined {
  const depth = outline.depthOf(page, headingText(lines));
  return depth === undefined ? undefined : Math.min(6, depth - 1 + outlineFrom);
}

/** Level of a heading in its document. Where both number and bookmark say it, the deeper: bookmarks leave out levels. */
export function headingLevel(lines: readonly Line[], page: number, style: DocumentStyle): number {
  const [first] = lines;
  if (!first) return 6;
  const marked = bookmarkLevel(lines, page, style);
  if (style.titleKey !== undefined && style.titleKey === styleKey(first)) return 1;
  const depth = numberDepth(first.text);
  if (style.numbersFrom !== undefined && depth > 0)
    return Math.min(6, Math.max(marked ?? 0, depth - 1 + style.numbersFrom));
  return marked ?? style.levels.get(styleKey(first)) ?? 6;
}
