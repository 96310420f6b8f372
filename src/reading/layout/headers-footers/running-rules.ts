/**
 * Decides which lines at page edges are running lines: a table of rules, tried in order. A new rule is a new row, with an
 * example in `test/reading/layout/running-rules.test.ts`.
 */

import type { Line } from "../model/blocks.ts";
import type { Edge, RunningPattern } from "../model/document-style.ts";
import type { LayoutRule } from "../model/rule.ts";
import * as t from "../tolerances/tolerances.ts";

/** A line in one of the outermost rows of its page. */
export interface EdgeLine {
  readonly line: Line;
  readonly edge: Edge;
  /** Distance of the baseline from the top of the page; for footers, from its bottom. */
  readonly at: number;
  /** Its row, from 0 at the edge. */
  readonly row: number;
  /** Distance to the next row inward. */
  readonly gap: number;
  /** Whether it is farther from the text than the text's rows are from each other. */
  readonly apart: boolean;
}

const digits = /\p{Nd}+/gu;
const roman = /^[ivxlcdm]{1,7}$/i;
export const patternText = (text: string) =>
  roman.test(text.trim()) ? "#" : text.replaceAll(digits, "#").replaceAll(/\s+/g, " ").trim();

/** A text at the same height on several pages, with its digits as `#`. */
export interface RepeatedText {
  readonly edge: Edge;
  readonly at: number;
  readonly text: string;
  /** In order, with the numbers in the text: NaN for Roman numerals. */
  readonly pages: { readonly page: number; readonly numbers: readonly number[] }[];
  /** Whether it is so close to the edge that it must be page furniture. */
  readonly inMargin: boolean;
  /** Font size of the smallest occurrence. */
  size: number;
}

interface SampledText extends RepeatedText {
  readonly sampled: number;
  readonly bodySize: number;
}

export const numbersIn = (text: string): number[] => {
  const found = text.match(digits)?.map(Number) ?? [];
  return found.length > 0 ? found : [Number.NaN];
};

