/**
 * Which short lines are headings: rows of one shape, of which the first that covers the lines decides. A new rule is a new row,
 * with an example in `test/reading/layout/heading-rules.test.ts`.
 */

import { isLed } from "../columns/leaders.ts";
import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import { type Decision, decide, type LayoutRule } from "../model/rule.ts";
import { isNameHeading } from "../paragraphs/code-lines.ts";
import { saysFormula } from "../paragraphs/formulas.ts";
import {
  boldLines,
  headingLines,
  italicScale,
  largeLines,
  larger,
  leastSentence,
  letterShare,
  longestBold,
  longestColon,
  longestHeading,
  longestNumbered,
  longestSmall,
  longSentence,
  muchLarger,
  sentenceScale,
  usualBold,
} from "../tolerances/tolerances.ts";
import {
  type Candidate,
  candidateOf,
  isApart,
  isBookmarked,
  isLabel,
  type Surroundings,
  smallestScale,
} from "./candidate.ts";

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

/** What stands beside a note, and heads nothing. */
const label =
  /^(?:note|tip|warning|caution|important|attention|hinweis|achtung|nota|remarque|attenzione|примечание)[:!]?$/iu;

/** The first paragraph of a chapter is often set a little larger than the others. */
const isSentences = (text: string): boolean =>
  text.length > leastSentence &&
  /\.$/.test(text) &&
  (text.length > longSentence || /[.!?]\s+\p{Lu}/u.test(text)) &&
  numberDepth(text) === 0;

/** The answer of a rule by which what it covers is no heading. */
const noneIf = (covered: boolean) => (covered ? false : undefined);
const letterCount = (text: string) => text.replaceAll(/[^\p{L}]/gu, "").length;
const isQuestion = (text: string) => /\?$/.test(text);

/** Whether lines are a heading. */
export const headingRules: readonly LayoutRule<Candidate, boolean>[] = [
  {
    name: "bookmark",
    why: "What a bookmark of the page has as its title is a heading, whatever it looks like.",
    decide: (seen) => isBookmarked(seen) || undefined,
  },
  {
    name: "item of a list",
    why: "What begins with a list's mark, and goes on with it, is its item.",
    decide: ({ around }) => noneIf(around?.own.items !== undefined),
  },
  {
    name: "run-in",
    why: "Bold words before a wide space, at the beginning of a paragraph, head it.",
    decide: ({ first }) => first.runIn || undefined,
  },
  {
    name: "turned",
    why: "Text that is slanted on a page is a watermark's or a drawing's.",
    decide: ({ first }) => noneIf(!first.horizontal),
  },
  {
    name: "within the text",
    why: "A heading is set apart, by space or by larger type, and is in one style.",
    decide: (seen) => noneIf(!isApart(seen)),
  },
  {
    name: "long, or no words",
    why: "Headings are short, and have letters.",
    decide: ({ text }) => noneIf(text.length > longestHeading || !/\p{L}/u.test(text)),
  },
  {
    name: "code",
    why: "Type of one width is a program's, unless it is the name of something that the text below explains.",
    decide: ({ first, style }) => noneIf(first.mono && !style.bodyMono && !isNameHeading(first, style)),
  },
  {
    name: "caption, contents or formula",
    why: "These are set apart as headings are: a figure's number, a line that dots lead to a page's, signs of mathematics.",
    decide: ({ text }) => noneIf(isCaption(text) || isLed(text) || saysFormula(text)),
  },
  {
    name: "few letters",
    why: "Headings are words: what has fewer than two letters, or more signs than letters, is a value.",
    decide: ({ text }) =>
      noneIf(letterCount(text) < 2 || letterCount(text) < letterShare * text.replaceAll(/\s/g, "").length),
  },
  {
    name: "end of a sentence",
    why: "What begins with a small letter and ends with a full stop goes on from elsewhere.",
    decide: ({ text }) => noneIf(/^\p{Ll}.*\.$/u.test(text)),
  },
  {
    name: "label of a note",
    why: "Note and Warning stand beside what they belong to, and head nothing, in the size of the text.",
    decide: ({ text, scale }) => noneIf(label.test(text) && scale < larger),
  },
  {
    name: "label in a figure",
    why: "A word or two in small letters, where no line of the page begins or has its middle, name a part of a drawing.",
    decide: (seen) => noneIf(isLabel(seen)),
  },
  {
    name: "larger",
    why: "Larger type heads what follows; a little larger it may be a chapter's first paragraph, or a list that goes on.",
    decide: ({ lines, text, scale }) => {
      if (scale < larger || (scale < muchLarger && /[,;]$/.test(text))) return undefined;
      return (
        scale > muchLarger ||
        (lines.length <= (isQuestion(text) ? headingLines : largeLines) && !isSentences(text))
      );
    },
  },
  {
    name: "bold",
    why: "Bold type set apart heads what follows, unless it is a sentence in bold: longer, or ended as sentences are.",
    decide: (seen) => {
      const { lines, first, text, scale, style } = seen;
      if (!first.bold || style.bodyBold || scale <= smallestScale(seen)) return undefined;
      if (lines.length > (isQuestion(text) ? headingLines : boldLines) || text.length > longestBold)
        return false;
      // Browsers set the lower headings smaller than the text.
      if (scale <= usualBold && (lines.length > 1 || text.length > longestSmall || /[:\d]$/.test(text)))
        return false;
      // In the size of running text a call is a sentence set in bold; a little larger it may head a section.
      const ends = scale < sentenceScale ? /[.,;!。，；！]$/u : /[.,;。，；]$/u;
      if (ends.test(text) && numberDepth(text) === 0) return false;
      return !/:$/.test(text) || text.length < longestColon;
    },
  },
  {
    name: "italic",
    why: "Italics alone, set apart, are a lower heading in many word processors' styles.",
    decide: ({ lines, first, text, scale }) => {
      const short = lines.length === 1 && text.length < longestSmall && scale > italicScale;
      if (!first.italic || !short || !/^[\p{Lu}\p{Nd}]/u.test(text) || /[\p{P}]$/u.test(text))
        return undefined;
      return first.words.every(({ face }) => face.italic);
    },
  },
  {
    name: "numbered",
    why: "A number and capitals, or slanted type, set apart: 2.1 METHOD.",
    decide: ({ lines, first, text }) => {
      if (
        numberDepth(text) === 0 ||
        lines.length > 1 ||
        text.length >= longestNumbered ||
        /[.,;:]$/.test(text)
      )
        return undefined;
      return first.italic || text === text.toUpperCase();
    },
  },
];

/** Whether lines are a heading, and the rule that decides it. */
export function headingRule(
  lines: readonly Line[],
  style: DocumentStyle,
  around?: Surroundings,
): Decision<boolean> | undefined {
  const seen = candidateOf(lines, style, around);
  return seen && decide(headingRules, seen);
}
