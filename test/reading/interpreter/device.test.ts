/** How placed characters are grouped into words, lines and blocks. Distances are in ems, letters half an em wide. */
import { describe, expect, it } from "vitest";
import { flatBlocks } from "../../../src/reading/interpreter/device/blocks.ts";
import { putInReadingOrder } from "../../../src/reading/interpreter/device/reading-order.ts";
import { origins, TextDevice } from "../../../src/reading/interpreter/device/text-device.ts";
import { makeStyle } from "../../../src/reading/interpreter/state/style.ts";
import { font } from "./bare-font.ts";

const size = 10;
const styles = new Map<number, ReturnType<typeof makeStyle>>();
function styleOf(points: number) {
  const style = styles.get(points) ?? makeStyle(font, points, 0, 0, -points);
  styles.set(points, style);
  return style;
}

/** A character, how far it is to the right of the previous one's end and below its line, and its size in points. */
type Placed = readonly [text: string, gap?: number, down?: number, points?: number];

/** Lines are separated by "/", blocks by "|". */
function textOf(device: TextDevice): string {
  putInReadingOrder(device);
  device.finish();
  return [...flatBlocks(device.page)]
    .map(({ block }) =>
      block.kind === "text"
        ? block.lines.map(({ first, end }) => device.text.slice(first, end)).join("/")
        : block.kind,
    )
    .join("|");
}

const advance = 0.5;

function read(placed: readonly Placed[], tracking = 0, level = 0, device = new TextDevice(0)): string {
  device.level = level;
  let [x, y] = [100, 100];
  for (const [text, gap = 0, down = 0, points = size] of placed) {
    x += gap * size;
    y += down * size;
    for (const character of text) {
      device.tracking = tracking;
      device.add(character.codePointAt(0) ?? 0, origins.glyph, styleOf(points), x, y, advance);
      x += advance * points;
    }
  }
  return textOf(device);
}

describe("a gap", () => {
  it.each<[string, readonly Placed[], string]>([
    ["that is none", [["n"], ["m", 0.14]], "nm"],
    ["between words", [["n"], ["m", 0.16]], "n m"],
    ["between the widest words", [["n"], ["m", 0.79]], "n m"],
    ["between columns", [["n"], ["m", 0.81]], "n/m"],
    ["after touching letters", [["no"], ["m", 0.11]], "no m"],
    ["that is tiny, after touching letters", [["no"], ["m", 0.09]], "nom"],
    ["after letters apart", [["n"], ["o", 0.04], ["m", 0.11]], "nom"],
    ["after letters almost touching", [["n"], ["o", 0.02], ["m", 0.11]], "no m"],
    ["before a digit, after touching letters", [["no"], ["7", 0.11]], "no7"],
    ["in another size, after touching letters", [["no"], ["m", 0.11, 0, 11]], "nom"],
    ["after a space", [["n "], ["m", 0.3]], "n m"],
    ["between ideographs", [["一"], ["二", 0.24]], "一二"],
    ["between ideographs of two phrases", [["一"], ["二", 0.26]], "一 二"],
    ["before an ideograph", [["n"], ["二", 0.24]], "n二"],
    ["after an ideograph", [["一"], ["m", 0.24]], "一m"],
    ["after a Thai AM", [["ำ"], ["ก", 0.3]], "ำก"],
    ["in Thai", [["ก"], ["ข", 0.3]], "ก ข"],
    ["backward, on the line", [["nnnn"], ["m", -0.79]], "nnnn m"],
    ["backward, farther", [["nnnn"], ["m", -0.81]], "nnnn/m"],
    ["backward in a word", [["n"], ["o", 0.05], ["m", -0.3]], "nom"],
    ["backward after a word's end", [["no"], ["m", -0.3]], "no m"],
    ["backward after a hyphen", [["n-"], ["m", -0.3]], "n-m"],
    ["backward before a period", [["no"], [".", -0.3]], "no."],
    ["backward on another baseline", [["no"], ["m", -0.3, 0.06]], "nom"],
    ["backward to a space", [["no"], [" ", -0.3], ["m", -0.2]], "nom"],
  ])("%s", (_, placed, expected) => {
    expect(read(placed)).toBe(expected);
  });

  it.each<[string, number, readonly Placed[], string]>([
    ["as wide as the letter spacing", 0.3, [["n"], ["m", 0.3]], "nm"],
    ["wider than the letter spacing", 0.3, [["n"], ["m", 0.46]], "n m"],
    ["narrower than the letter spacing", 0.3, [["n"], ["m", 0.2]], "nm"],
    ["before a comma", 0.3, [["n"], [",", 0.3]], "n,"],
    ["before a digit", 0.3, [["n"], ["7", 0.3]], "n 7"],
    ["that isn't due to a little spacing", 0.09, [["n"], ["m", 0.2]], "n m"],
    ["in a number", 0.3, [["1"], [",", 0.3], ["2", 0.3], ["5", 0.3]], "1,25"],
  ])("between spaced letters, %s", (_, tracking, placed, expected) => {
    expect(read(placed, tracking)).toBe(expected);
  });
});

