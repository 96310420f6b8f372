/** Charts whose labels stand in rows and columns: an axis gives them away. */
import type { PlacedRow } from "./text-columns.ts";

/** Numbers of an axis, at the least. */
const leastMarks = 5;

/** The step by which numbers from top to bottom fall, each time the same; 0: they do not, or are too few. */
function equalFall(values: readonly number[]): number {
  const [first = 0, second = 0] = values;
  const step = first - second;
  if (values.length < leastMarks || step <= 0) return 0;
  return values.every((value, at) => Math.abs(first - at * step - value) < 0.01 * step) ? step : 0;
}

const number = /^[$€£]?\d[\d,.\s]*%?$/;

/** Columns of which a table fills most. */
const sparseColumns = 5;

/** Whether labels of a chart stand beside each other: an axis is among them, or most places between them are empty. */
export function isChart(rows: readonly PlacedRow[], columns: number): boolean {
  const several = rows.filter(({ cells }) => cells.size > 1);
  const filled = several.reduce((sum, { cells }) => sum + cells.size, 0);
  const sparse = columns >= sparseColumns && filled <= 0.5 * columns * several.length;
  return sparse || hasAxis(rows);
}

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
    return zero >= 0 && equalFall(values.slice(0, zero + 1)) > 0;
  };
  const [first, last] = [marks("first"), marks("last")];
  return runs(first) || runs(last) || fallsFar(first) || fallsFar(last) || rows.some(growsAcross);
}

/** Whether numbers that are no years fall by equal steps of more than one, as the marks of an axis that ends above nothing. */
function fallsFar(values: readonly number[]): boolean {
  const step = equalFall(values);
  return step > 0 && step !== 1 && !values.every((value) => value > 1800 && value < 2200);
}

/** Whether a row has the marks of an axis from nothing on, side by side. */
function growsAcross({ row: { chunks } }: PlacedRow): boolean {
  const values = chunks
    .flatMap(({ words }) => words)
    .flatMap(({ text }) => (/^\d+%$/.test(text) ? [Number(text.slice(0, -1))] : []));
  const step = values[1] ?? 0;
  return values.length > leastMarks && step > 0 && values.every((value, at) => value === at * step);
}
