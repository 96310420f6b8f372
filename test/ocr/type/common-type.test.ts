/** Font sizes and weights of recognized lines are shared across the document instead of measured line by line. */
import { describe, expect, it } from "vitest";
import { CommonType, type MeasuredLine } from "../../../src/ocr/type/common-type.ts";

function line(size: number, stroke: number, words = 8): MeasuredLine {
  const box = { x0: 72, y0: 100, x1: 80, y1: 110 };
  const word = { text: "word", box, confidence: 0.9, spaced: true };
  return { words: Array(words).fill(word), baseline: 110, size, bold: false, first: false, stroke };
}
const text = [10, 10.3, 9.8, 10.1, 10.6, 9.9].map((size) => line(size, 0.8));
const settled = (lines: readonly MeasuredLine[], type = new CommonType()) =>
  type.settled(lines).map(({ size, bold }) => ({ size, bold }));

describe("the type of a page", () => {
  it("has one size for body text, even if some lines measure larger", () => {
    const sizes = settled([...text, line(12.3, 0.85, 3)]).map(({ size }) => size);
    expect(new Set(sizes).size).toBe(1);
  });

  it("has headings of one size, bold if most of their lines are", () => {
    const headings = [line(16, 1.9, 2), line(16.4, 1.3, 1), line(15.8, 1.8, 3)];
    const found = settled([...text, ...headings]).slice(text.length);
    expect(new Set(found.map(({ size }) => size)).size).toBe(1);
    expect(found.map(({ bold }) => bold)).toEqual([true, true, true]);
  });

  it("has bold lines at body size, and small dark text that isn't bold", () => {
    const found = settled([...text, line(10, 1.1, 2), line(6.8, 0.8, 4)]).slice(text.length);
    expect(found.map(({ bold }) => bold)).toEqual([true, false]);
    expect(found[1]?.size).toBe(6.8);
  });
});

it("later pages share the sizes of earlier ones", () => {
  const type = new CommonType();
  type.settled([...text, line(16, 1.9, 3), line(16, 1.9, 3)]);
  expect(settled([line(10.7, 0.8, 3), line(16.6, 1.9, 2)], type)).toEqual([
    { size: 10.2, bold: false },
    { size: 16.2, bold: true },
  ]);
});

it("a line beside code, in a size that mostly code has, is misread code", () => {
  const code = { ...line(8, 0.7), mono: true };
  const misread = line(8.1, 0.7, 3);
  const all = new CommonType().settled([...text, code, code, misread, ...text, misread]);
  expect(all.map(({ mono = false }) => mono)).toEqual([
    ...text.map(() => false),
    ...[true, true, true],
    ...text.map(() => false),
    false,
  ]);
});

it("a line measured a little smaller is text beside a line of text, and small print elsewhere", () => {
  const at = (baseline: number, size: number) => ({ ...line(size, 0.8), baseline });
  const [first, small, apart] = settled([
    at(100, 10),
    at(113, 8.7),
    at(150, 8.7),
    ...text.map((one) => ({ ...one, baseline: 300 })),
  ]).map(({ size }) => size);
  expect(small).toBe(first);
  expect(apart).toBe(8.7);
});

it("a light line measured larger is text beside a line of text, and a heading elsewhere", () => {
  const at = (baseline: number, size: number) => ({ ...line(size, 0.8), baseline });
  const [first, large, apart] = settled([
    at(100, 10),
    at(113, 12.5),
    at(150, 12.5),
    ...text.map((one) => ({ ...one, baseline: 300 })),
  ]).map(({ size }) => size);
  expect(large).toBe(first);
  expect(apart).toBe(12.5);
});

it("a size between two common ones is the nearer", () => {
  const sizes = [line(16, 1.9, 9), line(14.2, 1.9, 6), line(14.9, 1.9, 1)];
  const [large, small, between] = settled([...text, ...sizes])
    .slice(text.length)
    .map(({ size }) => size);
  expect(large).toBe(16);
  expect(small).toBeLessThan(14.4);
  expect(between).toBe(small);
});

it("a line of small capitals within a paragraph is text, and the first line of one isn't", () => {
  const capitals = { ...line(7.4, 0.8), baseline: 113 };
  const [first, within] = settled([{ ...line(10, 0.8), baseline: 100 }, capitals, ...text]);
  expect(within?.size).toBe(first?.size);
  const [, begins] = settled([{ ...line(10, 0.8), baseline: 100 }, { ...capitals, first: true }, ...text]);
  expect(begins?.size).toBe(7.4);
});

it("weights are relative to the strokes of their page, not counting code", () => {
  const type = new CommonType();
  const pageOf = (stroke: number) => Array.from({ length: 15 }, () => line(10, stroke));
  const code = Array.from({ length: 40 }, () => ({ ...line(8, 0.5), mono: true }));
  expect(settled([...pageOf(0.8), ...code], type).filter(({ bold }) => bold)).toEqual([]);
  const blurred = settled([...pageOf(1), line(10, 1.2, 2)], type);
  expect(blurred.map(({ bold }) => bold)).toEqual([...pageOf(1).map(() => false), true]);
});

it("bold lines have sizes of their own, and that of the text if it is near", () => {
  const code = Array.from({ length: 9 }, () => ({ ...line(8.3, 0.7), mono: true }));
  const sizeOfBold = (size: number) => settled([...text, ...code, line(size, 1.2, 2)]).at(-1)?.size;
  expect([8.9, 9.6].map(sizeOfBold)).toEqual([8.9, 10.1]);
});