describe("characters set apart one by one", () => {
  const apart = (text: string, gap: number): Placed[] => [...text].map((one) => [one, gap]);
  const joined = (text: string) => [...text].join("\0");
  const spaced = (text: string) => [...text].join(" ");

  it.each<[string, readonly Placed[], string]>([
    ["are a word", apart("letters", 0.25), joined("letters")],
    ["are words if other gaps are wider", [...apart("lettersa", 0.2), ["s", 0.6]], `${joined("lettersa")} s`],
    [
      "are words if spaces are written",
      [...apart("letters ap", 0.2)],
      `${joined("letters")} ${joined("ap")}`,
    ],
    ["are a number with its sign", apart("1,250.00", 0.25), joined("1,250.00")],
    ["are no number if they are digits", apart("12345678", 0.25), spaced("12345678")],
    ["are no word if they are dots", apart("Severe.........", 0.25), spaced("Severe.........")],
    ["are no word if they are few", apart("letter", 0.25), spaced("letter")],
    ["are no word if they are far apart", apart("letters", 0.65), spaced("letters")],
    ["are no word if they are unevenly apart", [...apart("letters", 0.2), ["a", 0.28]], spaced("lettersa")],
  ])("%s", (_, placed, expected) => {
    expect(read(placed)).toBe(expected);
  });
});

describe("a line", () => {
  it.each<[string, readonly Placed[], string]>([
    ["continues a little lower", [["n"], ["m", 0, 0.79]], "nm"],
    ["ends before a lower letter", [["n"], ["m", -0.5, 0.81]], "n/m"],
    ["ends before a higher letter", [["n"], ["m", -0.5, -0.81]], "n/m"],
    ["ends in its block", [["n"], ["m", -0.5, 1.5]], "n/m"],
    ["ends with its block", [["n"], ["m", -0.5, 1.51]], "n|m"],
    ["is indented", [["n"], ["m", -0.44, 1.2]], "n|m"],
    ["is hardly indented", [["n"], ["m", -0.46, 1.2]], "n/m"],
    ["is indented below a mark", [["-n"], ["m", -0.5, 1.2]], "-n/m"],
    ["has a mark on its letter", [["n"], ["\u0301"], ["m", -0.5]], "n\u0301m"],
    ["has a mark somewhat off its letter", [["n"], ["\u0301", 1.2], ["m", -1.7]], "n\u0301m"],
    ["has a mark far from its letter", [["n"], ["\u0301", 1.4], ["m", 0]], "n/\u0301m"],
    ["has a mark above another line", [["n"], ["\u0301", 0, 0.9], ["m", 0]], "n|\u0301m"],
    ["has letters of several sizes", [["n"], ["m", 0, 0, 12]], "nm"],
    ["is painted twice", [["n"], ["n", -0.41], ["m", 0]], "nm"],
    ["has the same letter twice", [["n"], ["n", -0.39]], "nn"],
    ["has a character with two halves", [["n😀m"]], "n😀m"],
    ["has a soft hyphen that is drawn", [["2019\u00ad2021"]], "2019-2021"],
    ["ends with a soft hyphen", [["in\u00ad"], ["for", -1.5, 1.2]], "in\u00ad/for"],
    ["ends with a hyphen that its font names so", [["in\u00ad"], ["n\u00adm", -1.5, 1.2]], "in-/n-m"],
    ["has a space in a word whose width is taken back", [["n "], ["m", -0.5]], "n\0m"],
    ["has two spaces of which one is taken back", [["n  "], ["m", -0.5]], "n  m"],
    ["has a soft hyphen whose width is taken back", [["n\u00ad"], ["m", -0.5]], "n\u00adm"],
  ])("%s", (_, placed, expected) => {
    expect(read(placed)).toBe(expected);
  });

  it("has room for all of its characters", () => {
    const text = "lorem ".repeat(30);
    expect(read([[text]])).toBe(text);
  });

  it.each<[string, readonly number[], string]>([
    ["in the same direction", [10, 0, 0, -10], "nm"],
    ["slightly turned", [9.999, 0.3, 0.3, -9.999], "nm"],
    ["turned", [9.9, 1, 1, -9.9], "n|m"],
    ["turned by half", [-10, 0, 0, 10], "n|m"],
  ])("continues %s", (_, [a = 0, b = 0, c = 0, d = 0], expected) => {
    const device = new TextDevice(0);
    device.add(0x6e, origins.glyph, styleOf(size), 100, 100, advance);
    device.add(0x6d, origins.glyph, makeStyle(font, a, b, c, d), 105, 100, advance);
    expect(textOf(device)).toBe(expected);
  });
});

