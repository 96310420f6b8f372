/** Tables found by their text: rows and columns without lines, on typed values. */

import { describe, expect, it } from "vitest";
import { escapeMarkdown } from "../../../src/reading/formats/markdown-text.ts";
import { createSequence } from "../../../src/reading/layout/join-pages.ts";
import type { Block, FoundTable, Table } from "../../../src/reading/layout/model/blocks.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import type { Rule } from "../../../src/reading/layout/model/rules.ts";
import { withAlignedStarts } from "../../../src/reading/layout/tables/aligned-columns.ts";
import { gapEvidence } from "../../../src/reading/layout/tables/evidence/gaps.ts";
import { gridEvidence } from "../../../src/reading/layout/tables/evidence/grid.ts";
import { ruleEvidence } from "../../../src/reading/layout/tables/evidence/rules.ts";
import { builtTables } from "../../../src/reading/layout/tables/find-tables.ts";
import { columnsOf } from "../../../src/reading/layout/tables/text-columns.ts";
import { rowsOf } from "../../../src/reading/layout/tables/text-rows.ts";
import { piece } from "./support.ts";

const bandTables = (...seen: Parameters<typeof ruleEvidence>) => builtTables(ruleEvidence(...seen));
const plainTables = (...seen: Parameters<typeof gapEvidence>) => builtTables(gapEvidence(...seen));

type Placed = readonly [x: number, y: number, text: string, size?: number];

const linesOf = (pieces: readonly Placed[]) =>
  pieceLines(pieces.map(([x, y, text, size]) => piece(x, y, text, size === undefined ? {} : { size })));
const across = (...heights: number[]): Rule[] => heights.map((at) => ({ at, from: 100, to: 500 }));
const tablesOf = (heights: readonly number[], pieces: readonly Placed[]) =>
  bandTables({ horizontal: across(...heights), vertical: [], fills: [] }, linesOf(pieces));
const textsOf = (table: Table | undefined) =>
  table?.rows.map((row) => row.map(({ lines }) => lines.map(({ text }) => text).join(" ")));

describe("withAlignedStarts", () => {
  const columns = (pieces: readonly Placed[]) => {
    const rows = rowsOf(linesOf(pieces));
    return withAlignedStarts(columnsOf(rows, 0.55), rows).map(({ from }) => from);
  };
  const wrapped: Placed[] = [
    [103, 20, "9.12"],
    [128, 20, "Check that the"],
    [128, 32, "first is as the"],
    [128, 44, "second."],
    [103, 56, "9.12"],
    [128, 56, "Check them all"],
    [128, 68, "once more."],
  ];

  it("separates close columns if only the second has wrapped lines", () => {
    expect(columns(wrapped)).toEqual([103, 128]);
  });

  it("doesn't split text repeated in every row", () => {
    const same = [20, 32, 44, 56].map((y): Placed => [100, y, "Census projection: mean"]);
    expect(columns(same)).toEqual([100]);
  });
});

describe("a drawn grid", () => {
  it("spans only rows that remain if a double line makes one without text", () => {
    const horizontal = [
      ...across(10, 30, 75),
      { at: 50, from: 100, to: 300 },
      { at: 55, from: 100, to: 300 },
    ];
    const vertical = [100, 300, 500].map((at) => ({ at, from: 10, to: 75 }));
    const lines = linesOf([
      [110, 25, "Name"],
      [310, 25, "Reason"],
      [110, 45, "One"],
      [310, 56, "Both"],
      [110, 70, "Two"],
    ]);
    const [found] = builtTables(gridEvidence({ horizontal, vertical, fills: [] }, lines));

    expect(textsOf(found?.table)).toEqual([["Name", "Reason"], ["One", "Both"], ["Two"]]);
    expect(found?.table.rows.flat().map(({ rowSpan }) => rowSpan)).toEqual([1, 1, 1, 2, 1]);
  });
});

describe("bandTables with long cells", () => {
  const head: Placed[] = [
    [100, 20, "Name"],
    [200, 20, "What it is"],
    [400, 20, "Year"],
  ];
  const long: Placed[] = [
    [100, 40, "First"],
    [200, 40, "a long text that goes"],
    [400, 40, "1999"],
    ...[52, 64, 76, 88, 100].map((y): Placed => [200, y, "on over several lines"]),
    [100, 112, "Second"],
    [200, 112, "another such long text"],
    [400, 112, "2001"],
    ...[124, 136, 148].map((y): Placed => [200, y, "with more lines to it"]),
  ];
  const shape = (tables: readonly FoundTable[]) =>
    tables.map(({ table }) => textsOf(table)?.map(([first, , year]) => [first, year]));
  const whole = [
    ["Name", "Year"],
    ["First", "1999"],
    ["Second", "2001"],
  ];

  it("are found if no text reaches from one column into the next", () => {
    expect(shape(tablesOf([8, 28, 156], [...head, ...long]))).toEqual([whole]);
  });

  it("continue below their last line if none closes them", () => {
    expect(shape(tablesOf([8, 28], [...head, ...long]))).toEqual([whole]);
  });

  it("don't continue into running text", () => {
    const text = [40, 52, 64].map((y): Placed => [100, y, `${"running text of a page ".repeat(3)}more`]);
    expect(tablesOf([8, 28], [...head, ...text])).toEqual([]);
  });

  it("end at text in larger type", () => {
    const rows = (y: number): Placed[] => [
      [100, y, "One"],
      [200, y, "of them"],
      [100, y + 12, "Two"],
      [200, y + 12, "of those"],
    ];
    const title: Placed = [100, 70, "The next of them", 12];
    const found = tablesOf([8, 40, 80, 112], [...rows(20), title, ...rows(92)]);
    expect(found.map(({ table }) => table.rows.length)).toEqual([2, 2]);
  });
});

