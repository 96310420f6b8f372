/** Recognition without a recognizer, for tests of text layers: every picture has the same words. */
import { type MockInstance, vi } from "vitest";
import { asItIs } from "../../src/core/projection.ts";
import { Recognizer } from "../../src/ocr/recognizer.ts";

const texts = ["Minutes", "of", "the", "meeting"];

/** Replaces the recognizer until it is restored. */
export function recognizeWords(): MockInstance<Recognizer["recognize"]> {
  return vi.spyOn(Recognizer.prototype, "recognize").mockImplementation(async (image, dpi) => {
    const [width, height] = [(image.width * 72) / dpi, (image.height * 72) / dpi];
    const size = height / 20;
    const words = texts.map((text, k) => ({
      text,
      box: { x0: (width * (k + 1)) / 6, y0: height / 4 - size, x1: (width * (k + 1.8)) / 6, y1: height / 4 },
      ...{ confidence: 0.95, spaced: true },
    }));
    const line = { words, size, baseline: height / 4, bold: false, first: true };
    return { turn: 0, projection: asItIs, lines: [line], rules: [] };
  });
}
