/**
 * Which lines at the edges of pages run: rows of one shape, of which the first that decides counts. A new rule is a new row, with
 * an example in `test/reading/layout/running-rules.test.ts`.
 */

import type { Line } from "../model/blocks.ts";
import type { Edge, RunningPattern } from "../model/document-style.ts";
import type { LayoutRule } from "../model/rule.ts";
import {
  chancePages,
  clearance,
  countedPages,
  inRow,
  larger,
  repeatedTitles,
  runningPages,
  runningSize,
  sameHeight,
  sameSize,
  smallPrint,
} from "../tolerances/tolerances.ts";

/** A line in one of the outermost rows of its page. */
export interface EdgeLine {
  readonly line: Line;
  readonly edge: Edge;
  /** Distance of the baseline from the top of the page; footers: from its bottom. */
  readonly at: number;
  /** Its row, from 0 at the edge. */
  readonly row: number;
  /** Distance to the next row inwards. */
  readonly gap: number;
  /** Whether it is farther from the text than the rows of the text are from each other. */
  readonly apart: boolean;
}

const digits = /\p{Nd}+/gu;
const roman = /^[ivxlcdm]{1,7}$/i;
export const patternText = (text: string) =>
  roman.test(text.trim()) ? "#" : text.replaceAll(digits, "#").replaceAll(/\s+/g, " ").trim();

/** A text that stands at one height of pages, its digits as `#`. */
export interface RepeatedText {
  readonly edge: Edge;
  readonly at: number;
  readonly text: string;
  /** In order, with the numbers of the text: not a number where it is Roman. */
  readonly pages: { readonly page: number; readonly numbers: readonly number[]; readonly text: string }[];
  /** Whether nothing but page furniture is so near the edge. */
  readonly inMargin: boolean;
  /** Font size of the smallest of them. */
  size: number;
}

interface SampledText extends RepeatedText {
  /** Pages that were looked at. */
  readonly sampled: number;
  readonly bodySize: number;
}

export const numbersIn = (text: string): number[] => {
  const found = text.match(digits)?.map(Number) ?? [];
  return found.length > 0 ? found : [Number.NaN];
};

