/** Bold words before a wide space at the start of a paragraph, recognized by their strokes. */
import { expect, it } from "vitest";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";
import { runInWords } from "../../../src/ocr/type/run-in.ts";

const [width, height] = [400, 40];

/** Words of four strokes this wide, after these spaces. */
function drawn(...words: readonly (readonly [text: string, space: number, stroke: number])[]) {
  const pixels = new Uint8Array(width * height).fill(255);
  let x = 10;
  const found = words.map(([text, space, stroke]) => {
    const x0 = x + space;
    x = x0 + 40;
    for (let y = 10; y < 24; y += 1)
      for (let at = 0; at < 4; at += 1)
        pixels.fill(0, y * width + x0 + 10 * at, y * width + x0 + 10 * at + stroke);
    return { text, confidence: 90, x0, x1: x, y0: 8, y1: 26 };
  });
  const line: FoundLine = {
    ...{ words: found, text: words.map(([text]) => text).join(" ") },
    ...{ height: 20, baseline: 24, vertical: false, first: true },
  };
  return { line, image: { width, height, pixels } };
}
const countOf = ({ line, image }: ReturnType<typeof drawn>) => runInWords(line, 20, image);

it("bold words before a wide space begin their paragraph as a heading", () => {
  expect(countOf(drawn(["Fork", 0, 4], ["choice", 6, 4], ["Blocks", 20, 2], ["are", 6, 2]))).toBe(2);
});

it("no heading has the weight of the text, a space like the others, no name, or lines above it", () => {
  expect(countOf(drawn(["Fork", 0, 2], ["choice", 6, 2], ["Blocks", 20, 2], ["are", 6, 2]))).toBe(0);
  expect(countOf(drawn(["Fork", 0, 4], ["choice", 18, 4], ["Blocks", 20, 2], ["are", 6, 2]))).toBe(0);
  expect(countOf(drawn(["3.1", 0, 4], ["Blocks", 20, 2], ["are", 6, 2]))).toBe(0);
  const within = drawn(["Fork", 0, 4], ["choice", 6, 4], ["Blocks", 20, 2], ["are", 6, 2]);
  expect(countOf({ ...within, line: { ...within.line, first: false } })).toBe(0);
});
