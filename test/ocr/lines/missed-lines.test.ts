/** Rows of letters outside the lines that were found. */
import { expect, it } from "vitest";
import type { Box } from "../../../src/core/page-layout.ts";
import { missedRows } from "../../../src/ocr/lines/missed-lines.ts";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";

const [width, height] = [400, 200];

/** Letters of a row, 8 pixels wide and 16 high. */
const letters = (x: number, y: number, count: number): Box[] =>
  Array.from({ length: count }, (_, k) => ({ x0: x + 12 * k, x1: x + 12 * k + 8, y0: y, y1: y + 16 }));

function imageOf(boxes: readonly Box[]) {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { x0, y0, x1, y1 } of boxes)
    for (let y = y0; y < y1; y += 1) pixels.fill(0, y * width + x0, y * width + x1);
  return { width, height, pixels };
}

function lineOf(boxes: readonly Box[]): FoundLine {
  const words = boxes.map((box) => ({ ...box, text: "l", confidence: 90 }));
  return { words, text: "l", height: 18, baseline: boxes[0]?.y1 ?? 0, vertical: false, first: true };
}

const known = letters(20, 20, 20);

it("are found, each as one box", () => {
  const image = imageOf([...known, ...letters(250, 100, 6), ...letters(20, 101, 4)]);

  const rows = missedRows(image, [lineOf(known)], []);

  expect(rows.toSorted((a, b) => a.x0 - b.x0)).toEqual([
    { x0: 20, y0: 101, x1: 64, y1: 117 },
    { x0: 250, y0: 100, x1: 318, y1: 116 },
  ]);
});

it("aren't rules, large areas, specks, or single letters", () => {
  const rule = { x0: 20, y0: 60, x1: 380, y1: 62 };
  const area = { x0: 20, y0: 80, x1: 380, y1: 130 };
  const specks = letters(20, 150, 10).map((box) => ({ ...box, y1: box.y0 + 3 }));
  const image = imageOf([...known, rule, area, ...specks, ...letters(200, 180, 2)]);

  expect(missedRows(image, [lineOf(known)], [rule])).toEqual([]);
});
