/** Joins lines painted in parts on one baseline, each in its own font; columns stay separate. */
import { describe, expect, it } from "vitest";
import { mergeOverlappingLines } from "../../src/reading/lines/merge-overlapping-lines.ts";
import { type RawLine, withWords } from "../../src/reading/lines/raw-line.ts";

const face = { name: "F", bold: false, italic: false, mono: false };

/** A line of words [text, left, right], in points, at size 10. */
function line(words: readonly (readonly [string, number, number])[], baseline = 100): RawLine {
  const placed = words.map(([text, x0, x1], i) => ({
    ...{ text, baseline, size: 10, face, spaced: i > 0 },
    box: { x0, y0: baseline - 8, x1, y1: baseline + 2 },
  }));
  const like = { horizontal: true, rightToLeft: false, tag: undefined, begin: placed[0]?.box.x0 ?? 0 };
  const characters = words.flatMap(([text, x0, x1]) => [{ text, x0, x1 }]);
  return { ...withWords(like, placed), characters };
}

const wovenLines = (lines: readonly RawLine[]) =>
  mergeOverlappingLines([{ lines }]).flatMap((block) => block.lines);
const told = (lines: readonly RawLine[]) => wovenLines(lines).map(({ text }) => text);

describe("lines painted in parts", () => {
  it("get punctuation and spaces where they are visible", () => {
    const letters = line([
      ["code", 0, 20],
      ["but", 25, 40],
      ["it", 45, 52],
      ["s", 54, 58],
    ]);
    const signs = line([
      [",", 20, 22],
      ["'", 52, 54],
    ]);
    expect(told([letters, signs])).toEqual(["code, but it's"]);
    expect(told([signs, letters])).toEqual(["code, but it's"]);
  });

  it("are joined across a word gap if the left part was painted later", () => {
    const [right, left] = [line([["createRoot", 20, 70]]), line([["=", 12, 17]])];
    expect(told([right, left])).toEqual(["= createRoot"]);
    expect(told([left, right])).toEqual(["=", "createRoot"]);
  });

  it("are joined if the line was painted from its end", () => {
    const parts = (
      [
        [30, 60],
        [10, 20],
        [-20, 0],
      ] as const
    ).map(([x0, x1]) => line([[`at${x0}`, x0, x1]]));
    expect(told(parts)).toEqual(["at-20 at10 at30"]);
    const phrases = [
      line([["more", 40, 60]]),
      line([
        ["a", 0, 10],
        ["phrase", 12, 30],
      ]),
    ];
    expect(told(phrases)).toEqual(["more", "a phrase"]);
  });

  it("are cells if they touch in painting order, unless the line has other parts", () => {
    const [one, two] = [line([["Nonendemic", 0, 50]]), line([["value", 50, 70]])];
    expect(told([one, two])).toEqual(["Nonendemic", "value"]);
    const quote = line([
      ["from", 0, 20],
      ["/", 27, 29],
    ]);
    const sign = line([["'", 24, 27]]);
    expect(told([quote, sign, line([["Image", 29, 50]])])).toEqual(["from '/Image"]);
  });

  it("are joined if a part's spaces were painted first; without that, East Asian letters stay separate", () => {
    const [one, two] = [line([["GPLv3", 0, 40]]), line([["\ub294", 42, 52]])];
    expect(told([one, { ...two, overSpaces: true }])).toEqual(["GPLv3\ub294"]);
    expect(told([one, { ...line([["are", 42, 52]]), overSpaces: true }])).toEqual(["GPLv3 are"]);
    expect(told([one, two])).toEqual(["GPLv3", "\ub294"]);
  });

  it("stay separate in columns, on top of each other, on other baselines, and in right-to-left text", () => {
    const wide = line([
      ["one", 0, 20],
      ["two", 60, 80],
    ]);
    for (const other of [
      line([["far", 200, 220]]),
      line([["same", 5, 25]]),
      line([["exponent", 30, 50]], 96),
      line([["\u05d0\u05d1", 30, 50]]),
      { ...line([["turned", 30, 50]]), horizontal: false },
    ])
      expect(wovenLines([wide, other])).toEqual([wide, other]);
  });

  it("don't take quadratic time", () => {
    const many = Array.from({ length: 20_000 }, (_, k) => line([["a", 20 * k, 20 * k + 5]]));
    expect(wovenLines(many)).toHaveLength(20_000);
  });
});

describe("blocks", () => {
  it("have whole lines and no lines that became part of another", () => {
    const parted = line([
      ["a", 0, 5],
      ["c", 14, 19],
    ]);
    const blocks = [
      { lines: [parted, line([["next", 0, 30]], 120)] },
      { lines: [line([[",", 5, 7]]), line([["up", 0, 9]], 140)] },
    ];
    expect(mergeOverlappingLines(blocks).map(({ lines }) => lines.map(({ text }) => text))).toEqual([
      ["a, c", "next"],
      ["up"],
    ]);
  });
});
