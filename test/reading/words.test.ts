/** The words of a text, which show where line ends have split others. */
import { describe, expect, it } from "vitest";
import type { TextLine } from "../../src/core/page-layout.ts";
import { joinColumns } from "../../src/reading/lines/vertical.ts";
import { partsHangul, vocabularyOf } from "../../src/reading/lines/words/vocabulary.ts";

const blockOf = (...texts: readonly string[]) => ({ lines: texts.map((text) => ({ text })) });

describe("the words of a text", () => {
  it.each<[string, readonly string[], string[], string[]]>([
    ["are those on its lines", ["One, two!", "it’s 3"], ["One", "two", "it’s", "3"], []],
    ["have their hyphens", ["well-known A-B-c"], [], ["well-known", "a-b-c"]],
    ["have one kind of hyphen", ["well\u2010known"], [], ["well-known"]],
    ["exclude parts at the ends of lines", ["one re-", "mains two"], ["one", "two"], []],
    ["exclude parts after soft hyphens", ["one re\u00ad ", "mains two"], ["one", "two"], []],
    ["exclude parts of only one word", ["re-", "mains", "two"], ["two"], []],
  ])("%s", (_, texts, words, compounds) => {
    const known = vocabularyOf([blockOf(...texts)]);
    expect([[...known.words], [...known.compounds]]).toEqual([words, compounds]);
  });

  it.each<[string, string, string, string, boolean]>([
    ["together", "학교에 학교를", "학", "교", true],
    ["apart", "이 책 이 책", "이", "책", false],
    ["as often together as apart", "이책 이 책", "이", "책", false],
    ["more often together", "이책 이책 이 책", "이", "책", true],
    ["nowhere", "이 책", "학", "교", false],
    ["before a particle", "", "학교", "에서 왔다", true],
    ["before a particle's letters in a word", "", "학교", "에서만", false],
    ["before another script", "", "학교", "school", false],
    ["after another script", "", "school", "에서", false],
  ])("show Korean syllables %s", (_, text, before, after, expected) => {
    expect(partsHangul(before, after, vocabularyOf([blockOf(text)]))).toBe(expected);
  });
});

/** A line of upright text; its box is as wide as its size. */
const at = (x: number, top: number, text: string, height = 10, size = 10): TextLine => ({
  text,
  place: { box: { x0: x, x1: x + size, y0: top, y1: top + height }, size },
});
const column = (x: number, text: string, top = 100) => [...text].map((sign, k) => at(x, top + 10 * k, sign));
const read = (...lines: readonly TextLine[]) =>
  joinColumns([{ lines }]).map((block) => block.lines.map(({ text }) => text).join("/"));

describe("columns of vertical writing", () => {
  it.each<[string, readonly TextLine[], string[]]>([
    ["of characters", column(300, "東京の町"), ["東京の町"]],
    ["of too few characters", column(300, "東京の"), ["東/京/の"]],
    ["in one line", [at(300, 100, "東京の町は", 50)], ["東京の町は"]],
    ["with rotated Latin", [...column(300, "東京の町"), at(300, 142, "Tokyo", 25)], ["東京の町Tokyo"]],
    ["with a gap", [...column(300, "東京の町"), at(300, 145.9, "は")], ["東京の町は"]],
    [
      "that continue in the next",
      [...column(300, "東京の町"), ...column(280, "は大きい")],
      ["東京の町は大きい"],
    ],
    [
      "that end early",
      [...column(300, "東京の町"), ...column(280, "は大きい町だ")],
      ["東京の町", "は大きい町だ"],
    ],
    [
      "that begin lower",
      [...column(300, "東京の町"), ...column(280, "は大きい", 105)],
      ["東京の町", "は大きい"],
    ],
    [
      "that are far apart",
      [...column(300, "東京の町"), ...column(260, "は大きい")],
      ["東京の町", "は大きい"],
    ],
    ["to the right", [...column(300, "東京の町"), ...column(320, "は大きい")], ["東京の町", "は大きい"]],
    ["in larger type", [...column(300, "東京の町"), at(280, 100, "は", 40, 14)], ["東京の町", "は"]],
    [
      "beside a line across",
      [
        ...column(300, "東京の町"),
        { ...at(50, 300, "across"), place: { box: { x0: 50, x1: 90, y0: 300, y1: 310 }, size: 10 } },
        ...column(280, "は大きい"),
      ],
      ["東京の町", "across", "は大きい"],
    ],
  ])("%s", (_, lines, expected) => {
    expect(read(...lines)).toEqual(expected);
  });
});