describe("wrapped rows", () => {
  it("may also wrap in the first column", () => {
    const [found] = tablesOf(
      [8, 28, 94],
      [
        [100, 20, "Feed"],
        [200, 20, "Yield"],
        [300, 20, "Unit"],
        [100, 40, "Corn and some"],
        [200, 40, "7,500"],
        [300, 40, "kg of all the"],
        [100, 52, "grain"],
        [300, 52, "grain"],
        [100, 64, "Soybean"],
        [200, 64, "2,200"],
        [300, 64, "kg"],
        [100, 76, "oats"],
        [200, 76, "1,300"],
        [300, 76, "kg"],
      ],
    );
    expect(textsOf(found?.table)).toEqual([
      ["Feed", "Yield", "Unit"],
      ["Corn and some grain", "7,500", "kg of all the grain"],
      ["Soybean", "2,200", "kg"],
      ["oats", "1,300", "kg"],
    ]);
  });
});

describe("continued tables", () => {
  const block = (page: number, x0: number, rows: readonly (readonly string[])[]): Block => {
    const box = { x0, y0: 100, x1: x0 + 200, y1: 300 };
    const cells = rows.map((row, y) =>
      row.map((text) => ({
        lines: linesOf([[x0, y * 12, text]]),
        box,
        rowSpan: 1,
        colSpan: 1,
        header: y === 0,
      })),
    );
    return { type: "table", page, box, lines: [], table: { rows: cells, columns: rows[0]?.length ?? 0 } };
  };
  const head = ["Name", "Year"];
  const first = block(1, 50, [head, ["One", "1990"]]);

  /** The rows of each table that results from two consecutive blocks. */
  const joined = (a: Block, b: Block) => {
    const sequence = createSequence();
    sequence.add([a, b]);
    return sequence.blocks.map(({ table }) => textsOf(table));
  };

  it("have the same header in the next column or on the next page", () => {
    const rows = [head, ["One", "1990"], ["Two", "1991"]];
    expect(joined(first, block(1, 300, [head, ["Two", "1991"]]))).toEqual([rows]);
    expect(joined(first, block(2, 80, [head, ["Two", "1991"]]))).toEqual([rows]);
  });

  it("are split if they have too many lines to keep in memory", () => {
    const sequence = createSequence();
    const lines = linesOf(Array.from({ length: 5000 }, (_, at) => [0, at, "x"] as const));
    for (let page = 1; page <= 10; page += 1)
      sequence.add([{ ...block(page, 50, [head, ["One", String(page)]]), lines }]);
    expect(sequence.blocks.map((one) => one.lines.length)).toEqual([20_000, 20_000, 10_000]);
    expect(sequence.settled).toBe(8);
    expect(sequence.take(8)).toHaveLength(2);
    expect(sequence.blocks.map(({ table }) => table?.rows.length)).toEqual([3]);
  });

  it("are separate if the header differs, or if they are below each other on a page", () => {
    const other = [
      ["Place", "Year"],
      ["Two", "1991"],
    ];
    expect(joined(first, block(1, 300, other))).toHaveLength(2);
    expect(joined(first, block(1, 50, [head, ["Two", "1991"]]))).toHaveLength(2);
  });
});

describe("false tables", () => {
  const found = (pieces: readonly Placed[]) => plainTables(linesOf(pieces));

  it("include lines of justified text", () => {
    const text: Placed[] = [20, 32].flatMap((y): Placed[] => [
      [100, y, "operator"],
      [170, y, "multiplication"],
      [270, y, y === 20 ? "for the other" : "and its wider"],
    ]);
    expect(found(text)).toEqual([]);
  });

  it("include columns of code in text of another font", () => {
    const code = [20, 32, 44].flatMap((y, at) =>
      ["sys", `23746${at}`, `6330${at}`].map((text, k) => piece(100 + 80 * k, y, text, { mono: true })),
    );
    const text = [80, 92, 104, 116].map((y) => piece(100, y, "a text in another face than that of the code"));
    expect(plainTables(pieceLines(code))).toHaveLength(1);
    expect(plainTables(pieceLines([...code, ...text]))).toEqual([]);
  });

  it("include labels of an axis that doesn't end at zero", () => {
    const rows = ["7,400", "7,300", "7,200", "7,100", "7,000"].flatMap((text, at): Placed[] => [
      [100, 20 + 12 * at, text],
      [200, 20 + 12 * at, `0.1${at}`],
      [300, 20 + 12 * at, `Area ${at}`],
    ]);
    expect(found(rows)).toEqual([]);
  });
});

describe("escapeMarkdown", () => {
  it("doesn't escape unopened asterisks at the end of a word", () => {
    expect(escapeMarkdown("8.102*** and 5*", { after: "", plain: true })).toBe("8.102*** and 5*");
    expect(escapeMarkdown("5*", { after: "b", plain: true })).toBe("5\\*");
    expect(escapeMarkdown("*a 5*")).toBe("\\*a 5\\*");
  });
});
