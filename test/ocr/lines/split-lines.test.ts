/** Lines that the line finder took apart. */
import { expect, it } from "vitest";
import { withoutSplits } from "../../../src/ocr/lines/split-lines.ts";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";

function line(text: string, x0: number, x1: number, baseline: number): FoundLine {
  const words = [{ text, confidence: 90, x0, x1, y0: baseline - 15, y1: baseline + 5 }];
  return { words, text, height: 20, baseline, vertical: false, first: text === "3. Der" };
}
const texts = (lines: readonly FoundLine[]) => withoutSplits(lines).map(({ text }) => text);

it("a line is whole, where its longest part is, if no column has an edge at the space within", () => {
  const split = [
    line("3. Der", 70, 117, 100),
    line("above", 90, 535, 70),
    line("Antrag kann", 138, 535, 101),
  ];
  expect(texts([...split, line("below", 90, 535, 130)])).toEqual(["above", "3. Der Antrag kann", "below"]);
  expect(withoutSplits(split).at(-1)?.first).toBe(true);
});

it("lines of columns remain apart, as do those of different baselines and those far from each other", () => {
  const left = [line("a", 70, 300, 100), line("b", 70, 300, 130)];
  const right = [line("c", 320, 550, 100), line("d", 320, 550, 130)];
  expect(texts([...left, ...right])).toEqual(["a", "b", "c", "d"]);
  expect(texts([line("a", 70, 300, 100), line("b", 310, 550, 106)])).toEqual(["a", "b"]);
  expect(texts([line("a", 70, 300, 100), line("b", 350, 550, 100)])).toEqual(["a", "b"]);
});
