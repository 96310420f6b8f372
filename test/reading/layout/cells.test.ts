/** Values in tables, rows that only look like a table, and words broken in narrow cells. */
import { describe, expect, it } from "vitest";
import type { Drawing } from "../../../src/core/page-layout.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { mayBreakWords, withCellWords } from "../../../src/reading/layout/tables/cell-words.ts";
import { placeRow } from "../../../src/reading/layout/tables/text-columns.ts";
import { rowsOf } from "../../../src/reading/layout/tables/text-rows.ts";
import { vetoes } from "../../../src/reading/layout/tables/vetoes.ts";
import { isNumber, isValue } from "../../../src/reading/layout/tables/wrapped-rows.ts";
import type { RawLine } from "../../../src/reading/lines/raw-line.ts";
import { piece, rule, type Style } from "./support.ts";

describe("words of a cell", () => {
  const words = (text: string) => piece(0, 0, text).words;

  it.each(["1", "1,009.50", "-12", "$ 5", "56%", "(23)", "12*", "< 5", "3 a"])("are a number: %s", (text) => {
    expect([isNumber(words(text)), isValue(words(text))]).toEqual([true, true]);
  });

  it.each(["−12", "23 – 25", "5 mg", "310 ± 5", "-", "–", "✓"])("are a value: %s", (text) => {
    expect([isNumber(words(text)), isValue(words(text))]).toEqual([false, true]);
  });

  it.each(["Anna", "5 boxes", "12 –", "--", "$"])("are text: %s", (text) => {
    expect([isNumber(words(text)), isValue(words(text))]).toEqual([false, false]);
  });
});

it("an open bracket is part of a number, but no whole value", () => {
  const { words } = piece(0, 0, "(12");
  expect([isNumber(words), isValue(words)]).toEqual([true, false]);
});

/** The first veto against rows of texts 200 points apart, found by their gaps unless drawn. */
function vetoOf(
  rows: readonly (readonly string[])[],
  columns: number,
  drawn = false,
  own: Style = {},
): string | undefined {
  const starts = Array.from({ length: columns }, (_, at) => ({ from: 50 + 200 * at, to: 240 + 200 * at }));
  const pieces = rows.flatMap((row, y) =>
    row.flatMap((text, x) => (text === "" ? [] : [piece(50 + 200 * x, 100 + 12 * y, text, own)])),
  );
  const placed = rowsOf(pieceLines(pieces)).map((row) => placeRow(row, starts));
  const seen = { rows: placed, columns, edges: 0, wraps: false, ...(!drawn && { gaps: { around: [] } }) };
  return vetoes.find((veto) => veto.decide(seen) === true)?.name;
}

describe("rows", () => {
  const payments = [
    ["Anna", "23"],
    ["Bert", "41"],
    ["Carl", "9"],
  ];
  const [one, two] = ["falcon violet amber willow", "orchid timber lagoon cedar"];

  it.each<[string, readonly (readonly string[])[], number, string | undefined, boolean?, Style?]>([
    ["of values", payments, 2, undefined],
    ["of values, of which there are two", payments.slice(1), 2, "too little to go by"],
    ["of three values, of which there are two", payments.slice(1).map((row) => [...row, "5"]), 3, undefined],
    ["of three values, of which there is one", [["Anna", "23", "5"]], 3, "too little to go by"],
    ["of two values that are drawn", payments.slice(1), 2, undefined, true],
    [
      "of notes",
      [
        ["1", "One note"],
        ["2", "Another"],
        ["3", "The last"],
      ],
      2,
      "notes",
    ],
    [
      "of notes that are drawn",
      [
        ["1", "One note"],
        ["2", "Another"],
        ["3", "The last"],
      ],
      2,
      undefined,
      true,
    ],
    [
      "of notes that begin later",
      [
        ["7", "One note"],
        ["8", "Another"],
        ["9", "The last"],
      ],
      2,
      "notes",
    ],
    [
      "of numbers that don't count on",
      [
        ["1", "One note"],
        ["2", "Another"],
        ["4", "The last"],
      ],
      2,
      undefined,
    ],
    [
      "of numbers in three columns",
      [
        ["1", "One", "a"],
        ["2", "Two", "b"],
        ["3", "Three", "ccc"],
      ],
      3,
      undefined,
    ],
    [
      "of one number",
      [
        ["1", "One note"],
        ["", "goes"],
        ["", "further"],
      ],
      2,
      "too little to go by",
    ],
    ["of running text in one column", Array.from({ length: 12 }, () => [one, "1"]), 2, undefined],
    ["of running text", Array.from({ length: 12 }, () => [one, two]), 2, "columns of running text"],
    ["of bullets", Array.from({ length: 4 }, (_, y) => ["•", `word${y}`]), 2, "lists"],
    ["of bullets that are drawn", Array.from({ length: 4 }, (_, y) => ["•", `word${y}`]), 2, undefined, true],
    [
      "of lists beside each other",
      Array.from({ length: 4 }, (_, y) => [`• word${y}`, `• more${y}`]),
      2,
      "lists",
    ],
    [
      "of answers beside each other",
      Array.from({ length: 4 }, (_, y) => [`a) word${"s".repeat(y)}`, `b) more${"s".repeat(2 * y)}`]),
      2,
      undefined,
    ],
    [
      "of numbers that fall to zero",
      [
        ["40", "w"],
        ["30", "x"],
        ["20", "yyy"],
        ["10", "zz"],
        ["0", "a"],
      ],
      2,
      "chart axis",
    ],
    [
      "of numbers that fall",
      [
        ["40", "x"],
        ["30", "yyy"],
        ["20", "zz"],
        ["10", "a"],
        ["5", "a"],
      ],
      2,
      undefined,
    ],
    [
      "of years that fall",
      [
        ["2024", "x"],
        ["2023", "yyy"],
        ["2022", "zz"],
        ["2021", "a"],
        ["2020", "b"],
      ],
      2,
      undefined,
    ],
    [
      "of numbers that rise",
      [
        ["0", "x"],
        ["10", "yyy"],
        ["20", "zz"],
        ["30", "a"],
        ["40", "b"],
      ],
      2,
      undefined,
    ],
    ["of code", Array.from({ length: 4 }, (_, y) => [`name${y}`, "text"]), 2, "code", false, { mono: true }],
    [
      "of code that is drawn",
      Array.from({ length: 4 }, (_, y) => [`name${y}`, "text"]),
      2,
      undefined,
      true,
      { mono: true },
    ],
  ])("%s: %#", (_, rows, columns, expected, drawn, own) => {
    expect(vetoOf(rows, columns, drawn, own)).toBe(expected);
  });
});

