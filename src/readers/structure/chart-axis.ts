/** Charts whose labels stand in rows and columns: an axis gives them away. */
import type { PlacedRow } from "./text-columns.ts";

/** Numbers of an axis, at the least. */
const leastMarks = 5;

/** Whether numbers from top to bottom fall by equal steps to nothing, as the marks of an axis do. */
function fallsToZero(values: readonly number[]): boolean {
  const [first, second] = values;
  if (values.length < leastMarks || values.at(-1) !== 0 || first === undefined || second === undefined)
    return false;
  const step = first - second;
  return step > 0 && values.every((value, at) => Math.abs(first - at * step - value) < 0.01 * step);
}

const number = /^[$€£]?\d[\d,.\s]*%?$/;

/** Whether one of the rows' words from top to bottom, at the left or the right, are the marks of an axis. */
export function hasAxis(rows: readonly PlacedRow[]): boolean {
  const marks = (pick: "first" | "last") =>
    rows.flatMap(({ row: { chunks } }) => {
      const word = (pick === "first" ? chunks[0] : chunks.at(-1))?.words.at(pick === "first" ? 0 : -1);
      const text = word?.text ?? "";
      return number.test(text) ? [Number(text.replaceAll(/[^\d.]/g, ""))] : [];
    });
  const runs = (values: readonly number[]) => {
    const zero = values.indexOf(0);
    return zero >= 0 && fallsToZero(values.slice(0, zero + 1));
  };
  return runs(marks("first")) || runs(marks("last"));
}
