import { expect, test } from "vitest";
import { partitionPoint } from "../../../src/core/collections/partition-point.ts";

test("the partition point is where the first item fails, for every length and place", () => {
  for (let length = 0; length < 10; length++)
    for (let point = 0; point <= length; point++) {
      const tried: number[] = [];
      const found = partitionPoint(length, (at) => {
        tried.push(at);
        return at < point;
      });
      expect(found).toBe(point);
      expect(tried.every((at) => at >= 0 && at < length)).toBe(true);
      expect(tried.length).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)));
    }
});
