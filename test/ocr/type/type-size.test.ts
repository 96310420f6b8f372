/** Font sizes measured by the ink of words. */
import { expect, it } from "vitest";
import { typeSize, typeSizes } from "../../../src/ocr/type/type-size.ts";

const [width, height] = [200, 50];
const paper = () => new Uint8Array(width * height).fill(255);
const wordAt = (text: string, k: number) => ({
  text,
  confidence: 90,
  x0: 10 + 60 * k,
  x1: 50 + 60 * k,
  y0: 5,
  y1: 45,
});
const lineOf = (...texts: string[]) => {
  const more = { height: 30, baseline: 28, vertical: false, first: true };
  return { words: texts.map(wordAt), text: texts.join(" "), ...more };
};
const capital = 0.69;

it("type size isn't measured by an italic f, whose descender upright type lacks", () => {
  const pixels = paper();
  const line = lineOf("of", "the", "half");
  for (const { text, x0 } of line.words) {
    const low = text.includes("f") ? 34 : 28;
    for (let y = 10; y < low; y += 1) pixels.fill(0, y * width + x0, y * width + x0 + 9);
  }
  expect(typeSize(line, { width, height, pixels })).toBeCloseTo(18 / capital);
});

it("type size counts a row of gray as a part of a row", () => {
  const pixels = paper();
  for (let y = 10; y < 28; y += 1) pixels.fill(y === 10 ? 135 : 0, y * width + 12, y * width + 20);
  expect(typeSize(lineOf("the"), { width, height, pixels })).toBeCloseTo(17.5 / capital);
});

it("type size includes the bar below a digit, and the one above the letters of Hindi, but no underline", () => {
  const bars = (text: string, bar: number, wide: number) => {
    const pixels = paper();
    const word = { ...wordAt(text, 0), x1: 10 + wide };
    for (let y = 10; y < 28; y += 1) pixels.fill(0, y * width + 12, y * width + 14);
    for (let y = bar; y < bar + 2; y += 1) pixels.fill(0, y * width + 10, y * width + 10 + wide);
    return typeSize({ ...lineOf(), words: [word] }, { width, height, pixels }) ?? 0;
  };
  expect(bars("2", 26, 12)).toBeCloseTo(18 / capital);
  expect(bars("कल", 10, 50)).toBeCloseTo(18 / 0.63);
  expect(bars("the", 28, 50)).toBeCloseTo(18 / capital);
});

it("the size of a line without useful words follows from its height, as in other lines of the page", () => {
  const pixels = paper();
  for (let y = 10; y < 28; y += 1) pixels.fill(0, y * width + 12, y * width + 20);
  const [known = 0, unknown] = typeSizes(
    [lineOf("the"), { ...lineOf("it,"), height: 15 }],
    {
      width,
      height,
      pixels,
    },
    [],
  );
  expect(unknown).toBeCloseTo(known / 2);
});

it("type size is measured between the drawn lines that a word's box includes", () => {
  const pixels = paper();
  for (let y = 14; y < 32; y += 1) pixels.fill(0, y * width + 12, y * width + 20);
  for (const y of [6, 42]) pixels.fill(150, y * width, (y + 1) * width);
  const rules = [6, 42].map((y0) => ({ x0: 0, x1: width, y0, y1: y0 + 1 }));
  expect(typeSizes([lineOf("the")], { width, height, pixels }, rules)[0]).toBeCloseTo(18 / capital);
});
