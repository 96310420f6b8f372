import { describe, expect, it } from "vitest";
import { comb, list, paragraphs, singleLine } from "../../../src/document/forms/field-layout.ts";

/** Each letter is half an em wide. */
const measure = (text: string) => text.length / 2;
const box = { width: 104, height: 22, padding: 2, quadding: 0, size: 10 };
const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

describe("one line", () => {
  it("is aligned left, center or right, and centered vertically", () => {
    const xs = [0, 1, 2].map((quadding) => singleLine("abcd", { ...box, quadding }, measure)[0]?.x);
    expect(xs).toEqual([2, 42, 82]);
    expect(singleLine("abcd", box, measure)[0]?.y).toBeCloseTo((22 - 9.6) / 2 + 2.2);
  });

  it("without a given size is as large as fits, but never too small to read", () => {
    const size = (text: string) => singleLine(text, { ...box, size: 0 }, measure)[0]?.size;
    expect(size("ab")).toBeCloseTo(20 / 0.96);
    expect(size("a".repeat(20))).toBeCloseTo(10);
    expect(size("a".repeat(1000))).toBe(4);
  });
});

describe("a comb", () => {
  it("centers each character in its cell and drops characters without a cell", () => {
    const placed = comb("abcde", 4, { ...box, width: 80 }, measure);
    expect(placed.map(({ text, x }) => [text, x])).toEqual([
      ["a", 7.5],
      ["b", 27.5],
      ["c", 47.5],
      ["d", 67.5],
    ]);
  });

  it("leaves cells empty unless aligned left", () => {
    const first = (quadding: number) => comb("a", 4, { ...box, width: 80, quadding }, measure)[0]?.x;
    expect([first(0), first(1), first(2)]).toEqual([7.5, 27.5, 67.5]);
  });
});

describe("paragraphs", () => {
  const tall = { ...box, height: 100 };

  it("wrap at blanks and at any kind of line ending", () => {
    expect(texts(paragraphs(`${"word ".repeat(5)}end\r\nnew\rlast`, tall, measure))).toEqual([
      "word word word word",
      "word end",
      "new",
      "last",
    ]);
  });

  it("break words longer than a line", () => {
    expect(texts(paragraphs(`a ${"x".repeat(45)} b`, tall, measure))).toEqual([
      "a",
      "x".repeat(20),
      "x".repeat(20),
      "xxxxx b",
    ]);
  });

  it("run from the top, and shrink to fit", () => {
    const [first, second] = paragraphs("a\nb", tall, measure);
    expect(first?.y).toBeCloseTo(100 - 2 - 7.4);
    expect((first?.y ?? 0) - (second?.y ?? 0)).toBeCloseTo(11.5);
    const size = (height: number) => paragraphs("a\nb\nc", { ...box, height, size: 0 }, measure)[0]?.size;
    expect([size(100), size(30), size(5)]).toEqual([12, 8, 4]);
  });
});

describe("a list", () => {
  it("shows as many items as fit, one below the other", () => {
    const placed = list(["a", "b", "c", "d"], { ...box, height: 30 });
    expect(texts(placed)).toEqual(["a", "b", "c"]);
    expect(placed.map(({ top, bottom }) => top - bottom)).toEqual(placed.map(() => 11.5));
    expect(placed[1]?.top).toBe(placed[0]?.bottom);
  });
});