describe("an accent", () => {
  it.each<[string, readonly Placed[], string]>([
    ["after its letter", [["e"], ["´", -0.5], ["m", 0]], "ém"],
    ["before its letter", [["´"], ["e", -0.5], ["m", 0]], "ém"],
    ["beside a letter", [["e"], ["´", -0.14]], "e´"],
    ["that is a slash over a relation", [["/"], ["∈", -0.4]], "∉"],
    ["that negates the next relation", [["x"], ["\u0338", 0.3], ["=", -0.5]], "x ≠"],
    ["that is a slash beside a letter", [["/"], ["n", -0.2]], "/n"],
    ["on a letter that Unicode doesn't combine", [["b"], ["´", -0.5]], "b´"],
    ["that is a small comma", [["s"], [",", -0.5, 0, 6.9]], "ș"],
    ["that is a larger comma", [["s"], [",", -0.5, 0, 7.1]], "s,"],
  ])("%s", (_, placed, expected) => {
    expect(read(placed)).toBe(expected);
  });
});

describe("a footnote's mark", () => {
  it.each<[string, readonly Placed[], string]>([
    [
      "that is raised",
      [
        ["12", 0, 0, 6],
        ["N", 0, 0.3],
      ],
      "12 N",
    ],
    [
      "that is hardly smaller",
      [
        ["12", 0, 0, 8.1],
        ["N", 0, 0.3],
      ],
      "12N",
    ],
    [
      "that is hardly raised",
      [
        ["12", 0, 0, 6],
        ["N", 0, 0.14],
      ],
      "12N",
    ],
    [
      "of three digits",
      [
        ["123", 0, 0, 6],
        ["N", 0, 0.3],
      ],
      "123 N",
    ],
    [
      "of four digits",
      [
        ["1234", 0, 0, 6],
        ["N", 0, 0.3],
      ],
      "1234N",
    ],
    [
      "with a letter",
      [
        ["1a", 0, 0, 6],
        ["N", 0, 0.3],
      ],
      "1aN",
    ],
    [
      "with the highest digits",
      [
        ["90", 0, 0, 6],
        ["N", 0, 0.3],
      ],
      "90 N",
    ],
    [
      "with a colon",
      [
        ["1:", 0, 0, 6],
        ["N", 0, 0.3],
      ],
      "1:N",
    ],
    [
      "before a digit",
      [
        ["12", 0, 0, 6],
        ["7", 0, 0.3],
      ],
      "127",
    ],
  ])("%s", (_, placed, expected) => {
    expect(read(placed)).toBe(expected);
  });
});

