/** Font sizes measured by the ink of words. */
import { expect, it } from "vitest";
import { typeSize } from "../../src/ocr/type-size.ts";

it("type size isn't measured by an italic f, whose descender upright type lacks", () => {
  const [width, height] = [200, 50];
  const pixels = new Uint8Array(width * height).fill(255);
  const words = ["of", "the", "half"].map((text, k) => {
    const word = { text, confidence: 90, x0: 10 + 60 * k, x1: 50 + 60 * k, y0: 5, y1: 45 };
    const low = text.includes("f") ? 34 : 28;
    for (let y = 10; y < low; y += 1) pixels.fill(0, y * width + word.x0, y * width + word.x0 + 9);
    return word;
  });
  const more = { height: 30, baseline: 28, fall: 0, vertical: false, first: true };
  expect(typeSize({ words, text: "of the half", ...more }, { width, height, pixels })).toBeCloseTo(18 / 0.72);
});
