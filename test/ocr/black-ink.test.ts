/** Gray text, which weighs as much as black text of the same shape. */
import { expect, it } from "vitest";
import type { GrayImage } from "../../src/core/page-reading.ts";
import { strokesIn, withBlackInk } from "../../src/ocr/picture/bitmap.ts";
import { blurred, picture } from "./pictures.ts";

const strokeWidth = (image: GrayImage) => {
  const { area, edges } = strokesIn(image, box);
  return (2 * area) / edges;
};

const box = { x0: 140, y0: 160, x1: 640, y1: 225 };

it("gray text measures nearly the same as black text, which stays unchanged", async () => {
  const black = blurred(await picture([{ text: "Annual report", x: 72, baseline: 100, size: 20 }]));
  const gray = { ...black, pixels: black.pixels.map((value) => 255 - (255 - value) * 0.5) };
  expect(Buffer.from(withBlackInk(black, [box]).pixels).equals(black.pixels)).toBe(true);
  expect(strokeWidth(gray) / strokeWidth(black)).toBeLessThan(0.76);
  expect(strokeWidth(withBlackInk(gray, [box])) / strokeWidth(black)).toBeGreaterThan(0.87);
});
