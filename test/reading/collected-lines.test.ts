/** Lines and words made of a page's characters. */
import { describe, expect, it } from "vitest";
import { type HiddenReason, hiddenReasons } from "../../src/core/page-layout.ts";
import type { PageFont } from "../../src/fonts/font.ts";
import { flatBlocks, type Line } from "../../src/reading/interpreter/device/blocks.ts";
import { putInReadingOrder } from "../../src/reading/interpreter/device/reading-order.ts";
import { origins, TextDevice } from "../../src/reading/interpreter/device/text-device.ts";
import { makeStyle, type Style } from "../../src/reading/interpreter/state/style.ts";
import { hiddenTexts, readLine, standsIn } from "../../src/reading/lines/collected-lines.ts";

const fontOf = (name: string): PageFont => ({
  ...{ face: { name, bold: false, italic: false, mono: false }, vertical: false },
  ...{ ascender: 0.8, descender: -0.2, glyph: () => expect.unreachable() },
});
const plain = makeStyle(fontOf("Plain"), 10, 0, 0, -10);
const other = makeStyle(fontOf("Other"), 10, 0, 0, -10);
const sized = (size: number) => makeStyle(plain.font, size, 0, 0, -size);

/** Characters half an em wide, from (100, 100) on. */
type Run = readonly [text: string, style?: Style];
function collected(
  runs: readonly Run[],
  change?: (device: TextDevice) => void,
): { device: TextDevice; lines: Line[] } {
  const device = new TextDevice(0);
  let [x, y] = [100, 100];
  for (const [text, style = plain] of runs)
    for (const character of text) {
      device.add(character.codePointAt(0) ?? 0, origins.glyph, style, x, y, 0.5);
      [x, y] = [x + 0.5 * style.emX, y + 0.5 * style.emY];
    }
  change?.(device);
  putInReadingOrder(device);
  device.finish();
  return {
    device,
    lines: [...flatBlocks(device.page)].flatMap(({ block }) => (block.kind === "text" ? block.lines : [])),
  };
}
function read(runs: readonly Run[], change?: (device: TextDevice) => void, letters = false) {
  const { device, lines } = collected(runs, change);
  const [line] = lines;
  return line && readLine(device, line, undefined, { characters: letters, letters });
}
const hide = (from: number, to: number, reason: HiddenReason) => (device: TextDevice) => {
  device.hidden ??= new Uint8Array(2 * device.count);
  device.hidden.fill(hiddenReasons.indexOf(reason) + 1, from, to);
};

describe("words", () => {
  it.each<[string, readonly Run[], string[], ((device: TextDevice) => void)?]>([
    ["are between spaces", [["one  two"]], ["one", " two"]],
    ["begin with another font", [["one"], ["two", other]], ["one", "two"]],
    ["continue in a similar size", [["one"], ["two", sized(10.09)]], ["onetwo"]],
    ["begin with another size", [["one"], ["two", sized(10.2)]], ["one", "two"]],
    [
      "begin with characters painted twice",
      [["onetwo"]],
      ["one", "two"],
      ({ heavy }) => [3, 4, 5].forEach((at) => void heavy.add(at)),
    ],
    ["begin with hidden characters", [["onetwo"]], ["one", "two"], hide(3, 6, "color")],
    [
      "begin with characters hidden for another reason",
      [["onetwo"]],
      ["one", "two"],
      (device) => {
        hide(0, 3, "color")(device);
        hide(3, 6, "size")(device);
      },
    ],
    ["have the letters of ligatures", [["ofﬁce"]], ["office"]],
    ["may follow a space at the start", [[" one"]], [" one"]],
  ])("%s", (_, runs, expected, change) => {
    expect(read(runs, change)?.words.map(({ text, spaced }) => `${spaced ? " " : ""}${text}`)).toEqual(
      expected,
    );
  });

  it("have their place, size and face", () => {
    const line = read([["ab "], ["c", sized(8)]], (device) => {
      device.heavy.add(3);
      hide(3, 4, "covered")(device);
    });
    expect(
      line?.words.map(({ box, baseline, size, face, hidden }) => [box, baseline, size, face.bold, hidden]),
    ).toEqual([
      [{ x0: 100, y0: 92, x1: 110, y1: 102 }, 100, 10, false, undefined],
      [{ x0: 115, y0: 93.6, x1: 119, y1: 101.6 }, 100, 8, true, "covered"],
    ]);
  });
});