/** Whether a text is a page number, between symbols or between two identical letters, as ornament fonts have. */
export const isNumber = (text: string) =>
  text.length < 12 && text.includes("#") && (!/\p{L}/u.test(text) || /^(\p{L}) ?# ?\1$/u.test(text));

/** The numbers at one position in a repeated text, with their pages. */
type Counted = readonly { readonly page: number; readonly number: number }[];

const numbersAt = (pages: RepeatedText["pages"], place: number): Counted =>
  pages.map(({ page, numbers }) => ({ page, number: numbers[place] ?? Number.NaN }));

/** How many of the numbers are consistent with the previous one and the step to their page. */
function shareOf(counted: Counted, step: (pages: number) => number): number {
  const fitting = counted.filter(({ page, number }, i) => {
    const before = counted[i - 1];
    return (
      before === undefined || Number.isNaN(number) || number - before.number === step(page - before.page)
    );
  });
  return fitting.length / counted.length;
}

const neverFalls = (counted: Counted) =>
  counted.every(({ number }, i) => !(number < (counted[i - 1]?.number ?? number)));

const countsPages = (counted: Counted) => shareOf(counted, (pages) => pages) >= t.countedPages;

const ofAll = "of|von|de|di|sur|z|из|από";
const pageWord =
  "pages?|pg\\.|p\\.|seite|s\\.|página|pagina|pág\\.|str\\.|strona|стр\\.|страница|σελίδα|σελ\\.|sida|side|trang|sayfa";
const pageBefore = new RegExp(`(?<!\\p{L})(?:${pageWord}) ?$`, "iu");
const countAfter = new RegExp(`^ ?(?:/|${ofAll}) ?$`, "iu");

/** Whether a number in a text is the page's: it follows a word for page, or is counted against the number after it. */
function isPageNumber({ text, pages }: SampledText, place: number): boolean {
  const [before = "", after = ""] = text.split("#").slice(place, place + 2);
  const isCounted = pages.every(({ numbers: { [place]: own = 1, [place + 1]: all = 0 } }) => own <= all);
  return pageBefore.test(before) || (isCounted && countAfter.test(after));
}

/**
 * Whether the numbers in a text are page and chapter numbers: each stays, counts with the pages, or stays for several pages. A
 * sum, a date or an invoice number differs on each page.
 */
function numbersRun(seen: SampledText): boolean {
  const { pages, size, bodySize } = seen;
  const places = pages[0]?.numbers.map((_, place) => numbersAt(pages, place)) ?? [];
  return places.every((counted, place) => {
    if (counted.every(({ number }) => Object.is(number, counted[0]?.number))) return true;
    if (neverFalls(counted) && shareOf(counted, () => 0) >= t.repeatedTitles) return true;
    if (!countsPages(counted)) return false;
    const own = counted.every(({ page, number }) => page === number);
    return own || isPageNumber(seen, place) || size < t.smallPrint * bodySize;
  });
}

/** Whether a text at the same height on several pages is a running line. */
export const patternRules: readonly LayoutRule<SampledText, boolean>[] = [
  {
    name: "on one page",
    why: "A line on a single page is not a running line.",
    decide: ({ pages }) => (pages.length < 2 ? false : undefined),
  },
  {
    name: "number alone",
    why: "Page numbers count with the pages, at least seven of ten since some are missing; a table's numbers do not.",
    decide: ({ text, pages }) => {
      if (!isNumber(text)) return undefined;
      const counted = numbersAt(pages, 0);
      return countsPages(counted);
    },
  },
  {
    name: "on two pages",
    why: "Two letters or two certificates begin alike: a running line is on at least three pages, or smaller than the others.",
    decide: ({ pages, sampled, size, bodySize }) => {
      if (pages.length >= t.runningPages) return undefined;
      return sampled <= t.chancePages && size < t.smallPrint * bodySize ? undefined : false;
    },
  },
  {
    name: "outside the margin",
    why: "Page furniture is in the outermost eighth of the page: farther in, slides, forms and letters have their content.",
    decide: ({ inMargin }) => (inMargin ? undefined : false),
  },
  {
    name: "larger than the text",
    why: 'Running lines are set like the text or smaller: "Chapter 1" and "Certificate" in larger type are headings.',
    decide: ({ size, bodySize }) => (size > t.larger * bodySize ? false : undefined),
  },
  {
    name: "sentence",
    why: "A line that ends like a sentence or a salutation, in body size, is body text.",
    decide: ({ text, size, bodySize }) =>
      /[.,:;!?]$/.test(text) && size >= t.smallPrint * bodySize ? false : undefined,
  },
  {
    name: "text with a number",
    why: "Numbers in running lines stay, or count with the pages: a sum, a date or an invoice number is content.",
    decide: (seen) => (seen.text.includes("#") ? numbersRun(seen) : undefined),
  },
  {
    name: "same text",
    why: "The same words at one height of several pages run.",
    decide: () => true,
  },
];

/** A line at the edge of a page, with the known facts about the page and the document. */
interface SeenLine {
  readonly own: EdgeLine;
  readonly edges: readonly EdgeLine[];
  readonly page: number;
  readonly patterns: readonly RunningPattern[];
  readonly bodySize: number;
  readonly found: ReadonlyMap<Line, { readonly edge: Edge }>;
}

const isOutermost = ({ own, edges }: SeenLine) =>
  edges.every((other) => other.edge !== own.edge || other.line === own.line || other.at > own.at + 2);

const isAt = ({ edge, at }: EdgeLine, pattern: RunningPattern) =>
  pattern.edge === edge && Math.abs(pattern.at - at) <= t.sameHeight;

/** After its name, between symbols, and with the page count; in a text with single spaces. */
const pageNumber = new RegExp(
  `^(?:(?:${pageWord}) )?[-–—|[(]? ?(\\d{1,4}) ?[-–—|\\])]?(?: ?(?:/|${ofAll}) ?\\d{1,4})?$`,
  "iu",
);

/** Which lines of a page are running lines, individually. */
export const runningRules: readonly LayoutRule<SeenLine, true>[] = [
  {
    name: "comes again",
    why: "The sampled pages have this text at this height, within four points because of rounding.",
    decide: ({ own, patterns }) => {
      const text = patternText(own.line.text);
      return patterns.some((one) => one.text === text && isAt(own, one)) || undefined;
    },
  },
  {
    name: "title that changes",
    why: "Most pages have one small line alone at this height and in this size: the title of the chapter.",
    decide: (seen) => {
      const { own, patterns } = seen;
      const isPlace = ({ text, size = 0 }: RunningPattern) =>
        text === undefined && Math.abs(size - own.line.size) < t.sameSize;
      return patterns.some((one) => isPlace(one) && isAt(own, one) && isOutermost(seen)) || undefined;
    },
  },
  {
    name: "number of the page",
    why: "The page's own number at its edge, with its name or how many there are, needs no other page to compare with.",
    decide: (seen) =>
      (Number(pageNumber.exec(seen.own.line.text.trim().replaceAll(/\s+/g, " "))?.[1]) === seen.page &&
        isOutermost(seen)) ||
      undefined,
  },
  {
    name: "small number apart",
    why: "Books count from other pages or in Roman numerals: smaller than the text, with nothing near it except in its own row.",
    decide: (seen) => {
      const { own, edges, bodySize } = seen;
      const { text, size, baseline } = own.line;
      if (!/^(?:\d{1,3}|[ivxlc]{1,6})$/.test(text.trim()) || size >= bodySize || !isOutermost(seen))
        return undefined;
      const apart = edges.every((other) => {
        const away = Math.abs(other.line.baseline - baseline);
        return other.edge !== own.edge || away < t.inRow || away > t.clearance * bodySize;
      });
      return apart || undefined;
    },
  },
];

const sectionNumber = /^(?:\p{L}+ )?[\d.]+(?: |$)/u;

/** Which lines are running lines because others on their page are. */
export const besideRules: readonly LayoutRule<SeenLine, true>[] = [
  {
    name: "beside a running line",
    why: "A changing title shares the page number's row and size, in one of the two outer rows: its number is the section's.",
    decide: ({ own: { line, edge, row }, found }) => {
      if (/\p{Nd}/u.test(line.text.replace(sectionNumber, ""))) return undefined;
      const isBeside = ([other, one]: readonly [Line, { readonly edge: Edge }]) =>
        one.edge === edge &&
        Math.abs(other.baseline - line.baseline) < t.inRow &&
        Math.abs(other.size - line.size) < t.runningSize;
      return (row <= 1 && [...found].some(isBeside)) || undefined;
    },
  },
];
