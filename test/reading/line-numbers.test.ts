/** Numbers of lines, in the margin: no part of the text beside them. */
import { describe, expect, it } from "vitest";
import { paintedParagraphs, paragraphsText } from "../../src/reading/formats/text.ts";
import { lineNumbers } from "../../src/reading/lines/line-numbers.ts";
import type { RawLine } from "../../src/reading/lines/raw-line.ts";
import { wordsText } from "../../src/reading/lines/raw-line.ts";
import { extract } from "./layout/read.ts";
import { layout, piece, prose, type Style } from "./layout/support.ts";

const pitch = 12;
const text = (count: number, style: Style = {}) => prose(72, 80, count, style);
/** Numbers that end at x = 62, as do those of editors. */
const numbered = (numbers: readonly number[], every = 1) =>
  numbers.map((number, at) => piece(62 - 5 * `${number}`.length, 80 + pitch * every * at, `${number}`));
const count = (from: number, length: number, step = 1) => Array.from({ length }, (_, at) => from + step * at);

const raw = (own: ReturnType<typeof piece>): RawLine => ({
  ...own,
  text: wordsText(own.words),
  begin: own.box.x0,
  characters: [],
});

const found = (pieces: readonly ReturnType<typeof piece>[]) => lineNumbers(pieces.map(raw)).size;

describe("numbers of lines", () => {
  it.each([
    ["beside each line", text(8), numbered(count(1, 8)), 8],
    ["which go on from another page", text(8), numbered(count(97, 8)), 8],
    ["beside every fifth line", text(25), numbered(count(1, 5, 5), 5), 5],
    [
      "beside a program",
      text(6, { mono: true }).map((line, at) =>
        at % 2 ? line : piece(72, line.baseline, "x = 1", { mono: true }),
      ),
      numbered(count(1, 6)),
      6,
    ],
    ["too few", text(4), numbered(count(1, 4)), 0],
    ["that don't count", text(6), numbered([1, 2, 3, 5, 6, 7]), 0],
    ["that count down", text(6), numbered([6, 5, 4, 3, 2, 1]), 0],
    ["all the same", text(6), numbered([1, 1, 1, 1, 1, 1]), 0],
    [
      "beside short items",
      count(0, 6).map((at) => piece(72, 80 + pitch * at, "milk and bread".slice(0, 6 + at))),
      numbered(count(1, 6)),
      0,
    ],
    ["beside items of two lines", text(12), numbered(count(1, 6), 2), 0],
    [
      "far from the text",
      text(8).map((line) => piece(110, line.baseline, wordsText(line.words))),
      numbered(count(1, 8)),
      0,
    ],
    [
      "beside values of a table",
      count(0, 6).map((at) => piece(72, 80 + pitch * at, `(${at}, 1, 1) (2, 1, 1) (3, 1, 1)`)),
      numbered(count(1, 6)),
      0,
    ],
  ])("%s", (_, lines, numbers, size) => {
    expect(found(lines.flatMap((line, at) => [...(numbers[at] ? [numbers[at]] : []), line]))).toBe(size);
  });

  const page = text(8).flatMap((line, at) => [...numbered(count(1, 8)).slice(at, at + 1), line]);

  it("come after the text of a page", () => {
    const [whole, numbers] = paragraphsText(
      paintedParagraphs(page.map((own) => ({ lines: [raw(own)] }))),
    ).split("\n\n");
    expect(whole?.split("\n")).toEqual(text(8).map(({ words }) => wordsText(words)));
    expect(numbers).toBe("1\n2\n3\n4\n5\n6\n7\n8");
  });

  it("are a footer of the structure, and its paragraph is one", async () => {
    const { content } = await extract([layout(1, page)], { format: "json" });
    const [paragraph, footer, ...more] = JSON.parse(content).pages[0].blocks;
    expect(more).toEqual([]);
    expect(paragraph).toMatchObject({ type: "paragraph", text: expect.stringMatching(/^Here [^\d]*\.$/) });
    expect(footer).toMatchObject({ type: "footer", text: "1 2 3 4 5 6 7 8" });
    expect((await extract([layout(1, page)])).content).not.toMatch(/\d/);
  });
});
