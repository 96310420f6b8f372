/** Determines heading levels: by bookmarks, by numbers, then by size and weight. `heading-rules.ts` decides which lines are headings. */

import { getOrInsert } from "../../../core/collections/maps.ts";
import type { Block, Line } from "../model/blocks.ts";
import { type DocumentStyle, rounded, styleKey } from "../model/document-style.ts";
import type { Outline } from "../outline/outline.ts";
import * as t from "../tolerances/tolerances.ts";
import { bookmarkLevel, headingText } from "./candidate.ts";
import { numberDepth } from "./heading-rules.ts";

interface Style {
  readonly key: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly runIn: boolean;
  count: number;
  numbered: number;
}

function stylesOf(headings: readonly Pick<Block, "lines">[]): Style[] {
  const styles = new Map<string, Style>();

  for (const { lines } of headings) {
    const [line] = lines;
    if (!line) continue;
    const key = styleKey(line);
    const { bold, italic, runIn = false } = line;
    const style = getOrInsert(
      styles,
      key,
      (): Style => ({ key, size: rounded(line.size), bold, italic, runIn, count: 0, numbered: 0 }),
    );
    style.count += 1;
    if (numberDepth(line.text) > 0) style.numbered += 1;
  }

  return [...styles.values()].sort(
    (a, b) =>
      Number(a.runIn) - Number(b.runIn) ||
      b.size - a.size ||
      Number(b.bold) - Number(a.bold) ||
      // Among bold styles of the same size, the one that occurs first: word processors have slanted ones above upright ones
      // and below.
      (a.bold ? Number(a.count === 1) - Number(b.count === 1) : Number(a.italic) - Number(b.italic)),
  );
}

type FoundHeading = Pick<Block, "lines" | "page">;

/** Level of the outermost bookmarks: a title's if there is only one; a section's if there are several, as with headings. */
function outlineLevel(headings: readonly FoundHeading[], outline: Outline, title: Style | undefined): number {
  const outermost = headings.filter(({ page, lines }) => outline.depthOf(page, headingText(lines)) === 1);
  const numbered = outermost.filter(({ lines }) => numberDepth(lines[0]?.text ?? "") > 0).length;
  if (outermost.length > 1) return numbered >= t.outlineShare * outermost.length ? 1 : 2;
  const [only] = outermost;
  const [line] = only?.lines ?? [];
  return line && title && styleKey(line) !== title.key && title.count === 1 ? 2 : 1;
}

/** The level of most bookmarked headings in each style. */
function outlineStyles(headings: readonly FoundHeading[], outline: Outline, from: number) {
  const counts = new Map<string, number[]>();

  for (const { page, lines } of headings) {
    const depth = outline.depthOf(page, headingText(lines));
    const [line] = lines;
    if (depth === undefined || !line) continue;
    const own = getOrInsert(counts, styleKey(line), () => []);
    own[depth + from - 1] = (own[depth + from - 1] ?? 0) + 1;
  }

  return new Map(
    [...counts].map(([key, own]) => [
      key,
      own.reduce((best, n, at) => (n > (own[best] ?? 0) ? at : best), 0),
    ]),
  );
}

/** The styles whose headings are all first on their page: on slides, the titles'. */
function titleStyles(headings: readonly FoundHeading[]): Set<string> {
  const titles = new Set<string>();
  const others = new Set<string>();
  headings.forEach(({ lines: [line], page }, at) => {
    if (line) (headings[at - 1]?.page === page ? others : titles).add(styleKey(line));
  });
  for (const style of others) titles.delete(style);
  return titles;
}

/**
 * Ranks heading styles: by their bookmarks, else larger first, bold before plain, plain before italic. Level 1 is the title:
 * the largest style if used only once. Otherwise that is a section, and level 2; each of `slides` has its own title. Numbers
 * outweigh type if most headings have them.
 */
export function headingLevels(
  headings: readonly FoundHeading[],
  outline: Outline,
  slides: boolean,
): Pick<DocumentStyle, "levels" | "numbersFrom" | "outlineFrom" | "titleKey"> {
  const ranked = stylesOf(headings);
  const levels = new Map<string, number>();
  const [first] = ranked;
  const titled = first !== undefined && first.count === 1;
  const chapters = first !== undefined && first.numbered >= t.outlineShare * first.count;
  const outlineFrom = outlineLevel(headings, outline, first);
  const outlined = outlineStyles(headings, outline, outlineFrom);
  let level = titled || chapters || outlined.size > 0 ? 0 : 1;
  let last: Style | undefined;
  const titles = slides ? titleStyles(headings) : undefined;

  for (const style of ranked) {
    if (titles?.has(style.key)) {
      levels.set(style.key, 1);
      level = Math.max(level, 1);
      continue;
    }
    // Half a point apart is the same style, rounded differently.
    const apart = last ? Math.abs(last.size - style.size) : 0;
    const same = apart > 0 && apart <= 0.5 && last?.bold === style.bold && last.italic === style.italic;
    if (!same) level += 1;
    level = outlined.get(style.key) ?? level;
    last = style;
    levels.set(style.key, Math.min(6, level));
  }

  const withNumbers = headings.filter(({ lines }) => numberDepth(lines[0]?.text ?? "") > 0).length;
  const useNumbers = withNumbers >= 2 && withNumbers >= t.numberedShare * headings.length;
  const from = titled && !chapters ? 2 : 1;
  // Bookmarks list the title next to the sections: their level isn't its level.
  const beside = first !== undefined && titled && outlineFrom === 2 && outlined.get(first.key) === 2;
  const titleKey = beside && first.size > (ranked[1]?.size ?? first.size) ? first.key : undefined;

  return { levels, numbersFrom: useNumbers ? from : undefined, outlineFrom, titleKey };
}

/** A heading's level in its document. If both number and bookmark give one, the deeper: bookmarks skip levels. */
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
