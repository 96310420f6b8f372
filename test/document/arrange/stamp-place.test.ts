import { expect, it } from "vitest";
import { type StampPlace, stampMatrix } from "../../../src/document/arrange/stamp-place.ts";
import { transformBox } from "../../../src/document/pages/matrix.ts";

const page = { width: 600, height: 800 };
const stamp = { width: 100, height: 50 };

/** Left, bottom, right and top of the stamp on the page, rounded. */
function placed(place: Partial<StampPlace>, size = stamp) {
  const matrix = stampMatrix(size, page, { at: "middle-center", width: undefined, rotate: 0, ...place });
  const { x0, y0, x1, y1 } = transformBox(matrix, { x0: 0, y0: 0, x1: size.width, y1: size.height });
  return [x0, y0, x1, y1].map((value) => Math.round(value * 100) / 100);
}

it.each<[what: string, place: Partial<StampPlace>, size: typeof stamp, box: number[]]>([
  ["in its own size", {}, stamp, [250, 375, 350, 425]],
  ["36 points from the edges", { at: "top-left" }, stamp, [36, 714, 136, 764]],
  ["36 points from the others", { at: "bottom-right" }, stamp, [464, 36, 564, 86]],
  ["with a width", { width: 200 }, stamp, [200, 350, 400, 450]],
  ["less far where it wouldn't fit", { at: "top-left", width: 580 }, stamp, [10, 474, 590, 764]],
  ["at most as large as the page", { at: "top-left", width: 1000 }, stamp, [0, 464, 600, 764]],
  ["by its turned box", { at: "bottom-left", rotate: 90 }, stamp, [36, 36, 86, 136]],
  ["by its turned box, reduced", { rotate: -90 }, { width: 1600, height: 800 }, [100, 0, 500, 800]],
  ["turned by any angle", { at: "bottom-left", rotate: 45 }, stamp, [36, 36, 142.07, 142.07]],
  ["in the middle of a box, enlarged", { at: { x0: 0, y0: 0, x1: 200, y1: 300 } }, stamp, [0, 100, 200, 200]],
])("a stamp lies %s", (_, place, size, box) => {
  expect(placed(place, size)).toEqual(box);
});

it.each([
  [90, [0, -1, 1, 0]],
  [-180, [-1, 0, 0, -1]],
  [720, [1, 0, 0, 1]],
])("a turn by %i degrees is exact, and clockwise", (rotate, turn) => {
  const matrix = stampMatrix(stamp, page, { at: "middle-center", width: undefined, rotate });
  expect(matrix.slice(0, 4).map((part) => part + 0)).toEqual(turn);
});