/** Whether a text is a page's number, between signs or between two of one letter, which fonts of ornaments have. */
export const isNumber = (text: string) =>
  text.length < 12 && text.includes("#") && (!/\p{L}/u.test(text) || /^(\p{L}) ?# ?\1$/u.test(text));

/** The numbers at one place of a text that comes again, with their pages. */
type Counted = readonly { readonly page: number; readonly number: number }[];

const numbersAt = (pages: RepeatedText["pages"], place: number): Counted =>
  pages.map(({ page, numbers }) => ({ page, number: numbers[place] ?? Number.NaN }));

/** How many of the numbers are as the one before them and the step to their page say. */
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

const countsPages = (counted: Counted) => shareOf(counted, (pages) => pages) >= countedPages;

const ofAll = "of|von|de|di|sur|z|из|από";
const pageWord =
  "pages?|pg\\.|p\\.|seite|s\\.|página|pagina|pág\\.|str\\.|strona|стр\\.|страница|σελίδα|σελ\\.|sida|side|trang|sayfa";
const pageNamed = new RegExp(`(?<!\\p{L})(?:${pageWord}) ?#|# ?(?:/|${ofAll}) ?#`, "iu");
/**
 * Whether the numbers of a text are a page's and a chapter's: each stays, counts with the pages, or stays for several of them. A
 * sum, a date or the number of an invoice differs on each page.
 */
function numbersRun({ text, pages, size, bodySize }: SampledText): boolean {
  const places = pages[0]?.numbers.map((_, place) => numbersAt(pages, place)) ?? [];
  return places.every((counted) => {
    if (counted.every(({ number }) => Object.is(number, counted[0]?.number))) return true;
    if (neverFalls(counted) && shareOf(counted, () => 0) >= repeatedTitles) return true;
    if (!countsPages(counted)) return false;
    const own = counted.every(({ page, number }) => page === number);
    return own || pageNamed.test(text) || size < smallPrint * bodySize;
  });
}

/** Whether a text at one height of pages runs. */
export const patternRules: readonly LayoutRule<SampledText, boolean>[] = [
  {
    name: "on one page",
    why: "What is on one page alone does not run.",
    decide: ({ pages }) => (pages.length < 2 ? false : undefined),
  },
  {
    name: "number alone",
    why: "Numbers of pages count with them, seven of ten at least as some are left out; a table's numbers do not.",
    decide: ({ text, pages }) => {
      if (!isNumber(text)) return undefined;
      const counted = numbersAt(pages, 0);
      return countsPages(counted);
    },
  },
  {
    name: "on two pages",
    why: "Two letters or two certificates begin alike: text that runs is on three pages at least, or set smaller than the others.",
    decide: ({ pages, sampled, size, bodySize }) => {
      if (pages.length >= runningPages) return undefined;
      return sampled <= chancePages && size < smallPrint * bodySize ? undefined : false;
    },
  },
  {
    name: "outside the margin",
    why: "Furniture is in the outermost eighth of the page: farther in, slides, forms and letters have what they say.",
    decide: ({ inMargin }) => (inMargin ? undefined : false),
  },
  {
    name: "larger than the text",
    why: 'Running lines are set like the text or smaller: "Chapter 1" and "Certificate" in larger type are headings.',
    decide: ({ size, bodySize }) => (size > larger * bodySize ? false : undefined),
  },
  {
    name: "sentence",
    why: "What ends as a sentence or a salutation does, in the size of the text, is part of it.",
    decide: ({ text, size, bodySize }) =>
      /[.,:;!?]$/.test(text) && size >= smallPrint * bodySize ? false : undefined,
  },
  {
    name: "text with a number",
    why: "Numbers of running lines stay, or count with the pages: a sum, a date or an invoice's number is what its page says.",
    decide: (seen) => (seen.text.includes("#") ? numbersRun(seen) : undefined),
  },
  {
    name: "same text",
    why: "The same words at one height of several pages run.",
    decide: () => true,
  },
];

/** A line at the edge of a page, with what is known of the page and of the document. */
interface SeenLine {
  readonly own: EdgeLine;
  readonly lines: readonly Line[];
  readonly edges: readonly EdgeLine[];
  readonly page: number;
  readonly patterns: readonly RunningPattern[];
  readonly bodySize: number;
  /** The lines that were found to run. */
  readonly found: ReadonlyMap<Line, { readonly edge: Edge }>;
}

function isOutermost({ own: { line, edge }, edges }: SeenLine): boolean {
  return edges.every(
    (other) =>
      other.edge !== edge ||
      other.line === line ||
      (edge === "header" ? other.line.baseline > line.baseline + 2 : other.line.baseline < line.baseline - 2),
  );
}

const isAt = ({ edge, at }: EdgeLine, pattern: RunningPattern) =>
  pattern.edge === edge && Math.abs(pattern.at - at) <= sameHeight;

/** After its name, between signs, and with the number of all pages; in a text whose spaces are single. */
const pageNumber = new RegExp(
  `^(?:(?:${pageWord}) )?[-–—|[(]? ?(\\d{1,4}) ?[-–—|\\])]?(?: ?(?:/|${ofAll}) ?\\d{1,4})?$`,
  "iu",
);

/** Which lines of a page run, each by itself. */
export const runningRules: readonly LayoutRule<SeenLine, true>[] = [
  {
    name: "comes again",
    why: "The pages that were looked at have this text at this height, within four points as producers round.",
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
        text === undefined && Math.abs(size - own.line.size) < sameSize;
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
    why: "Books count from other pages or in Roman numbers: smaller than the text, and nothing near it but in its own row.",
    decide: (seen) => {
      const { own, edges, bodySize } = seen;
      const { text, size, baseline } = own.line;
      if (!/^(?:\d{1,3}|[ivxlc]{1,6})$/.test(text.trim()) || size >= bodySize || !isOutermost(seen))
        return undefined;
      const apart = edges.every((other) => {
        const away = Math.abs(other.line.baseline - baseline);
        return other.edge !== own.edge || away < inRow || away > clearance * bodySize;
      });
      return apart || undefined;
    },
  },
];

const sectionNumber = /^(?:\p{L}+ )?[\d.]+(?: |$)/u;

/** Which lines run as others of their page do. */
export const besideRules: readonly LayoutRule<SeenLine, true>[] = [
  {
    name: "beside a running line",
    why: "A changing title shares the row of the page's number, in its size, in one of the two outer rows: its number is its section's.",
    decide: ({ own: { line, edge, row }, found }) => {
      if (/\p{Nd}/u.test(line.text.replace(sectionNumber, ""))) return undefined;
      const isBeside = ([other, one]: readonly [Line, { readonly edge: Edge }]) =>
        one.edge === edge &&
        Math.abs(other.baseline - line.baseline) < inRow &&
        Math.abs(other.size - line.size) < runningSize;
      return (row <= 1 && [...found].some(isBeside)) || undefined;
    },
  },
];
