/** Photographed pages with uneven light: how well they are read, and which images stay unchanged. */
import { afterAll, expect, it } from "vitest";
import type { GrayImage } from "../../../src/core/page-reading.ts";
import { evenlyLit, withoutSolid } from "../../../src/ocr/picture/even-light.ts";
import { Recognizer } from "../../../src/ocr/recognizer.ts";
import { modelBytes } from "../../../src/ocr/tesseract/script-models.ts";
import { Tesseract } from "../../../src/ocr/tesseract/tesseract.ts";
import { dpi, photographed, picture } from "../pictures.ts";

const recognizer = new Recognizer();
const engine = await Tesseract.open("Latin", (name) => modelBytes(name, []));
afterAll(() => {
  recognizer[Symbol.dispose]();
  engine[Symbol.dispose]();
});

const prose = [
  "The committee met in the morning and heard the report of its secretary, who had",
  "counted 1,204 letters in March and found that most of them asked for the same thing:",
  "a bridge over the river, wide enough for two carts and high enough for every barge.",
  "Nobody spoke against it. The treasurer reminded the members that the last bridge had",
  "cost more than the school and the market together, and that it fell within a winter.",
];
const page = await picture(
  Array.from({ length: 20 }, (_, k) => {
    return { text: prose[k % prose.length] ?? "", x: 72, baseline: 90 + 32 * k, size: 11 };
  }),
);
const truth = Array.from({ length: 4 }, () => prose)
  .flat(2)
  .flatMap((line) => line.split(" "));

/** The share of correct words, 0 to 1, counting repetitions. */
function wordF1(found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of truth) left.set(word, (left.get(word) ?? 0) + 1);
  const right = found.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return (2 * right.length) / (truth.length + found.length);
}

async function recognized(image: GrayImage): Promise<number> {
  const { lines } = await recognizer.recognize(image, dpi);
  return wordF1(lines.flatMap(({ words }) => words.map(({ text }) => text)));
}

it("a photographed page is read nearly as well as the clean one, but badly if its light isn't evened out", async () => {
  const photograph = photographed(page, 0.2);
  const uneven = engine.lines(photograph, dpi).flatMap(({ words }) => words.map(({ text }) => text));
  expect(wordF1(uneven)).toBeLessThan(0.8);
  const ceiling = await recognized(page);
  expect(ceiling).toBeGreaterThan(0.99);
  expect(await recognized(photograph)).toBeGreaterThan(0.96 * ceiling);
});

it("an image stays unchanged if its light is even or nearly so", () => {
  const [width, height] = [100, 70];
  const plain = (value: number): GrayImage => ({
    width,
    height,
    pixels: new Uint8Array(width * height).fill(value),
  });
  for (const image of [page, photographed(page, 0.75), plain(255), plain(90), plain(0)])
    expect(evenlyLit(image, 150)).toBe(image);
});

it("paper becomes white on all sides of an image, and anything darker than shadows stays dark", () => {
  const [width, height] = [320, 200];
  const photograph = 160;
  const value = (x: number) => (x < photograph ? 250 - x : 20);
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => value(at % width));
  const row = evenlyLit({ width, height, pixels }, 150).pixels.subarray(0, width);
  for (const x of [0, 40, 90, 130]) expect(row[x]).toBeGreaterThan(215);
  for (const x of [200, 250, 319]) expect(row[x]).toBeLessThan(100);
});

it("the table under a page becomes white, and large letters stay", () => {
  const [width, height] = [160, 96];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1) pixels.fill(40, y * width, y * width + 34);
  const letter = { x: 80, y: 32, side: 14 };
  for (let y = letter.y; y < letter.y + letter.side; y += 1)
    pixels.fill(0, y * width + letter.x, y * width + letter.x + letter.side);

  const seen = withoutSolid({ width, height, pixels }, 150).pixels;

  expect(seen[50 * width + 20]).toBe(255);
  expect(seen[40 * width + letter.x + 5]).toBe(0);
});