describe("spaces painted before their letters", () => {
  // The letters end at 105, and the digit begins at 106.4.
  it.each<[string, readonly Placed[], string]>([
    [
      "separate them",
      [
        [" ", 0.5, 0, 3],
        ["nn", -1.15],
        ["7", 0.14],
      ],
      " /nn 7",
    ],
    [
      "on another line don't",
      [
        [" ", 0.5, 0.11, 3],
        ["nn", -1.15, -0.11],
        ["7", 0.14],
      ],
      " /nn7",
    ],
    [
      "beyond the digit don't",
      [
        [" ", 0.5, 0, 6],
        ["nn", -1.3],
        ["7", 0.14],
      ],
      " /nn7",
    ],
    [
      "below a letter don't",
      [
        [" ", 0.3, 0, 3],
        ["nn", -0.95],
        ["7", 0.14],
      ],
      " /nn7",
    ],
    [
      "below a letter and beside it do",
      [
        ["  ", 0.35, 0, 3],
        ["nn", -1.15],
        ["7", 0.14],
      ],
      "  /nn 7",
    ],
    [
      "don't if there is hardly a gap",
      [
        [" ", 0.45, 0, 3],
        ["nn", -1.1],
        ["7", 0.09],
      ],
      " /nn7",
    ],
  ])("%s", (_, placed, expected) => {
    expect(read(placed)).toBe(expected);
  });
});

describe("a glyph without text", () => {
  const after = (first: string, skipped: readonly number[], x: number) => {
    const device = new TextDevice(0);
    const style = styleOf(size);
    device.add(first.codePointAt(0) ?? 0, origins.glyph, style, 100, 100, advance);
    for (const at of skipped) device.skip(style, at, 100, advance);
    device.add("म".charCodeAt(0), origins.glyph, style, x, 100, advance);
    return textOf(device);
  };

  it.each<[string, string, readonly number[], number, string]>([
    ["is the rest of a syllable", "क", [105], 110, "कम"],
    ["is part of a longer rest", "क", [105, 110], 115, "कम"],
    ["is on top of a syllable", "क", [105], 105, "कम"],
    ["is apart from the syllable", "क", [107], 112, "क म"],
    ["is ignored in other scripts", "n", [105], 110, "n म"],
  ])("%s", (_, first, skipped, x, expected) => {
    expect(after(first, skipped, x)).toBe(expected);
  });
});

describe("right-to-left text", () => {
  const at = (places: readonly (readonly [text: string, x: number])[], y = 100) => {
    const device = new TextDevice(0);
    for (const [text, x] of places) {
      device.level = /[a-z]/.test(text) ? 0 : 1;
      device.add(text.codePointAt(0) ?? 0, origins.glyph, styleOf(size), x, y, advance);
    }
    return textOf(device);
  };

  it.each<[string, readonly (readonly [string, number])[], string]>([
    [
      "painted from the right",
      [
        ["א", 100],
        ["ב", 95],
        ["ג", 90],
      ],
      "אבג",
    ],
    [
      "painted from the left",
      [
        ["א", 100],
        ["ב", 105],
        ["ג", 110],
      ],
      "גבא",
    ],
    [
      "with a space, from the right",
      [
        ["א", 100],
        ["ב", 92],
      ],
      "א ב",
    ],
    [
      "with a space, from the left",
      [
        ["א", 100],
        ["ב", 108],
      ],
      "ב א",
    ],
    [
      "overlapping",
      [
        ["א", 100],
        ["ב", 102],
      ],
      "אב",
    ],
    [
      "in another column to the left",
      [
        ["א", 100],
        ["ב", 80],
      ],
      "א/ב",
    ],
    [
      "in another column to the right",
      [
        ["א", 100],
        ["ב", 114],
      ],
      "א/ב",
    ],
    [
      "after other text",
      [
        ["a", 100],
        ["א", 200],
      ],
      "aא",
    ],
    [
      "with its mark, from the left",
      [
        ["א", 100],
        ["ּ", 108],
        ["ב", 108],
      ],
      "בּ א",
    ],
    [
      "of letters with two halves, from the left",
      [
        ["א", 100],
        ["𐤀", 105],
        ["ב", 110],
      ],
      "ב𐤀א",
    ],
  ])("%s", (_, places, expected) => {
    expect(at(places)).toBe(expected);
  });
});

describe("characters at one place", () => {
  const twice = (off: number, text = "no") => {
    const device = new TextDevice(0, true);
    return [
      read(
        [
          [text, 0],
          [text, -advance * [...text].length + off],
        ],
        0,
        0,
        device,
      ),
      [...device.heavy],
    ];
  };

  it("are one bold character", () => {
    expect(twice(0.09)).toEqual(["no", [0, 1]]);
    expect(twice(0.09, "😀o")).toEqual(["😀o", [1, 0, 2]]);
    expect(twice(0.11, "no")[1]).toEqual([]);
  });
});
