import { expect, test } from "vitest";
import { groupWhile } from "../../../src/core/collections/group-while.ts";

test("items join the group that they continue, judged by its last item and by all of it", () => {
  expect(groupWhile([1, 2, 3, 5, 6, 9], (last, next) => next === last + 1)).toEqual([[1, 2, 3], [5, 6], [9]]);
  expect(groupWhile([1, 2, 3, 4, 5], (_, __, group) => group.length < 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(groupWhile([1, 3, 4, 8], (_, next, [first]) => next - first < 4)).toEqual([[1, 3, 4], [8]]);
  expect(groupWhile([], () => true)).toEqual([]);
});