const raw = (x: number, y: number, text: string): RawLine => ({
  ...piece(x, y, text),
  ...{ text, begin: x, characters: [] },
});
const page = { width: 600, height: 800 };
/** The lines of drawn cells between these places. */
const grid = (xs: readonly number[], ys: readonly number[]): Drawing[] => [
  ...ys.map((y) => rule(xs[0] ?? 0, y, xs.at(-1) ?? 0, y)),
  ...xs.map((x) => rule(x, ys[0] ?? 0, x, ys.at(-1) ?? 0)),
];
const area = (x0: number, y0: number, x1: number, y1: number): Drawing => ({
  box: { x0, y0, x1, y1 },
  stroked: false,
});
const textsOf = (lines: readonly RawLine[], drawings: readonly Drawing[]) =>
  withCellWords([{ lines }], drawings, page).flatMap((block) => block.lines.map(({ text }) => text));

describe("a word in a narrow cell", () => {
  const [first, rest] = [raw(50, 100, "wizard"), raw(50, 112, "ry")];
  const narrow = grid([48, 82, 200], [88, 120, 140]);

  it.each<[string, readonly RawLine[], readonly Drawing[], string[]]>([
    ["is broken", [first, rest], narrow, ["wizardry"]],
    ["isn't broken, as there was room", [first, rest], grid([48, 90, 200], [88, 120, 140]), ["wizard", "ry"]],
    ["isn't broken without a cell", [first, rest], [], ["wizard", "ry"]],
    ["isn't broken between two cells", [first, rest], grid([48, 82, 200], [88, 104, 120]), ["wizard", "ry"]],
    ["is broken in a filled area", [first, rest], [area(48, 88, 82, 120)], ["wizardry"]],
    [
      "is broken between pieces of lines",
      [first, rest],
      [area(48, 88, 82, 88.5), area(48, 120, 82, 120.5)],
      ["wizardry"],
    ],
    [
      "isn't broken between pieces of other lines",
      [first, rest],
      [area(48, 88, 82, 88.5), area(48, 120, 90, 120.5)],
      ["wizard", "ry"],
    ],
    [
      "is broken twice",
      [first, raw(50, 112, "wizard"), raw(50, 124, "ry")],
      grid([48, 82, 200], [88, 132, 150]),
      ["wizardwizardry"],
    ],
    ["is broken before more words", [first, raw(50, 112, "ry as")], narrow, ["wizardry", "as"]],
    ["isn't broken before a capital", [first, raw(50, 112, "Ry")], narrow, ["wizard", "Ry"]],
    ["isn't broken after a sentence", [raw(50, 100, "wizar."), raw(50, 112, "ry")], narrow, ["wizar.", "ry"]],
  ])("%s", (_, lines, drawings, expected) => {
    expect(textsOf(lines, drawings)).toEqual(expected);
  });

  it("keeps the lines it was made of", () => {
    const [whole] = withCellWords([{ lines: [first, rest] }], narrow, page).flatMap((block) => block.lines);
    expect(whole?.alsoFrom).toEqual([rest]);
  });

  it.each<[string, RawLine, RawLine, boolean]>([
    ["may continue below", first, rest, true],
    ["may not continue at the side", first, raw(90, 112, "ry"), false],
    ["may not continue in a number", first, raw(50, 112, "12"), false],
    ["may not continue after several words", raw(50, 100, "a wizard"), rest, false],
    ["may not continue after a sign", raw(50, 100, "wizard,"), rest, false],
    ["may continue after a number", raw(50, 100, "1234"), raw(50, 112, ".50"), true],
  ])("%s", (_, line, next, expected) => {
    expect(mayBreakWords([{ lines: [line, next] }])).toBe(expected);
  });
});
