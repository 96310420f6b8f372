/** Lines set wide apart are one paragraph where they follow each other at one distance, and others stay as they are. */
import { describe, expect, it } from "vitest";
import { joinedParagraphs } from "../../src/reading/lines/join-paragraph-lines.ts";

/** Blocks of lines [baseline, left, size]; what is said of them is their number. */
function told(blocks: readonly (readonly (readonly [number, number, number?])[])[], tail = 0) {
  let number = 0;
  const named = blocks.map((lines) => ({ lines: lines.map(() => number++) }));
  const extents = blocks
    .flat()
    .map(([baseline, x0, size = 10]) => ({ x0, x1: x0 + 100 + baseline, baseline, size }));
  const end = tail > 0 ? [{ lines: Array.from({ length: tail }, () => number++) }] : [];
  return joinedParagraphs([...named, ...end], extents).map(({ lines }) => lines);
}

describe("lines wide apart", () => {
  it("are one block until the distance is another", () => {
    expect(told([[[0, 5]], [[16, 5]], [[32, 5]], [[58, 5]], [[74, 5]]])).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  it("stay apart where they begin elsewhere, are larger, follow closer lines, or are too far", () => {
    expect(told([[[0, 5]], [[16, 30]]])).toEqual([[0], [1]]);
    expect(told([[[0, 5, 14]], [[16, 5]]])).toEqual([[0], [1]]);
    expect(
      told([
        [
          [0, 5],
          [12, 5],
        ],
        [[28, 5]],
        [
          [44, 5],
          [56, 5],
        ],
      ]),
    ).toEqual([[0, 1], [2], [3, 4]]);
    expect(told([[[0, 5]], [[25, 5]]])).toEqual([[0], [1]]);
  });

  it("are left alone where their number is not that of the lines", () => {
    expect(told([[[0, 5]], [[16, 5]]], 1)).toEqual([[0, 1], [2]]);
    expect(told([[[0, 5]], [[16, 5]]], 2)).toEqual([[0], [1], [2, 3]]);
  });
});
