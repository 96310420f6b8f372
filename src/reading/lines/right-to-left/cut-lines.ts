/** Lines of right-to-left text that were painted in parts where they go on, or put together where cells of a table stand apart. */

import type { PlacedCharacter } from "../../../core/page-layout.ts";
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";
import { boxAround } from "../geometry.ts";
import type { RawLine } from "../raw-line.ts";
import { dashes, digits, signs } from "../words/list-marks.ts";

const blank = /^\s*$/;
const middle = ({ x0, x1 }: PlacedCharacter) => (x0 + x1) / 2;

/** Whether one line was cut in two where painting jumped back: one baseline, next to each other. */
function isOneLine(a: RawLine, b: RawLine): boolean {
  if (!a.horizontal || !b.horizontal) return false;
  const height = Math.min(a.box.y1 - a.box.y0, b.box.y1 - b.box.y0);
  const apart = Math.max(a.box.x0, b.box.x0) - Math.min(a.box.x1, b.box.x1);
  const shift = Math.abs(a.box.y0 + a.box.y1 - b.box.y0 - b.box.y1) / 2;
  return shift < height * 0.35 && apart < 2 * Math.max(a.size, b.size);
}

/**
 * Lines that were painted in parts, whole again: those that stand next to each other on one baseline, where one of them has
 * right-to-left letters, or, by `fromRight`, lines without them are laid out like those. A number before such a word may come in several.
 */
export function joinedLines(lines: readonly RawLine[], fromRight: boolean): RawLine[] {
  const result: RawLine[] = [];
  /** Lines next to each other, and where they stand together. */
  let run: RawLine[] = [];
  let whole: RawLine | undefined;
  const close = () => {
    const [first] = run;
    // To look at the text of what is joined would copy it for each line that is added.
    const reads = run.length > 1 && (fromRight || run.some(({ text }) => hasRightToLeft(text)));
    if (first && whole && reads)
      result.push({
        ...first,
        text: run.map(({ text }) => text).join(" "),
        words: run.flatMap(({ words }) => words),
        box: whole.box,
        size: whole.size,
        characters: run.flatMap(({ characters }) => characters),
      });
    else for (const line of run) result.push(line);
    run = [];
  };
  for (const line of lines) {
    if (whole && isOneLine(whole, line)) {
      run.push(line);
      whole = { ...whole, box: boxAround([whole.box, line.box]), size: Math.max(whole.size, line.size) };
      continue;
    }
    close();
    run = [line];
    whole = line;
  }
  close();
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
