/** Numbers of lines, in the margin beside each line of a text or a program, or beside every fifth. */

import { clusterValues, width } from "../../core/geometry.ts";
import type { Piece } from "../../core/page-layout.ts";

type NumberedLine = Pick<Piece, "words" | "box" | "baseline" | "size" | "horizontal"> & {
  readonly text: string;
};

/** Fewer numbers count something else. */
const least = 5;
/** In points: the numbers end at one place. */
const sameEdge = 1;
/** In font sizes: from a number to its line, between their baselines, and the space before the next word. */
const reach = 4;
const sameLine = 0.35;
const space = 0.25;
/** The share of lines that end because the next word had no room, and of numbers beside a line. */
const full = 0.6;
const beside = 0.9;
const maxLines = 3000;

const isNumber = ({ horizontal, text }: NumberedLine) => horizontal && /^\s*\d{1,4}\s*$/.test(text);

/** The step by which numbers count; 0 if they don't. */
function stepOf(numbers: readonly NumberedLine[]): number {
  const values = numbers.map(({ text }) => Number(text));
  const [first = 0, second = 0] = values;
  const step = second - first;
  return values.every((value, at) => value === first + at * step) ? Math.max(0, step) : 0;
}

const isCode = ({ words }: NumberedLine) => words.every(({ face }) => face.mono);

/** Whether lines are running text: most have several words, and no room for the next. */
function isRunning(lines: readonly NumberedLine[]): boolean {
  const end = Math.max(...lines.map(({ box }) => box.x1));
  const isFull = ({ words, box, size }: NumberedLine, at: number) => {
    const next = lines[at + 1]?.words[0];
    const several = words.filter(({ text }) => /\p{L}{2}/u.test(text)).length > 3;
    return several && next !== undefined && box.x1 + space * size + width(next.box) > end;
  };
  return lines.filter(isFull).length >= full * lines.length;
}

/** Whether numbers that end at `edge`, from the top, count the lines to their right. */
function countLines(numbers: readonly NumberedLine[], edge: number, lines: readonly NumberedLine[]): boolean {
  const step = numbers.length < least ? 0 : stepOf(numbers);
  const [top = 0, bottom = 0] = [numbers[0]?.baseline, numbers.at(-1)?.baseline];
  const own = lines
    .filter(
      ({ horizontal, box, baseline, size }) =>
        horizontal &&
        box.x0 > edge &&
        box.x0 < edge + reach * size &&
        baseline > top - size &&
        baseline < bottom + size,
    )
    .sort((a, b) => a.baseline - b.baseline);
  const held = numbers.filter((number) =>
    own.some(({ baseline, size }) => Math.abs(baseline - number.baseline) < sameLine * size),
  );
  if (step === 0 || held.length < beside * numbers.length) return false;
  if (own.every(isCode)) return true;

  return own.length <= step * numbers.length && isRunning(own);
}

/** The lines of a page that are the numbers of others. */
export function lineNumbers<Own extends NumberedLine>(lines: readonly Own[]): ReadonlySet<Own> {
  const numbers = lines.length > maxLines ? [] : lines.filter(isNumber);
  if (numbers.length < least) return new Set();

  const edges = clusterValues(
    sameEdge,
    numbers.map(({ box }) => box.x1),
  );
  return new Set(
    edges.flatMap((edge) => {
      const own = numbers
        .filter(({ box }) => Math.abs(box.x1 - edge) <= 2 * sameEdge)
        .sort((a, b) => a.baseline - b.baseline);
      return countLines(own, edge, lines) ? own : [];
    }),
  );
}
