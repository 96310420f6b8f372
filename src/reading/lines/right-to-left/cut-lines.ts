/** Joins right-to-left lines painted in parts, and splits lines that combine separate table cells. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { partitionPoint } from "../../../core/collections/partition-point.ts";
import { boxAround, centerX } from "../../../core/geometry.ts";
import type { PlacedCharacter } from "../../../core/page-layout.ts";
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";
import type { RawLine } from "../raw-line.ts";
import { dashes, digits, signs } from "../words/list-marks.ts";

const blank = /^\s*$/;

/** In font sizes: parts of a line are usually closer, and table cells farther apart. */
const partGap = 1;

/** Whether two lines share a baseline. */
function isBeside(a: RawLine, b: RawLine): boolean {
  const height = Math.min(a.box.y1 - a.box.y0, b.box.y1 - b.box.y0);
  const shift = Math.abs(a.box.y0 + a.box.y1 - b.box.y0 - b.box.y1) / 2;
  return a.horizontal && b.horizontal && shift < height * 0.35;
}

/** Lines on a baseline in painting order, grouped by whether they eventually touch. */
function groupsBeside(lines: readonly RawLine[]): RawLine[][] {
  const groups: { x1: number; readonly places: number[] }[] = [];
  const fromLeft = [...lines.entries()].sort(([, a], [, b]) => a.box.x0 - b.box.x0);

  for (const [place, { box, size }] of fromLeft) {
    const group = groups.at(-1);
    if (group && box.x0 - group.x1 < partGap * size) {
      group.places.push(place);
      group.x1 = Math.max(group.x1, box.x1);
    } else groups.push({ x1: box.x1, places: [place] });
  }

  const painted = groups.map(({ places }) => places.sort((a, b) => a - b));
  painted.sort(([a = 0], [b = 0]) => a - b);

  return painted.map((places) => places.flatMap((place) => lines[place] ?? []));
}

/**
 * Rejoins lines painted in parts: adjacent ones on a baseline, if one has right-to-left letters or, by `fromRight`, lines
 * without any are laid out the same way. A number before such a word may come in several parts, as may preceding
 * sentence-ending punctuation.
 */
export function joinedLines(lines: readonly RawLine[], fromRight: boolean): RawLine[] {
  const rows = groupWhile(lines, (_, line, [first]) => isBeside(first, line));
  return rows.flatMap(groupsBeside).flatMap((group): RawLine[] => {
    const [own] = group;
    if (!own || group.length < 2 || !(fromRight || group.some(({ text }) => hasRightToLeft(text))))
      return group;
    return [
      {
        ...own,
        text: group.map(({ text }) => text).join(" "),
        words: group.flatMap(({ words }) => words),
        box: boxAround(group.map(({ box }) => box)),
        size: Math.max(...group.map(({ size }) => size)),
        characters: group.flatMap(({ characters }) => characters),
      },
    ];
  });
}

/** In font sizes: wider gaps separate columns and table cells. */
const columnGap = 2;

/** In font sizes: narrower gaps are spaces between words. */
const cellGap = 0.6;

/** Letters of the scripts that lines from the right quote. */
const fromLeft = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** A list marker separate from its item. */
const loneMarker = new RegExp(`^(?:[${signs}${dashes}]|[(.)]*[${digits}]{1,3}[(.)]*)$`, "u");

const longestMarker = 5;

/** Splits a line at gaps of columns, from left to right; a leading marker isn't split off. */
export const partedLine = (line: RawLine): RawLine[] => splitLine(line, columnGap);

/** Splits a line of words and numbers from the right also at narrower gaps, which may be between cells. */
export function cellsOfLine(line: RawLine): RawLine[] {
  const isOwn = hasRightToLeft(line.text) && !fromLeft.test(line.text);
  return isOwn ? splitLine(line, cellGap) : [line];
}

/** Splits a line at gaps of at least so many font sizes, from left to right. */
function splitLine(line: RawLine, least: number): RawLine[] {
  const shown = line.characters.filter(({ text }) => !blank.test(text)).sort((a, b) => a.x0 - b.x0);
  const ends: number[] = [];
  let end = shown[0]?.x1 ?? 0;
  shown.forEach(({ x0, x1 }, at) => {
    const last = shown.length - at <= longestMarker && shown.slice(at).map(({ text }) => text);
    if (x0 - end >= least * line.size && !(last && loneMarker.test(last.join("")))) ends.push((x0 + end) / 2);
    end = Math.max(end, x1);
  });
  if (ends.length === 0 || !line.horizontal) return [line];

  const parts = [...ends, Number.POSITIVE_INFINITY].map((): PlacedCharacter[] => []);
  for (const character of line.characters) {
    const x = centerX(character);
    parts[partitionPoint(ends.length, (at) => x >= (ends[at] ?? 0))]?.push(character);
  }

  return parts.map((characters) => {
    const seen = characters.filter(({ text }) => !blank.test(text));
    const x0 = Math.min(...seen.map((one) => one.x0));
    const x1 = Math.max(...seen.map((one) => one.x1));
    return {
      ...line,
      characters,
      text: characters.map(({ text }) => text).join(""),
      box: { ...line.box, x0, x1 },
    };
  });
}
