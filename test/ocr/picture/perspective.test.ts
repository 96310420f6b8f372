/** Pages seen at an angle, as a phone photographs them. */
import { expect, it } from "vitest";
import { asItIs, type Projection, projected, through, tilted } from "../../../src/core/projection.ts";
import { seenThrough } from "../../../src/ocr/picture/bitmap.ts";
import { projectionOf } from "../../../src/ocr/picture/perspective.ts";
import { Recognizer } from "../../../src/ocr/recognizer.ts";
import { dpi, mirrored, picture } from "../pictures.ts";

const sentence = "and found that most of them asked for the same thing in March";
const lines = Array.from({ length: 12 }, (_, k) => ({
  text: sentence,
  x: 100,
  baseline: 120 + 50 * k,
  size: 12,
}));

function inverse([a, b, c, d, e, f, g, h, i]: Projection): Projection {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const parts = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f];
  const [p = 0, q = 0, r = 0, s = 0, t = 0, u = 0] = parts.map((part) => part / det);
  return [p, q, r, s, t, u, (d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det];
}

it("slanted pages are straightened, and words get their positions in the original image", async () => {
  // In pixels; the recognizer reports points.
  const side = through([1, 0, 0, 0, 1, 0, 0.00009, 0.00003, 1], tilted(0.02));
  const photo = seenThrough(await picture(lines), inverse(side));
  using recognizer = new Recognizer();
  const page = await recognizer.recognize(photo, dpi);
  expect(page.lines.map(({ words }) => words.map(({ text }) => text).join(" "))).toEqual(
    lines.map(() => sentence),
  );
  for (const [k, line] of page.lines.entries()) {
    const seen = projected(page.projection, (line.words[0]?.box.x0 ?? 0) - 306, line.baseline - 396);
    const pixels = dpi / 72;
    const truth = projected(side, (100 - 306) * pixels, ((lines[k]?.baseline ?? 0) - 396) * pixels);
    expect(Math.abs(seen.x - truth.x / pixels)).toBeLessThan(2);
    expect(Math.abs(seen.y - truth.y / pixels)).toBeLessThan(2);
  }
});

it("slightly rotated pages aren't mistaken for slanted ones", async () => {
  const page = await picture(lines);
  expect(projectionOf(page, 150)).toBe(asItIs);
  const [right = 0, , , down = 0, , , ...perspective] =
    projectionOf(seenThrough(page, tilted(0.02)), 150) ?? asItIs;
  expect(down / right).toBeCloseTo(-0.02, 3);
  expect(perspective).toEqual([0, 0, 1]);
});

it("a line that isn't recognized is reported with its position", async () => {
  const page = await picture(lines);
  const strange = mirrored(await picture(lines.slice(5, 6)));
  const pixels = page.pixels.slice();
  const [from, to] = [340, 380].map((y) => Math.round((y * dpi) / 72) * page.width);
  pixels.set(strange.pixels.subarray(from, to), from);
  using recognizer = new Recognizer();
  const { unread = [] } = await recognizer.recognize({ ...page, pixels }, dpi);
  expect(unread).toHaveLength(1);
  expect(unread[0]?.y0).toBeGreaterThan(350);
  expect(unread[0]?.y1).toBeLessThan(380);
});
