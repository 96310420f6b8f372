/** What cutting paths costs: each path pays for its pieces and for each split, so that few bytes can't take long. */
import { describe, expect, it } from "vitest";
import { createBudget } from "../../src/cos/syntax/budget.ts";
import { Unsupported } from "../../src/cos/syntax/content/unsupported.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { steps } from "../../src/reading/interpreter/state/path.ts";
import { cutPath } from "../../src/redact/content/cut-path.ts";

/** Small areas along a diagonal. */
const areasOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ x0: 6 * at, y0: 6 * at, x1: 6 * at + 5, y1: 6 * at + 2 }));

/** A path that repeats some steps and points. */
const repeated = (count: number, codes: readonly number[], points: readonly number[], start: boolean) => ({
  codes: [...(start ? [steps.move] : []), ...Array.from({ length: count }, () => codes).flat()],
  points: [...(start ? [0, 0] : []), ...Array.from({ length: count }, () => points).flat()],
  isFilled: true,
});

const loop = [0, 9000, 600, 9000, 600, 0];
const cut = (path: Parameters<typeof cutPath>[0], areas: number, left: number) =>
  cutPath(path, areasOf(areas), (point) => point, createBudget({ left }).spend);

function reasonOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof CosError || error instanceof Unsupported) return error.reason;
    throw error;
  }
  return undefined;
}

describe("more than the budget is refused", () => {
  it.each([
    ["curves over areas", repeated(5000, [steps.curve], loop, true), 100],
    ["lines from an area to another", repeated(5000, [steps.line, steps.line], [1, 1, 600, 700], true), 100],
    ["dashes", repeated(5000, [steps.move, steps.line], [1, 1, 9, 9], false), 100],
    [
      "nested curves",
      repeated(3000, [steps.move, steps.curve], [1, 1, 50, 900, 500, -900, 550, 700], false),
      50,
    ],
  ])("%s", (_, path, areas) => {
    expect(reasonOf(() => cut(path, areas, 100_000))).toBe("work");
  });
});

it("a path of very many pieces is cut", () => {
  const { codes, points } = repeated(100_000, [steps.line, steps.line], [20, 1, 20, -1], true);
  const path = { codes: [...codes, steps.line], points: [...points, 2, 1], isFilled: true };
  expect(cut(path, 1, 2_000_000)).toMatch(/^0 0 m\n/);
});

it("a path without end is refused", () => {
  const path = { codes: [steps.move, steps.line], points: [1, 1, Infinity, 1], isFilled: true };
  expect(reasonOf(() => cut(path, 1, 1_000))).toBe("path");
});
