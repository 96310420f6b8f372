import { expect, test } from "vitest";
import { minBy } from "../../../src/core/collections/min-by.ts";

test("the smallest value wins, the first of equals, and items without a value never do", () => {
  const measured = (values: readonly (number | undefined)[]) => minBy(values.keys(), (at) => values[at]);
  expect(measured([3, 1, 2, 1])).toBe(1);
  expect(measured([undefined, 5, Number.NaN])).toBe(1);
  expect(measured([undefined])).toBeUndefined();
  expect(measured([])).toBeUndefined();
});
