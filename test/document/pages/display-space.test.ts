import { describe, expect, it } from "vitest";
import { displaySpace } from "../../../src/document/pages/display-space.ts";
import {
  identity,
  multiply,
  rounded,
  transformBox,
  transformPoint,
} from "../../../src/document/pages/matrix.ts";

const cropBox = { x0: 10, y0: 20, x1: 110, y1: 220 };
const boxes = (rotation: 0 | 90 | 180 | 270, userUnit = 1) => ({
  mediaBox: cropBox,
  cropBox,
  rotation,
  userUnit,
});

describe("a displayed page", () => {
  it.each([
    [0, 100, 200, [10, 20], [110, 220]],
    [90, 200, 100, [110, 20], [10, 220]],
    [180, 100, 200, [110, 220], [10, 20]],
    [270, 200, 100, [10, 220], [110, 20]],
  ] as const)(
    "rotated by %d maps its lower left and upper right corners",
    (rotation, width, height, low, high) => {
      const space = displaySpace(boxes(rotation));
      expect(space).toMatchObject({ width, height });
      expect(transformPoint(space.toUser, 0, 0)).toEqual(low);
      expect(transformPoint(space.toUser, width, height)).toEqual(high);
    },
  );

  it("is measured in points, whatever its user unit", () => {
    const space = displaySpace(boxes(0, 2));
    expect(space).toMatchObject({ width: 200, height: 400 });
    expect(transformPoint(space.toUser, 200, 400)).toEqual([110, 220]);
  });
});

describe("matrices", () => {
  it("are applied in order", () => {
    const both = multiply([2, 0, 0, 2, 0, 0], [0, 1, -1, 0, 5, 7]);
    expect(transformPoint(both, 1, 2)).toEqual(transformPoint([0, 1, -1, 0, 5, 7], 2, 4));
    expect(multiply(identity, both)).toEqual(both);
  });

  it("map a box to an upright box around it", () => {
    const { x0, y0, x1, y1 } = transformBox([0.6, 0.8, -0.8, 0.6, 0, 0], { x0: 0, y0: 0, x1: 1, y1: 1 });
    expect(transformBox([0, -1, 1, 0, 0, 0], { x0: 1, y0: 2, x1: 3, y1: 5 })).toEqual({
      x0: 2,
      y0: -3,
      x1: 5,
      y1: -1,
    });
    expect([x0, y0, x1, y1].map(rounded)).toEqual([-0.8, 0, 0.6, 1.4]);
  });
});
