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
  it("fits its transformed box into the rectangle", () => {
    expect(place("/BBox[0 0 10 20]", [100, 200, 120, 220])).toEqual([2, 0, 0, 1, 100, 200]);
    // Its matrix turns it: 20 wide and 10 high, starting at (-20, 0).
    expect(place("/BBox[0 0 10 20]/Matrix[0 1 -1 0 0 0]", [0, 0, 20, 20])).toEqual([1, 0, 0, 2, 20, 0]);
  });

  it("keeps its upper left corner in place if it doesn't rotate with the page", () => {
    for (const rotation of [90, 180, 270] as const) {
      const matrix = place("/BBox[0 0 10 10]", [100, 100, 110, 110], rotation);
      const [x, y] = matrix ? transformPoint(matrix, 0, 10) : [0, 0];
      expect([Math.round(x), Math.round(y)]).toEqual([100, 110]);
    }
    expect(place("/BBox[0 0 10 10]", [100, 100, 110, 110], 90)?.slice(0, 4)).toEqual([0, 1, -1, 0]);
  });

  it("has no placement without an area", () => {
    expect(place("/BBox[0 0 0 10]", [0, 0, 9, 9])).toBeUndefined();
    expect(place("/BBox[0 0 9 9]/Matrix[0 0 0 0 0 0]", [0, 0, 9, 9])).toBeUndefined();
    expect(place("/BBox[0 0 9 9]", [1, 1, 1, 9])).toBeUndefined();
  });
});