describe("a line", () => {
  it("has the size and baseline of its longest word, and the box of its letters", () => {
    const line = read([[" a "], ["bcd", sized(12)], [" ef"]]);
    expect(line).toMatchObject({
      ...{
        size: 12,
        baseline: 100,
        horizontal: true,
        begin: 100,
        text: " a bcd ef",

        characters: [],
      },
      box: { x0: 105, y0: 90.4, x1: 148, y1: 102.4 },
    });
  });

  it.each<[string, Style, boolean, number | undefined, number]>([
    ["along the page", plain, true, undefined, 100],
    ["downward", makeStyle(plain.font, 0, 10, 10, 0), false, 90, -100],
    ["upward", makeStyle(plain.font, 0, -10, -10, 0), false, 270, 100],
    ["upside down", makeStyle(plain.font, -10, 0, 0, 10), false, 180, -100],
    ["at an angle", makeStyle(plain.font, 7, 7, 7, -7), false, undefined, 100],
  ])("runs %s", (_, style, horizontal, turn, baseline) => {
    const line = read([["ab", style]]);
    expect([line?.horizontal, line?.turn, line?.baseline]).toEqual([horizontal, turn, baseline]);
  });

  it("isn't read if it has only spaces", () => {
    expect(read([["  "]])).toBeUndefined();
  });

  it.each<[string, string, string]>([
    ["letters", "ab", "a 100-105, b 105-110"],
    ["the letters of a glyph", "aﬁ", "a 100-105, ﬁ 105-110"],
    ["a letter with a mark", "a\u0301", "a 100-105, \u0301 105-105"],
    ["two halves", "😀b", "😀 100-105, b 105-110"],
  ])("knows the places of %s", (_, text, expected) => {
    const line = read([[text]], undefined, true);
    const shown = line?.characters.map(({ text: own, x0, x1 }) => `${own} ${x0}-${x1}`);
    expect(shown?.join(", ")).toBe(expected);
  });

  it("knows the letters of a glyph, which share its width", () => {
    const device = new TextDevice(0);
    device.add(0x66, origins.glyph, plain, 100, 100, 1);
    device.add(0x301, origins.continuation, plain, 100, 100, 0);
    device.add(0x69, origins.continuation, plain, 100, 100, 0);
    device.add(0x6e, origins.glyph, plain, 110, 100, 0.5);
    device.finish();
    const [block] = device.page.children;
    const line = block?.kind === "text" ? block.lines[0] : undefined;
    const found = line && readLine(device, line, undefined, { characters: true, letters: true });
    const letters = found?.words.flatMap(({ letters: own }) => own?.() ?? []) ?? [];
    expect(letters.map(({ text, box, x, y }) => [text, box.x0, box.x1, box.y0, box.y1, x, y])).toEqual([
      ["f", 100, 105, 92, 102, 100, 100],
      ["\u0301", 110, 110, 92, 102, 110, 100],
      ["i", 110, 110, 92, 102, 110, 100],
      ["n", 110, 115, 92, 102, 110, 100],
    ]);
    expect(found?.characters.map(({ letter }) => letter?.text).join("")).toBe("f\u0301in");
  });
});

describe("hidden text", () => {
  it.each<[string, readonly (readonly [number, number, HiddenReason])[], string[]]>([
    ["none", [], []],
    ["a word", [[0, 3, "color"]], ["color one 100"]],
    [
      "words with spaces between",
      [
        [0, 3, "color"],
        [4, 7, "color"],
      ],
      ["color one two 100"],
    ],
    [
      "words hidden for several reasons",
      [
        [0, 3, "color"],
        [4, 7, "size"],
      ],
      ["color one 100", "size two 120"],
    ],
    ["the end of a word", [[2, 3, "covered"]], ["covered e 110"]],
    ["only a space", [[3, 4, "color"]], []],
  ])("is %s", (_, ranges, expected) => {
    const { device, lines } = collected([["one two"]], (own) => {
      for (const range of ranges) hide(...range)(own);
    });
    const found = lines.flatMap((line) => hiddenTexts(device, line));
    expect(found.map(({ reason, text, box }) => `${reason} ${text} ${box.x0}`)).toEqual(expected);
  });
});

describe("spaces painted as a line of their own", () => {
  it.each<[string, number, number, boolean]>([
    ["are between its words", 110, 100, true],
    ["are a little lower", 110, 100.4, true],
    ["are on another line", 110, 100.6, false],
    ["are before it", 99, 100, false],
    ["are right after it", 124, 100, true],
    ["are beyond it", 131, 100, false],
  ])("%s", (_, x, y, expected) => {
    const { device, lines } = collected([["abcde"]]);
    const [first] = lines;
    const line = first && readLine(device, first, undefined, { characters: false, letters: false });
    const spaces: Line = {
      style: plain,
      first: device.count,
      end: device.count + 1,
      more: undefined,
      visual: false,
    };
    device.places.set([x, y, x + 4, y], 4 * device.count);
    expect(line && standsIn(device, spaces, line)).toBe(expected);
  });
});
