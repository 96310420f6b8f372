import { describe, expect, it } from "vitest";
import {
  boxArray,
  identity,
  type Matrix,
  multiply,
  rounded,
  transformBox,
  transformPoint,
} from "../../../src/document/pages/matrix.ts";

const moved: Matrix = [1, 0, 0, 1, 10, 20];
const turned: Matrix = [0, 1, -1, 0, 0, 0];

describe("transformation matrices", () => {
  it("are applied in order", () => {
    expect(transformPoint(multiply(moved, turned), 1, 2)).toEqual([-22, 11]);
    expect(transformPoint(multiply(turned, moved), 1, 2)).toEqual([8, 21]);
    expect(multiply(identity, moved)).toEqual(moved);
    expect(multiply(moved, identity)).toEqual(moved);
  });

  it("map a box to an upright box around it", () => {
    expect(transformBox(turned, { x0: 0, y0: 0, x1: 4, y1: 2 })).toEqual({ x0: -2, y0: 0, x1: 0, y1: 4 });
    const { x0, x1 } = transformBox([0.6, 0.8, -0.8, 0.6, 0, 0], { x0: 0, y0: 0, x1: 10, y1: 10 });
    expect([x0, x1]).toEqual([-8, 6]);
  });
});

describe("written coordinates", () => {
  it("are rounded to five decimals, without a minus sign for zero", () => {
    expect(rounded(1.0000049)).toBe(1);
    expect(rounded(1.000006)).toBe(1.00001);
    expect(Object.is(rounded(-0.000001), 0)).toBe(true);
    expect(boxArray({ x0: -0, y0: 1 / 3, x1: 2, y1: 3 })).toEqual([0, 0.33333, 2, 3]);
  });
});
