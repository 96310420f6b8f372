import { describe, expect, it } from "vitest";
import { placeAppearance } from "../../../src/document/flatten/place.ts";
import { transformPoint } from "../../../src/document/pages/matrix.ts";
import { parseValue } from "../../cos/files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const { cos } = read(pagesPdf([""]));
function place(form: string, rect: number[], rotation: 0 | 90 | 180 | 270 = 0) {
  const dict = parseValue(Buffer.from(`<<${form}>>`, "latin1"));
  return dict instanceof Map ? placeAppearance(cos, dict, rect, rotation) : undefined;
}

describe("an appearance on its page", () => {
  it("fills the rectangle with its box, after its own matrix", () => {
    expect(place("/BBox[0 0 10 20]", [100, 200, 120, 220])).toEqual([2, 0, 0, 1, 100, 200]);
    // Turned by its matrix, 20 wide and 10 high from (-20, 0) on.
    expect(place("/BBox[0 0 10 20]/Matrix[0 1 -1 0 0 0]", [0, 0, 20, 20])).toEqual([1, 0, 0, 2, 20, 0]);
  });

  it("that does not turn with its page stays at its upper left corner", () => {
    for (const rotation of [90, 180, 270] as const) {
      const matrix = place("/BBox[0 0 10 10]", [100, 100, 110, 110], rotation);
      const [x, y] = matrix ? transformPoint(matrix, 0, 10) : [0, 0];
      expect([Math.round(x), Math.round(y)]).toEqual([100, 110]);
    }
    expect(place("/BBox[0 0 10 10]", [100, 100, 110, 110], 90)?.slice(0, 4)).toEqual([0, 1, -1, 0]);
  });

  it("without an area is none", () => {
    expect(place("/BBox[0 0 0 10]", [0, 0, 9, 9])).toBeUndefined();
    expect(place("/BBox[0 0 9 9]/Matrix[0 0 0 0 0 0]", [0, 0, 9, 9])).toBeUndefined();
    expect(place("/BBox[0 0 9 9]", [1, 1, 1, 9])).toBeUndefined();
  });
});
