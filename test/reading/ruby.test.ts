/** Ruby: small kana beside characters, painted before or after their line. */
import { describe, expect, it } from "vitest";
import type { RawLine } from "../../src/reading/lines/raw-line.ts";
import { withRuby } from "../../src/reading/lines/ruby.ts";

/** A line of characters as wide as high, its words parted by `|`. */
function line(x: number, y: number, text: string, size = 10): RawLine {
  let at = x;
  const words = text.split("|").map((part, k) => {
    const x0 = at;
    at += size * part.length;
    const box = { x0, y0: y - 0.8 * size, x1: at, y1: y + 0.2 * size };
    const face = { name: "Test", bold: false, italic: false, mono: false };
    return { text: part, box, baseline: y, size, face, spaced: k > 0 && part.startsWith(" ") };
  });
  const own = {
    words,
    text: words.map((word) => word.text).join(""),
    baseline: y,
    size,
    begin: x,
  };
  const box = { x0: x, y0: y - 0.8 * size, x1: at, y1: y + 0.2 * size };
  return { ...own, box, horizontal: true, rightToLeft: false, tag: undefined, characters: [] };
}

const texts = (...lines: readonly RawLine[]) =>
  withRuby(lines.map((own) => ({ lines: [own] }))).flatMap((block) => block.lines.map(({ text }) => text));

describe("ruby", () => {
  it.each([
    ["before its line", [line(20, 91, "かんじ", 5), line(10, 100, "の漢字と")], ["の漢字(かんじ)と"]],
    ["after its line", [line(10, 100, "の漢字と"), line(22, 91, "かんじ", 5)], ["の漢字(かんじ)と"]],
    [
      "over characters in two fonts",
      [line(10, 100, "の漢|字と"), line(22, 91, "かんじ", 5)],
      ["の漢字(かんじ)と"],
    ],
    [
      "between the parts of its line",
      [line(10, 100, "の漢字"), line(22, 91, "かんじ", 5), line(40, 100, "と")],
      ["の漢字(かんじ)と"],
    ],
    [
      "twice in a line",
      [line(10, 100, "漢字と東京"), line(12, 91, "かんじ", 5), line(41, 91, "とうき", 5)],
      ["漢字(かんじ)と東京(とうき)"],
    ],
    [
      "beside a column",
      [
        line(10, 100, "東"),
        line(10, 110, "京"),
        line(10, 120, "に"),
        ...[..."とうき"].map((sign, at) => line(21, 97 + 5 * at, sign, 5)),
      ],
      ["東", "京(とうき)", "に"],
    ],
    ["too large", [line(10, 100, "の漢字と"), line(20, 91, "かん", 8)], ["の漢字と", "かん"]],
    ["too far above", [line(10, 100, "の漢字と"), line(22, 80, "かんじ", 5)], ["の漢字と", "かんじ"]],
    ["above kana", [line(10, 100, "のがとと"), line(22, 91, "かんじ", 5)], ["のがとと", "かんじ"]],
    ["that isn't kana", [line(10, 100, "の漢字と"), line(22, 91, "123", 5)], ["の漢字と", "123"]],
  ])("%s", (_, lines, expected) => {
    expect(texts(...lines)).toEqual(expected);
  });

  it("leaves lines apart that it doesn't part", () => {
    expect(texts(line(10, 100, "漢字"), line(12, 91, "かんじ", 5), line(60, 100, "と"))).toEqual([
      "漢字(かんじ)",
      "と",
    ]);
  });
});
