/** Lines drawn on a page, from its drawings: thin rectangles, strokes, edges of frames and colored cells. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { partitionPoint } from "../../../core/collections/partition-point.ts";
import { centerX, centerY, clusterValues, height, width } from "../../../core/geometry.ts";
import type { Box, Drawing, Word } from "../../../core/page-layout.ts";
import type { Line } from "../model/blocks.ts";
import type { Rule, Rules } from "../model/rules.ts";
import * as t from "../tolerances/tolerances.ts";

/** The positions of rules, of which those within `slack` are one. */
export const placesOf = (slack: number, rules: readonly Rule[]) =>
  clusterValues(
    slack,
    rules.map(({ at }) => at),
  );

/** In points: anything thicker is an area. */
const maxThickness = 3.2;
/** The engine's stroke boxes have room for the sharpest corner, ten times the line width. */
const maxStroke = 5.5;
const minLength = 6;
/** In points: rules this close are one. */
const touching = 2.5;
/** Maximum drawings to examine: maps and charts have hundreds of thousands, and no tables. */
const maxDrawings = 20_000;

/** Joins rules on one line that touch or nearly do. */
function joinRules(rules: readonly Rule[]): Rule[] {
  const sorted = [...rules].sort((a, b) => a.at - b.at);
  const result: Rule[] = [];

  for (const group of groupWhile(sorted, (_, rule, [first]) => rule.at - first.at <= touching)) {
    let open: { at: number; from: number; to: number } | undefined;
    for (const rule of group.sort((a, b) => a.from - b.from)) {
      if (open && rule.from <= open.to + touching) open.to = Math.max(open.to, rule.to);
      else {
        open = { ...rule };
        result.push(open);
      }
    }
  }

  return result;
}

export function findRules(drawings: readonly Drawing[], page: { width: number; height: number }): Rules {
  const horizontal: Rule[] = [];
  const vertical: Rule[] = [];
  const fills: Box[] = [];
  if (drawings.length > maxDrawings) return { horizontal, vertical, fills };

  for (const { box, stroked } of drawings) {
    const [w, h] = [width(box), height(box)];
    const thin = stroked ? maxStroke : maxThickness;
    if (h <= thin && w >= minLength && w > (h > maxThickness ? 4 : 2) * h)
      horizontal.push({ at: centerY(box), from: box.x0, to: box.x1 });
    else if (w <= thin && h >= minLength && h > (w > maxThickness ? 4 : 2) * w)
      vertical.push({ at: centerX(box), from: box.y0, to: box.y1 });
    else if (w >= minLength && h >= minLength && (w < 0.98 * page.width || h < 0.98 * page.height)) {
      if (stroked) {
        horizontal.push({ at: box.y0, from: box.x0, to: box.x1 }, { at: box.y1, from: box.x0, to: box.x1 });
        vertical.push({ at: box.x0, from: box.y0, to: box.y1 }, { at: box.x1, from: box.y0, to: box.y1 });
      } else fills.push(box);
    }
  }

  return { horizontal: joinRules(horizontal), vertical: joinRules(vertical), fills };
}

/** In font sizes from the baseline: the range for an underline, and for a strikethrough. */
const underlined = [0, t.underline] as const;
const struckThrough = [-t.strikeHigh, -t.strikeLow] as const;

/** The words that a drawn line exactly underlines or strikes through; none if it ends elsewhere. */
function wordsOn({ at, from, to }: Rule, lines: readonly Line[], [low, high]: readonly [number, number]) {
  // A word's own baseline counts: a numerator is part of its line, and above the bar.
  const near = lines.flatMap(({ words }) =>
    words.filter(({ baseline: y, size }) => at >= y + low * size && at <= y + high * size),
  );
  const some = (ends: (box: Box) => number) =>
    near.some(({ box, size }) => Math.abs(ends(box)) < t.underlineEnds * size);
  if (!some(({ x0 }) => x0 - from) || !some(({ x1 }) => x1 - to)) return [];
  return near.filter(({ box }) => centerX(box) > from && centerX(box) < to);
}

/** Maximum lines of text to examine above and below each drawn line: hostile pages have tens of thousands of both. */
const mostLooked = 100;

/** Lines of text with words marked as struck through, and the drawn lines except these and underlines, which separate nothing. */
export function withTextRules(
  rules: Rules,
  lines: readonly Line[],
): { rules: Rules; lines: readonly Line[] } {
  if (rules.horizontal.length === 0) return { rules, lines };

  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline);
  const struck = new Set<Word>();
  const horizontal = rules.horizontal.filter((rule) => {
    const next = partitionPoint(sorted.length, (at) => (sorted[at]?.baseline ?? 0) <= rule.at);
    const through = wordsOn(rule, sorted.slice(next, next + mostLooked), struckThrough);
    for (const word of through) struck.add(word);
    const above = sorted.slice(Math.max(0, next - mostLooked), next);
    return through.length === 0 && wordsOn(rule, above, underlined).length === 0;
  });

  const marked = (line: Line): Line =>
    line.words.some((word) => struck.has(word))
      ? { ...line, words: line.words.map((word) => (struck.has(word) ? { ...word, struck: true } : word)) }
      : line;

  return { rules: { ...rules, horizontal }, lines: struck.size > 0 ? lines.map(marked) : lines };
}
