/** Widely spaced lines form one paragraph if their spacing is even; other lines stay separate. */
import { describe, expect, it } from "vitest";
import { joinedParagraphs } from "../../src/reading/formats/text.ts";
import { type RawLine, withWords } from "../../src/reading/lines/raw-line.ts";

/** Joins blocks of lines [baseline, left, size]; returns the numbers of the lines in each block. */
function told(blocks: readonly (readonly (readonly [number, number, number?])[])[]) {
  let number = 0;
  const face = { name: "F", bold: false, italic: false, mono: false };
  const lines = blocks.map((block) => ({
    lines: block.map(([baseline, x0, size = 10]): RawLine => {
      const box = { x0, y0: baseline - size, x1: x0 + 100 + baseline, y1: baseline };
      const word = { text: `${number++}`, box, baseline, size, face, spaced: false };
      const like = { horizontal: true, rightToLeft: false, tag: undefined, begin: x0 };
      return { ...withWords(like, [word]), characters: [] };
    }),
  }));
  return joinedParagraphs(lines).map((block) => block.lines.map(({ text }) => Number(text)));
}

describe("widely spaced lines", () => {
  it("form one block until the spacing changes", () => {
    expect(told([[[0, 5]], [[16, 5]], [[32, 5]], [[58, 5]], [[74, 5]]])).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  it("stay separate if they start elsewhere, are larger, follow closer lines, or are too far apart", () => {
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
});
