/** Gray text, which weighs as much as black text of the same shape. */
import { expect, it } from "vitest";
import { strokeWidth, withBlackInk } from "../../src/ocr/picture/bitmap.ts";
import { blurred, picture } from "./pictures.ts";

const box = { x0: 140, y0: 160, x1: 640, y1: 225 };

it("gray text measures nearly the same as black text, which stays unchanged", async () => {
  const black = blurred(await picture([{ text: "Annual report", x: 72, baseline: 100, size: 20 }]));
  const gray = { ...black, pixels: black.pixels.map((value) => 255 - (255 - value) * 0.5) };
  expect(Buffer.from(withBlackInk(black, [box]).pixels).equals(black.pixels)).toBe(true);
  expect(strokeWidth(gray, box) / strokeWidth(black, box)).toBeLessThan(0.76);
  expect(strokeWidth(withBlackInk(gray, [box]), box) / strokeWidth(black, box)).toBeGreaterThan(0.87);
});
