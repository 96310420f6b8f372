/** List markers before lines: found in the image if the line finder missed them. */
import { describe, expect, it } from "vitest";
import type { GrayImage } from "../../../src/core/page-reading.ts";
import { withMarks } from "../../../src/ocr/lines/list-marks.ts";
import { inReadingOrder } from "../../../src/ocr/lines/reading-order.ts";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";

const [width, height] = [300, 60];
/** White paper with black boxes: x0, y0, x1, y1. */
function paper(...boxes: readonly (readonly [number, number, number, number])[]): GrayImage {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [x0, y0, x1, y1] of boxes)
    for (let y = y0; y < y1; y += 1) pixels.fill(0, y * width + x0, y * width + x1);
  return { width, height, pixels };
}

/** Words 30 pixels wide, with a font size of 20, from the left in this order. */
function line(texts: readonly string[], left = 60): FoundLine {
  const words = texts.map((text, at) => {
    const x0 = left + 40 * at;
    return { text, confidence: 90, x0, x1: x0 + 30, y0: 20, y1: 34 };
  });
  return { words, text: texts.join(" "), height: 20, baseline: 34, vertical: false, first: true };
}
const marked = (found: FoundLine, image: GrayImage, read: (count: number) => string[] = () => []) =>
  withMarks([found], [20], image, ({ length }) => read(length))[0]?.words.map(({ text }) => text);

describe("a marker before a line", () => {
  const text = ["the", "text"];

  it("is a bullet if it is a small square above the baseline", () => {
    expect(marked(line(text), paper([40, 25, 46, 31]))).toEqual(["•", "the", "text"]);
    const read = line(text);
    const asLetter = { text: "e", confidence: 50, x0: 40, x1: 46, y0: 25, y1: 31 };
    const withLetter = { ...read, words: [asLetter, ...read.words] };
    expect(marked(withLetter, paper([40, 25, 46, 31]))).toEqual(["•", "the", "text"]);
  });

  it("is a bullet if it was read as marks whose box cuts it, unlike a quote", () => {
    const read = line(text);
    const asMark = { text: "”", confidence: 50, x0: 43, x1: 45, y0: 27, y1: 29 };
    const withMark = { ...read, words: [asMark, ...read.words] };
    expect(marked(withMark, paper([40, 25, 46, 31]))).toEqual(["•", "the", "text"]);
    expect(marked(withMark, paper([43, 20, 45, 30]))).toEqual(["”", "the", "text"]);
  });

  it("isn't found if it is a period, a speck, too far away, or part of existing text", () => {
    for (const box of [
      [40, 32, 42, 34],
      [40, 27, 41, 28],
      [5, 25, 11, 31],
      [10, 20, 56, 34],
    ] as const)
      expect(marked(line(text), paper(box))).toEqual(["the", "text"]);
  });

  it("is read if it is as tall as letters, and used if it is a number", () => {
    const number = paper([40, 20, 44, 34]);
    expect(marked(line(text), number, () => ["1. the text\n"])).toEqual(["1.", "the", "text"]);
    expect(marked(line(text), number, () => ["1.5 the text\n"])).toEqual(["the", "text"]);
    expect(marked(line(text), number, () => ["x\n"])).toEqual(["the", "text"]);
    const dot = line([".die", "text"]);
    expect(marked(dot, number, () => ["1. die\n"])).toEqual(["1.", "die", "text"]);
  });

  it("isn't read if it is another line's word", () => {
    const other = line(["a"], 40);
    const found = withMarks([line(text, 80), other], [20, 20], paper([42, 20, 60, 34]), () => ["1."]);
    expect(found[0]?.words).toHaveLength(2);
  });

  it("is on the right of right-to-left lines", () => {
    expect(marked(inReadingOrder(line(["متن", "هذا"])), paper([140, 25, 146, 31]))).toEqual([
      "•",
      "هذا",
      "متن",
    ]);
  });
});

it("a digit before the dot that begins a line makes it a number", () => {
  const dot = { text: ".", confidence: 60, x0: 50, x1: 52, y0: 32, y1: 34 };
  const read = line(["the", "text"]);
  const found = marked(
    { ...read, words: [dot, ...read.words] },
    paper([42, 20, 45, 34], [50, 32, 52, 34]),
    () => ["1."],
  );
  expect(found).toEqual(["1.", "the", "text"]);
});

describe("a right-to-left line", () => {
  const order = (texts: readonly string[]) => inReadingOrder(line(texts)).words.map(({ text }) => text);

  it("has its words in reading order, with Latin words running from the left", () => {
    expect(order(["كتاب", "Hello", "world", "هذا", "نص"])).toEqual(["نص", "هذا", "Hello", "world", "كتاب"]);
    expect(order(["this", "is", "كتاب"])).toEqual(["this", "is", "كتاب"]);
  });

  it("keeps the order of words if one's box overlaps the next", () => {
    const { words, ...rest } = line(["هذا", "نص", "كتاب"]);
    const wide = words.map((word, at) => (at === 0 ? { ...word, x1: 175 } : word));
    expect(inReadingOrder({ words: wide, ...rest }).words.map(({ text }) => text)).toEqual([
      "كتاب",
      "نص",
      "هذا",
    ]);
  });

  it("has commas instead of closing quotes that were never opened", () => {
    expect(order(["«نص»", "الشاشة»"])).toEqual(["الشاشة،", "«نص»"]);
  });

  it("has commas instead of other marks after Arabic letters, or of a hamza that can't end the word", () => {
    expect(order(["الطماطمء", "الحظ,", "شيء"])).toEqual(["شيء", "الحظ،", "الطماطم،"]);
    expect(order(["שלום,", "1,5"])).toEqual(["1,5", "שלום,"]);
  });
});
