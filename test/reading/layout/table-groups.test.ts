/** Tables in which only some rows and columns are parted by lines: the text has the others. */
import { describe, expect, it } from "vitest";
import type { Drawing } from "../../../src/core/page-layout.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { layout, piece, rule } from "./support.ts";

const lefts = [60, 180, 260, 340];
const body = [
  ["Method", "Full", "Half", "None"],
  ["Anna", "0.52", "0.81", "0.9"],
  ["Bert", "0.41", "0.77", "0.2"],
  ["Carl", "0.39", "0.64", "0.7"],
  ["Dora", "0.95", "0.12", "0.6"],
  ["Emil", "0.31", "0.55", "0.4"],
];
const textOf = (rows: readonly (readonly string[])[], pitch: number) =>
  rows.flatMap((row, y) => row.map((text, x) => piece(lefts[x] ?? 0, 106 + pitch * y, text)));

/** The texts of the cells of a page's tables. */
function tablesOf(pieces: ReturnType<typeof textOf>, drawings: readonly Drawing[]): string[][][] {
  return pageFlow(layout(1, pieces, drawings)).items.flatMap((item) =>
    item.kind === "table"
      ? [item.found.table.rows.map((row) => row.map(({ lines }) => lines.map(({ text }) => text).join(" ")))]
      : [],
  );
}

/** Lines across above the rows of these numbers. */
const across = (...rows: readonly number[]) => rows.map((y) => rule(50, 97 + 12 * y, 400, 97 + 12 * y));

describe("a table whose lines part groups of rows", () => {
  it("has a row for each baseline on which its columns agree", () => {
    expect(tablesOf(textOf(body, 12), across(0, 1, 3, 5, 6))).toEqual([body]);
  });

  it("has cells of several lines where its columns do not agree", () => {
    const wrapped = [
      ["Method", "Full", "Half", "None"],
      ["Anna of the", "0.52", "0.81", "0.9"],
      ["northern hill"],
      ["Bert of the", "0.41", "0.77", "0.8"],
      ["southern lake"],
      ["Carl", "0.39", "0.64", "0.7"],
    ];
    expect(tablesOf(textOf(wrapped, 12), across(0, 1, 3, 5, 6))).toEqual([
      [
        ["Method", "Full", "Half", "None"],
        ["Anna of the northern hill", "0.52", "0.81", "0.9"],
        ["Bert of the southern lake", "0.41", "0.77", "0.8"],
        ["Carl", "0.39", "0.64", "0.7"],
      ],
    ]);
  });
});

describe("a table with lines down at some of its borders", () => {
  const down = (x: number) => rule(x, 97, x, 169);

  it("has the columns of its text", () => {
    expect(tablesOf(textOf(body, 12), [...across(0, 1, 6), down(160)])).toEqual([body]);
  });

  it("has its columns inside a frame too", () => {
    expect(tablesOf(textOf(body, 12), [...across(0, 1, 6), down(50), down(160), down(400)])).toEqual([body]);
  });

  it("has two columns where a line parts texts that stand close to each other", () => {
    const close = body.map(([name = "", full = "", half = "", none = ""]) => [
      piece(60, 0, name),
      piece(180, 0, full),
      piece(205, 0, half),
      piece(340, 0, none),
    ]);
    const pieces = close.flatMap((row, y) =>
      row.map(({ box, words }) => piece(box.x0, 106 + 12 * y, words.map(({ text }) => text).join(" "))),
    );
    expect(tablesOf(pieces, [...across(0, 1, 6), down(202.5)])).toEqual([body]);
  });
});

describe("a table whose cells are all drawn", () => {
  it("keeps numbers of several lines in their cells where its heads are broken inside words", () => {
    const grid = [
      ...[97, 121, 145, 169].map((y) => rule(50, y, 260, y)),
      ...[50, 200, 226, 260].map((x) => rule(x, 97, x, 169)),
    ];
    const lines = [
      [piece(60, 106, "What it is"), piece(203, 106, "CWEP"), piece(230, 106, "Level")],
      [piece(203, 118, "T")],
      [piece(60, 130, "A cell that goes on in a"), piece(203, 130, "3319"), piece(230, 130, "7")],
      [piece(60, 142, "second line"), piece(203, 142, "2"), piece(230, 142, "8")],
      [piece(60, 154, "Another cell of two long"), piece(203, 154, "4410"), piece(230, 154, "5")],
      [piece(60, 166, "lines"), piece(203, 166, "6")],
    ].flat();
    expect(tablesOf(lines, grid)).toEqual([
      [
        ["What it is", "CWEPT", "Level"],
        ["A cell that goes on in a second line", "33192", "7 8"],
        ["Another cell of two long lines", "44106", "5"],
      ],
    ]);
  });
});

describe("labels of a chart between lines across", () => {
  it("are no table where most places are empty", () => {
    const marks = [
      piece(60, 106, "34"),
      piece(120, 106, "41"),
      piece(180, 118, "17"),
      piece(240, 118, "22"),
      piece(300, 130, "25"),
      piece(360, 130, "10"),
    ];
    expect(
      tablesOf(
        marks,
        [90, 112, 140].map((y) => rule(50, y, 400, y)),
      ),
    ).toEqual([]);
  });
});
