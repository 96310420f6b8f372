/** Tables with lines between only some rows and columns; the text shows the others. */
import { describe, expect, it } from "vitest";
import type { Drawing, Piece } from "../../../src/core/page-layout.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { withAlignedStarts } from "../../../src/reading/layout/tables/aligned-columns.ts";
import { rowsOf } from "../../../src/reading/layout/tables/text-rows.ts";
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

/** The cell texts of a page's tables. */
function tablesOf(pieces: ReturnType<typeof textOf>, drawings: readonly Drawing[]): string[][][] {
  return pageFlow(layout(1, pieces, drawings)).items.flatMap((item) =>
    item.kind === "table"
      ? [item.found.table.rows.map((row) => row.map(({ lines }) => lines.map(({ text }) => text).join(" ")))]
      : [],
  );
}

/** Lines of running text, each as long as its column allows. */
const ragged = [
  "orchid timber lagoon cedar",
  "falcon violet amber stone",
  "willow birch meadow yarrow",
  "garnet umber saffron cedar",
  "pebble harbor nectar ember",
];

/** Horizontal lines above the given rows. */
const across = (...rows: readonly number[]) => rows.map((y) => rule(50, 97 + 12 * y, 400, 97 + 12 * y));

describe("a table with lines between groups of rows", () => {
  it("has a row for each baseline shared by its columns", () => {
    expect(tablesOf(textOf(body, 12), across(0, 1, 3, 5, 6))).toEqual([body]);
  });

  it("has multi-line cells if its columns have different baselines", () => {
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

describe("a drawn cell with several rows", () => {
  it("may have sums below its rows, with fewer values", () => {
    const rows = [
      ["Name", "City", "For", "Paid"],
      ["Anna", "Oslo", "meals", "$51.24"],
      ["Sum", "", "", "$51.24"],
      ["Bert", "Moss", "travel", "$66.12"],
      ["Sum", "", "", "$66.12"],
    ];
    const grid = [
      ...[97, 109, 157].map((y) => rule(50, y, 400, y)),
      ...[50, 170, 250, 330, 400].map((x) => rule(x, 97, x, 157)),
    ];
    const pieces = rows.flatMap((row, y) =>
      row.flatMap((text, x) => (text === "" ? [] : [piece(lefts[x] ?? 0, 106 + 12 * y, text)])),
    );
    expect(tablesOf(pieces, grid)).toEqual([rows]);
  });

  it("stays one cell if its values are stacked", () => {
    const grid = [
      ...[97, 112, 130].map((y) => rule(50, y, 400, y)),
      ...[50, 170, 250, 400].map((x) => rule(x, 97, x, 130)),
    ];
    const pieces = [
      ...["Angle", "Best", "Range"].map((text, x) => piece(lefts[x] ?? 0, 106, text)),
      ...[0, 6].flatMap((y) => [
        piece(60, 118 + y, y === 0 ? "12" : "13", { size: 8 }),
        piece(180, 118 + y, y === 0 ? "0.31" : "0.35", { size: 8 }),
      ]),
      piece(260, 124, "1 to 2"),
    ];
    expect(tablesOf(pieces, grid)[0]).toHaveLength(2);
  });
});

describe("a table below a bold header with one line", () => {
  const head = (y: number) =>
    ["Description", "Number", "Price"].map((text, x) =>
      piece([60, 220, 340][x] ?? 0, y, text, { bold: true }),
    );
  const table = [
    ["Description", "Number", "Price"],
    ["Consulting in a town by the sea", "12", "950.00"],
    ["Travel", "1", "640.50"],
    ["", "Sum", "1,590.50"],
  ];

  it("includes a bold sum and cells centered beside two lines, but not the details above it", () => {
    const details = [
      ["Date", "3 May"],
      ["Due", "8 May"],
    ].flatMap((row, y) => row.map((text, x) => piece(340 + 60 * x, 40 + 14 * y, text)));
    const address = ["Anna", "Main Street 5", "Oslo"].map((text, y) => piece(60, 66 + 12 * y, text));
    const pieces = [
      ...head(106),
      piece(60, 122, "Consulting in a town"),
      piece(220, 127, "12"),
      piece(346, 127, "950.00"),
      piece(60, 132, "by the sea"),
      piece(60, 148, "Travel"),
      piece(220, 148, "1"),
      piece(346, 148, "640.50"),
      piece(220, 162, "Sum", { bold: true }),
      piece(340, 162, "1,590.50", { bold: true }),
    ];
    expect(tablesOf([...details, ...address, ...pieces], [rule(50, 110, 400, 110)])).toEqual([table]);
  });
});

describe("answers in a row", () => {
  const answers = [
    ["A. put forward", "B. jumped at", "C. tried out", "D. turned down"],
    ["A. waste", "B. earn", "C. save", "D. pay"],
    ["A. excited", "B. worried", "C. moved", "D. tired"],
  ];

  it("are a table if their letters count along the row", () => {
    expect(tablesOf(textOf(answers, 14), [])).toEqual([answers]);
  });

  it("are a table of two columns, too", () => {
    const two = answers.map((row) => row.slice(0, 2));
    expect(tablesOf(textOf(two, 14), [])).toEqual([two]);
  });

  it("are lists beside each other if they count down the columns", () => {
    const lists = [
      ["A. put forward", "A. jumped at", "A. tried out", "A. turned down"],
      ["B. waste", "B. earn", "B. save", "B. pay"],
      ["C. excited", "C. worried", "C. moved", "C. tired"],
    ];
    expect(tablesOf(textOf(lists, 14), [])).toEqual([]);
  });
});

describe("a table with some vertical lines", () => {
  const down = (x: number) => rule(x, 97, x, 169);

  it("has the columns found in its text", () => {
    expect(tablesOf(textOf(body, 12), [...across(0, 1, 6), down(160)])).toEqual([body]);
  });

  it("keeps its columns inside a frame", () => {
    expect(tablesOf(textOf(body, 12), [...across(0, 1, 6), down(50), down(160), down(400)])).toEqual([body]);
  });

  it("has two columns if a line separates texts close to each other", () => {
    const rows = body.map(([name = "", full = "", half = "", none = ""]) => [
      name,
      `x${full}`,
      `y${half}`,
      none,
    ]);
    const pieces = rows.flatMap((row, y) =>
      row.map((text, x) => piece([60, 180, 210, 340][x] ?? 0, 106 + 12 * y, text)),
    );
    expect(tablesOf(pieces, [...across(0, 1, 6), down(207.5)])).toEqual([rows]);
  });
});

describe("a fully drawn table", () => {
  it("keeps multi-line numbers in their cells if its headers are broken inside words", () => {
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

describe("a label beside several rows", () => {
  const values = (y: number, ...texts: readonly string[]) =>
    texts.map((text, x) => piece(lefts[x + 1] ?? 0, y, text));
  const head = ["Dataset", "Length", "Full", "Half"].map((text, x) => piece(lefts[x] ?? 0, 106, text));
  const lines = [97, 110, 160].map((y) => rule(50, y, 400, y));
  const spansOf = (pieces: readonly Piece[]) =>
    pageFlow(layout(1, [...head, ...pieces], lines)).items.flatMap((item) =>
      item.kind === "table"
        ? item.found.table.rows.map((row) => row.map(({ lines, rowSpan }) => `${lines[0]?.text} ${rowSpan}`))
        : [],
    );

  it("spans two rows if it is between them", () => {
    const rows = [
      values(120, "24", "0.52", "0.81"),
      piece(60, 126, "Anna"),
      values(132, "32", "0.41", "0.77"),
      values(144, "48", "0.39", "0.64"),
      piece(60, 150, "Bert"),
      values(156, "64", "0.95", "0.12"),
    ].flat();
    expect(spansOf(rows).slice(1)).toEqual([
      ["Anna 2", "24 1", "0.52 1", "0.81 1"],
      ["32 1", "0.41 1", "0.77 1"],
      ["Bert 2", "48 1", "0.39 1", "0.64 1"],
      ["64 1", "0.95 1", "0.12 1"],
    ]);
  });

  it("spans one row if the rows below it have no label", () => {
    const rows = [
      values(120, "24", "0.52", "0.81"),
      piece(60, 120, "Anna"),
      values(132, "32", "0.41", "0.77"),
      values(144, "48", "0.39", "0.64"),
    ].flat();
    expect(spansOf(rows)[1]).toEqual(["Anna 1", "24 1", "0.52 1", "0.81 1"]);
  });

  it("doesn't span the lines of a cell", () => {
    const rows = [
      piece(180, 120, "one two three"),
      piece(260, 120, "four"),
      piece(60, 126, "Anna"),
      piece(180, 132, "and so on"),
      piece(260, 132, "five"),
    ];
    expect(
      spansOf(rows)
        .flat()
        .every((text) => text.endsWith(" 1")),
    ).toBe(true);
  });
});

describe("a table with rotated headers", () => {
  it("puts them into its cells", () => {
    const heads = ["Contains gluten", "Contains nuts", "Vegetarian"];
    const turned = heads.map((text, at): Piece => {
      const { words, ...own } = piece(0, 0, text);
      const box = { x0: 125 + 60 * at, y0: 60, x1: 135 + 60 * at, y1: 140 };
      return { ...own, words: words.map((word) => ({ ...word, box })), box, horizontal: false, turn: 270 };
    });
    const rows = [
      ["Soup", "yes", "no", "yes"],
      ["Pie", "yes", "yes", "no"],
    ];
    const upright = rows.flatMap((row, y) => row.map((text, x) => piece(60 + 60 * x, 160 + 20 * y, text)));
    const grid = [
      ...[50, 145, 165, 185].map((y) => rule(50, y, 290, y)),
      ...[50, 110, 170, 230, 290].map((x) => rule(x, 50, x, 185)),
    ];
    expect(tablesOf([piece(60, 100, "Dish"), ...turned, ...upright], grid)).toEqual([
      [["Dish", ...heads], ...rows],
    ]);
  });
});

describe("columns on a shared baseline grid", () => {
  it("aren't a table if they are running text", () => {
    const pieces = Array.from({ length: 12 }, (_, y) =>
      [50, 240, 430].map((x, at) => piece(x, 80 + 12 * y, ragged[(y + 3 * at) % ragged.length] ?? "")),
    ).flat();
    expect(tablesOf(pieces, [])).toEqual([]);
  });

  it("are a table if they are names and numbers", () => {
    const pieces = body.flatMap((row, y) => row.map((text, x) => piece(lefts[x] ?? 0, 80 + 12 * y, text)));
    expect(tablesOf(pieces, [])).toEqual([body]);
  });
});

describe("dot leaders to several columns", () => {
  it("belong to a table", () => {
    const rows = ["Net sales", "Cost of sales", "Gross profit"];
    const values = [
      ["12,345", "11,002"],
      ["8,114", "7,560"],
      ["4,231", "3,442"],
    ];
    const pieces = rows.flatMap((name, y) => [
      piece(50, 80 + 14 * y, `${name} ${". ".repeat(20 - name.length / 2).trim()}`),
      ...(values[y] ?? []).map((value, x) => piece(350 + 80 * x, 80 + 14 * y, value)),
    ]);
    expect(tablesOf(pieces, [])[0]?.map((row) => row.slice(1))).toEqual(values);
  });

  it.each([
    [".", 1],
    ["x", 2],
  ])("don't form a column, unlike aligned words: %s", (sign, columns) => {
    const names = ["Total", "Theft", "Arson", "Fraud", "Other"].map((name, y) =>
      piece(60, 80 + 14 * y, `${name} ${sign}`),
    );
    const rows = rowsOf(pieceLines([...names, piece(90, 150, "and more")]));
    expect(withAlignedStarts([{ from: 60, to: 140 }], rows)).toHaveLength(columns);
  });
});

describe("the last row of a table without lines", () => {
  it("includes the line that continues a word of its first cell", () => {
    const pieces = [
      ...body.flatMap((row, y) => row.slice(0, 2).map((text, x) => piece(60 + 200 * x, 80 + 12 * y, text))),
      piece(60, 152, "Fish with spinach-"),
      piece(260, 152, "0.7"),
      piece(60, 164, "sauce and rice"),
    ];
    expect(tablesOf(pieces, [])[0]?.at(-1)).toEqual(["Fish with spinach- sauce and rice", "0.7"]);
  });
});

describe("chart labels between horizontal lines", () => {
  it("aren't a table if most cells are empty", () => {
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
