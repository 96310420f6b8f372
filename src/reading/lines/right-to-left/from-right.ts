/**
 * Detects left-to-right lines laid out from right to left, like code on an Arabic or Hebrew page: the end of such a line
 * appears at its left. Their right edges, which are then aligned, show it.
 */

import { hasRightToLeft } from "../../interpreter/state/unicode.ts";
import type { RawLine } from "../raw-line.ts";

const letter = /\p{L}/u;
/** In font sizes: edges this close are aligned. */
const aligned = 0.2;
/** Ratio of lines with each alignment that counts as a page's habit. */
const habit = 3;

/** For each value, whether another is this close. */
function haveMates(values: readonly number[], near: number): boolean[] {
  const order = values.map((_, k) => k).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const mates = values.map(() => false);
  for (let at = 1; at < order.length; at++) {
    const [one = 0, other = 0] = [order[at - 1], order[at]];
    if ((values[other] ?? 0) - (values[one] ?? 0) > near) continue;
    mates[one] = true;
    mates[other] = true;
  }
  return mates;
}

/** Whether a page's lines with only left-to-right letters are laid out from right to left. */
export function linesFromRight(lines: readonly RawLine[]): boolean {
  const latin = lines.filter(
    ({ text, horizontal }) => horizontal && letter.test(text) && !hasRightToLeft(text),
  );
  const near = aligned * (latin[0]?.size ?? 0);
  // Including leading and trailing spaces, which indent code.
  const ends = latin.map(({ characters }) => ({
    x0: characters.reduce((least, { x0 }) => Math.min(least, x0), Number.POSITIVE_INFINITY),
    x1: characters.reduce((most, { x1 }) => Math.max(most, x1), Number.NEGATIVE_INFINITY),
  }));
  const lefts = haveMates(
    ends.map(({ x0 }) => x0),
    near,
  );
  const rights = haveMates(
    ends.map(({ x1 }) => x1),
    near,
  );
  let [fromLeft, fromRight] = [0, 0];
  latin.forEach((_, k) => {
    if (lefts[k] === rights[k]) return;
    if (lefts[k] === true) fromLeft += 1;
    else fromRight += 1;
  });

  return fromRight >= 2 && fromRight >= habit * fromLeft;
}
