/** Lines of right-to-left text that were painted in parts where they go on, or put together where cells of a table stand apart. */

import type { PlacedCharacter } from "../../../core/page-layout.ts";
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";
import { boxAround } from "../geometry.ts";
import type { RawLine } from "../raw-line.ts";
import { dashes, digits, signs } from "../words/list-marks.ts";

const blank = /^\s*$/;
const middle = ({ x0, x1 }: PlacedCharacter) => (x0 + x1) / 2;

/** In font sizes: parts of one line stand nearer to each other, and cells of a table farther apart, as a rule. */
const partGap = 1;

/** Whether two lines stand on one baseline. */
function isBeside(a: RawLine, b: RawLine): boolean {
  const height = Math.min(a.box.y1 - a.box.y0, b.box.y1 - b.box.y0);
  const shift = Math.abs(a.box.y0 + a.box.y1 - b.box.y0 - b.box.y1) / 2;
  return a.horizontal && b.horizontal && shift < height * 0.35;
}

/** Lines on one baseline in the order of painting, those together that touch each other when all have come. */
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
 * Lines that were painted in parts, whole again: those that stand next to each other on one baseline, where one of them has
 * right-to-left letters, or, by `fromRight`, lines without them are laid out like those. A number before such a word may come
 * in several, and what ends a sentence before it.
 */
export function joinedLines(lines: readonly RawLine[], fromRight: boolean): RawLine[] {
  const result: RawLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at];
    let end = at + 1;
    for (let next = lines[end]; first && next && isBeside(first, next); next = lines[end]) end += 1;
    for (const group of groupsBeside(lines.slice(at, end))) {
      const [own] = group;
      if (own && group.length > 1 && (fromRight || group.some(({ text }) => hasRightToLeft(text))))
        result.push({
          ...own,
          text: group.map(({ text }) => text).join(" "),
          words: group.flatMap(({ words }) => words),
          box: boxAround(group.map(({ box }) => box)),
          size: Math.max(...group.map(({ size }) => size)),
          characters: group.flatMap(({ characters }) => characters),
        });
      else result.push(...group);
    }
    at = end;
  }
  return result;
}

/** In font sizes: wider gaps part columns and the cells of a table. */
const columnGap = 2;

/** A list's marker stands apart from its item. */
const loneMarker = new RegExp(`^(?:[${signs}${dashes}]|[(.)]*[${digits}]{1,3}[(.)]*)$`, "u");

const longestMarker = 5;

/** A line in the parts that such gaps make of it, from left to right; a marker at its beginning is none of its own. */
export function partedLine(line: RawLine): RawLine[] {
  const shown = line.characters.filter(({ text }) => !blank.test(text)).sort((a, b) => a.x0 - b.x0);
  const ends: number[] = [];
  let end = shown[0]?.x1 ?? 0;
  shown.forEach(({ x0, x1 }, at) => {
    const last = shown.length - at <= longestMarker && shown.slice(at).map(({ text }) => text);
    if (x0 - end >= columnGap * line.size && !(last && loneMarker.test(last.join(""))))
      ends.push((x0 + end) / 2);
    end = Math.max(end, x1);
  });
  if (ends.length === 0 || !line.horizontal) return [line];
  const parts = [...ends, Number.POSITIVE_INFINITY].map((): PlacedCharacter[] => []);
  for (const character of line.characters) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if (middle(character) < (ends[half] ?? 0)) high = half;
      else low = half + 1;
    }
    parts[low]?.push(character);
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
