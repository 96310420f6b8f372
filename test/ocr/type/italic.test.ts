/** Italics, recognized by the slant of their strokes. */
import { expect, it } from "vitest";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";
import { isItalic } from "../../../src/ocr/type/type-size.ts";

/** A word of five strokes, 20 pixels high, that lean to the right by this much. */
function drawn(text: string, slant: number) {
  const [width, height] = [120, 40];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 10; y < 30; y += 1)
    for (let stroke = 0; stroke < 5; stroke += 1) {
      const x = 20 + 14 * stroke + Math.round(slant * (30 - y));
      pixels.fill(0, y * width + x, y * width + x + 3);
    }
  const words = [{ text, confidence: 90, x0: 16, x1: 100, y0: 8, y1: 32 }];
  const line: FoundLine = { words, text, height: 24, baseline: 30, vertical: false, first: true };
  return isItalic(line, { width, height, pixels });
}

it("letters with slanted strokes are italic", () => {
  expect(drawn("Notes", 0.2)).toBe(true);
  expect(drawn("Notes", 0)).toBe(false);
});

it("numbers and scripts without upright strokes aren't", () => {
  expect(drawn("1/7/8", 0.2)).toBe(false);
  expect(drawn("المكون", 0.2)).toBe(false);
});
