/** Marks before lines: found on the picture where the line finder passed them over. */
import { describe, expect, it } from "vitest";
import type { GrayImage } from "../../src/core/page-reading.ts";
import { withMarks } from "../../src/ocr/list-marks.ts";
import { inReadingOrder } from "../../src/ocr/reading-order.ts";
import type { FoundLine } from "../../src/ocr/tesseract.ts";

const [width, height] = [300, 60];
/** White paper with black boxes: x0, y0, x1, y1. */
function paper(...boxes: readonly (readonly [number, number, number, number])[]): GrayImage {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [x0, y0, x1, y1] of boxes)
    for (let y = y0; y < y1; y += 1) pixels.fill(0, y * width + x0, y * width + x1);
  return { width, height, pixels };
}

/** Words of 30 pixels, in a type of 20, from the left in this order. */
function line(texts: readonly string[], left = 60): FoundLine {
  const words = texts.map((text, at) => {
    const x0 = left + 40 * at;
    return { text, confidence: 90, x0, x1: x0 + 30, y0: 20, y1: 34 };
  });
  return { words, text: texts.join(" "), height: 20, baseline: 34, fall: 0, vertical: false, first: true };
}
const marked = (found: FoundLine, image: GrayImage, read: (count: number) => string[] = () => []) =>
  withMarks([found], [20], image, ({ length }) => read(length))[0]?.words.map(({ text }) => text);

describe("a mark before a line", () => {
  const text = ["the", "text"];

  it("is a bullet where a small square stands above the baseline", () => {
    expect(marked(line(text), paper([40, 25, 46, 31]))).toEqual(["•", "the", "text"]);
    const read = line(text);
    const asLetter = { text: "e", confidence: 50, x0: 40, x1: 46, y0: 25, y1: 31 };
    const withLetter = { ...read, words: [asLetter, ...read.words] };
    expect(marked(withLetter, paper([40, 25, 46, 31]))).toEqual(["•", "the", "text"]);
  });

  it("is none where it is a full stop, a speck, too far away, or part of what stands there", () => {
    for (const box of [
      [40, 32, 42, 34],
      [40, 27, 41, 28],
      [5, 25, 11, 31],
      [10, 20, 56, 34],
    ] as const)
      expect(marked(line(text), paper(box))).toEqual(["the", "text"]);
  });

  it("is read where it has the height of letters, and taken where it counts", () => {
    const number = paper([40, 20, 44, 34]);
    expect(marked(line(text), number, () => ["1.\n"])).toEqual(["1.", "the", "text"]);
    expect(marked(line(text), number, () => ["x\n"])).toEqual(["the", "text"]);
    const dot = line([".die", "text"]);
    expect(marked(dot, number, () => ["1. die\n"])).toEqual(["1.", "die", "text"]);
  });

  it("is not asked for where it is another line's word", () => {
    const other = line(["a"], 40);
    const found = withMarks([line(text, 80), other], [20, 20], paper([42, 20, 60, 34]), () => ["1."]);
    expect(found[0]?.words).toHaveLength(2);
  });

  it("stands on the right of lines that lead from there", () => {
    expect(marked(inReadingOrder(line(["متن", "هذا"])), paper([140, 25, 146, 31]))).toEqual([
      "•",
      "هذا",
      "متن",
    ]);
  });
});

describe("a line that leads from the right", () => {
  const order = (texts: readonly string[]) => inReadingOrder(line(texts)).words.map(({ text }) => text);

  it("has its words in the order that they are read in, those of Latin among them from the left", () => {
    expect(order(["كتاب", "Hello", "world", "هذا", "نص"])).toEqual(["نص", "هذا", "Hello", "world", "كتاب"]);
    expect(order(["this", "is", "كتاب"])).toEqual(["this", "is", "كتاب"]);
  });

  it("has a word after those that its box reaches over", () => {
    const { words, ...rest } = line(["هذا", "نص", "كتاب"]);
    const wide = words.map((word, at) => (at === 0 ? { ...word, x1: 175 } : word));
    expect(inReadingOrder({ words: wide, ...rest }).words.map(({ text }) => text)).toEqual([
      "كتاب",
      "نص",
      "هذا",
    ]);
  });

  it("has commas where quotes are closed that were not opened", () => {
    expect(order(["«نص»", "الشاشة»"])).toEqual(["الشاشة،", "«نص»"]);
  });

  it("has commas where other marks stand after Arabic letters, or a hamza that cannot end the word", () => {
    expect(order(["الطماطمء", "الحظ,", "شيء"])).toEqual(["شيء", "الحظ،", "الطماطم،"]);
    expect(order(["שלום,", "1,5"])).toEqual(["1,5", "שלום,"]);
  });
});
