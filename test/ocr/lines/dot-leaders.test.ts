/** Dot leaders between labels and values are erased before a page is read; other dots are kept. */
import { describe, expect, it } from "vitest";
import { withoutLeaders } from "../../../src/ocr/lines/dot-leaders.ts";
import { inkIn } from "../../../src/ocr/picture/bitmap.ts";
import { Recognizer } from "../../../src/ocr/recognizer.ts";
import { type DrawnLine, dpi, picture } from "../pictures.ts";

const at = (text: string, x: number, baseline: number, size = 11): DrawnLine => ({ text, x, baseline, size });
const pixels = (points: number) => Math.round((points * dpi) / 72);
const box = (x0: number, y0: number, x1: number, y1: number) => ({
  x0: pixels(x0),
  y0: pixels(y0),
  x1: pixels(x1),
  y1: pixels(y1),
});

describe("dot leaders", () => {
  it.each([".".repeat(60), " .".repeat(40)])("are erased while adjacent words stay: %s", async (dots) => {
    const before = await picture([at("Net sales", 72, 200), at(dots, 150, 200), at("12,345", 430, 200)]);
    const after = withoutLeaders(before, dpi);
    const middle = box(160, 190, 300, 205);
    expect([inkIn(before, middle) > 0, inkIn(after, middle)]).toEqual([true, 0]);
    for (const words of [box(70, 185, 122, 206), box(428, 185, 470, 206)])
      expect(inkIn(after, words)).toBe(inkIn(before, words));
  });

  it("don't include a few dots, the dots of letters, or lines", async () => {
    const more = "72 500 400 1 re f 72 480 1 100 re f";
    const page = await picture([at("initiative iiiiiii j: ;", 72, 100), at("Wait...", 72, 150)], { more });
    expect(withoutLeaders(page, dpi)).toBe(page);
  });

  it("don't cost a page any words: each row is read with its values", async () => {
    const rows = [
      ["Net sales", "12,345", "11,002"],
      ["Cost of sales", "8,114", "7,560"],
      ["Gross profit", "4,231", "3,442"],
    ];
    const drawn = rows.flatMap(([label = "", now = "", before = ""], row) => [
      at(`${label}${" .".repeat(40)}`, 72, 200 + 18 * row),
      at(now, 430, 200 + 18 * row),
      at(before, 500, 200 + 18 * row),
    ]);
    using recognizer = new Recognizer();
    const { lines } = await recognizer.recognize(await picture(drawn), dpi);
    const read = lines.map(({ words }) => words.map(({ text }) => text).join(" "));
    expect(read).toEqual(rows.map((row) => row.join(" ")));
  });
});
