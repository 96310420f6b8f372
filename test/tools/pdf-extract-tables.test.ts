/** pdf_extract_tables: cells, files and certainty. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemOf } from "../support/problem-of.ts";
import { runTool } from "../support/run-tool.ts";
import { simplePdf } from "../support/simple-pdf.ts";
import { requireTool } from "../support/tools.ts";

type Rows = readonly (readonly string[])[];

/** Content of a table with its top at `y`, 100 points per column and 20 per row, with or without drawn lines. */
function drawn(rows: Rows, { y = 700, lines = true } = {}): string {
  const columns = rows[0]?.length ?? 0;
  const cells = rows.flatMap((row, down) =>
    row.map(
      (text, at) =>
        `BT /F1 10 Tf ${54 + 100 * at} ${y - 14 - 20 * down} Td (${text.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`,
    ),
  );
  const [right, bottom] = [50 + 100 * columns, y - 20 * rows.length];
  const across = rows.map((_, at) => `50 ${y - 20 * at} m ${right} ${y - 20 * at} l S`);
  const down = Array.from(
    { length: columns + 1 },
    (_, at) => `${50 + 100 * at} ${y} m ${50 + 100 * at} ${bottom} l S`,
  );
  return [...cells, ...(lines ? [...across, `50 ${bottom} m ${right} ${bottom} l S`, ...down] : [])].join(
    "\n",
  );
}

const line = (text: string, y: number) => `BT /F1 10 Tf 50 ${y} Td (${text}) Tj ET`;

const bill: Rows = [
  ["Item", "Price", "Due"],
  ["Paper", "1.234,50", "28.11.2026"],
  ["=Ink", "-3,00", "01.12.2026"],
];

const extract = (bytes: Uint8Array, input: object = {}) =>
  runTool("pdf_extract_tables", { input: "a.pdf", ...input }, { "a.pdf": bytes });
const refusal = (bytes: Uint8Array, input: object) => problemOf(extract(bytes, input));

const csv = (run: { file(path: string): Uint8Array }, path: string) => Buffer.from(run.file(path)).toString();

describe("without an output", () => {
  it("gives cells, and is certain where drawn lines and aligned text agree", async () => {
    const { result } = await extract(simplePdf([drawn(bill)]));
    expect(result).toEqual({
      tables: [
        {
          id: expect.stringMatching(/^[0-9a-f]{12}$/),
          parts: [{ page: 1, bbox: [49.5, 99.5, 350.5, 160.5] }],
          rows: 3,
          columns: 3,
          head_rows: 1,
          certain: true,
          doubts: [],
          cells: bill.map((row) => row.map((text) => ({ text }))),
        },
      ],
      outputs: [],
      truncated: false,
    });
  });

  it("is not certain with aligned text alone", async () => {
    const rows = [...bill, ["Pens", "2,00", "02.12.2026"]];
    const { result } = await extract(simplePdf([drawn(rows, { lines: false })]));
    expect(result).toMatchObject({
      tables: [
        {
          certain: false,
          doubts: ["only aligned text shows the rows", "only aligned text shows the columns"],
        },
      ],
    });
  });

  it("joins a table over pages without its repeated header", async () => {
    const [head = [], ...body] = bill;
    const pages = [drawn(bill, { y: 200 }), drawn([head, ...body.toReversed()])];
    const { result } = await extract(simplePdf(pages));
    const apart = await extract(simplePdf(pages), { join_pages: false });
    expect(result).toMatchObject({ tables: [{ rows: 5, parts: [{ page: 1 }, { page: 2 }] }] });
    expect(apart.result).toMatchObject({ tables: [{ rows: 3 }, { rows: 3 }] });
  });

  it("builds one table from a bbox where none is recognized", async () => {
    const page = [line("one", 700), line("two", 680), line("apart", 500)].join("\n");
    const { result } = await extract(simplePdf([page]), { bbox: [0, 80, 300, 120] });
    expect(result).toMatchObject({ tables: [{ columns: 1, cells: [[{ text: "one" }], [{ text: "two" }]] }] });
  });

  it("says why there is none", async () => {
    const { result, context } = await extract(simplePdf([line("Dear Sir", 700)]));
    expect(result).toMatchObject({ tables: [], outputs: [] });
    expect(context.warnings).toEqual([
      "no table was found in the text, drawn lines and tags of page 1: nothing is aligned in several columns and rows",
    ]);
  });

  it("drops rows beyond max_chars and keeps the size", async () => {
    const rows: Rows = [
      ["Name", "Text"],
      ["a", "b".repeat(60)],
      ["c", "d".repeat(60)],
    ];
    const { result } = await extract(simplePdf([drawn(rows)]), { max_chars: 100 });
    expect(result).toMatchObject({ truncated: true, tables: [{ rows: 3, cells: { length: 2 } }] });
  });
});

describe("outputs", () => {
  const two = simplePdf([
    drawn(bill),
    drawn([
      ["A", "B"],
      ["1", "2"],
    ]),
  ]);

  it("are one CSV per table in a folder, without formulas", async () => {
    const run = await extract(two, { output_folder: "out" });
    expect(csv(run, "out/a-table-1.csv")).toBe(
      'Item,Price,Due\nPaper,"1.234,50",28.11.2026\n\'=Ink,"-3,00",01.12.2026\n',
    );
    expect(csv(run, "out/a-table-2.csv")).toBe("A,B\n1,2\n");
    expect(run.result).toMatchObject({ outputs: [{ bytes: 68 }, { bytes: 8 }] });
  });

  it("are a JSON document with all cells", async () => {
    const run = await extract(two, { output: "t.json" });
    expect(JSON.parse(csv(run, "t.json"))).toMatchObject({
      version: 1,
      tables: [{ columns: 3, cells: bill.map((row) => row.map((text) => ({ text }))) }, { columns: 2 }],
    });
  });

  it("can be chosen by id", async () => {
    const [, second] = Object((await extract(two)).result).tables;
    const run = await extract(two, { output: "t.csv", tables: [second.id] });
    expect(csv(run, "t.csv")).toBe("A,B\n1,2\n");
  });

  it.skipIf(requireTool("openpyxl"))(
    "are a workbook that openpyxl reads, typed and without formulas",
    async () => {
      const run = await extract(simplePdf([drawn(bill)]), { output: "t.xlsx" });
      const folder = mkdtempSync(join(tmpdir(), "pdfd-xlsx-"));
      writeFileSync(join(folder, "t.xlsx"), run.file("t.xlsx"));
      const script = `
import json, openpyxl
sheet = openpyxl.load_workbook("t.xlsx").worksheets[0]
print(json.dumps([[str(cell.value), cell.number_format, cell.data_type, cell.quotePrefix, cell.font.b, cell.comment and cell.comment.text]
  for row in sheet for cell in row] + [sheet.title, sheet.freeze_panes]))`;
      const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", script], {
        cwd: folder,
        encoding: "utf8",
      });
      rmSync(folder, { recursive: true });
      expect([stderr, JSON.parse(stdout || "null")]).toEqual([
        "",
        [
          ["Item", "General", "s", false, true, null],
          ["Price", "General", "s", false, true, null],
          ["Due", "General", "s", false, true, null],
          ["Paper", "General", "s", false, false, null],
          ["1234.5", "#,##0.00", "n", false, false, "1.234,50"],
          ["2026-11-28 00:00:00", "dd\\.mm\\.yyyy", "d", false, false, null],
          ["=Ink", "General", "s", true, false, null],
          ["-3", "0.00", "n", false, false, "-3,00"],
          ["2026-12-01 00:00:00", "dd\\.mm\\.yyyy", "d", false, false, null],
          "Table 1",
          "A2",
        ],
      ]);
    },
  );

  it.each<[string, object, string, RegExp]>([
    ["two outputs", { output: "t.csv", output_folder: "out" }, "output_folder", /together/],
    ["a folder of workbooks", { output_folder: "out", format: "xlsx" }, "output_folder", /csv/],
    ["another ending", { output: "t.txt" }, "output", /must end in/],
    ["a contradicting format", { output: "t.csv", format: "json" }, "output", /ends in \.csv/],
    ["two tables in one CSV", { output: "t.csv" }, "output", /there are 2/],
    ["an unknown id", { tables: ["0123456789ab"] }, "tables[0]", /no table has the id/],
    ["a box off the page", { bbox: [5000, 0, 5001, 9] }, "bbox", /outside/],
  ])("are refused: %s", async (_, input, field, message) => {
    expect(await refusal(two, input)).toMatchObject({
      code: "validation",
      errors: [{ field, message: expect.stringMatching(message) }],
    });
  });

  it("are not written without a table", async () => {
    const { result, context } = await extract(simplePdf([line("Dear Sir", 700)]), { output: "t.xlsx" });
    expect(result).toMatchObject({ tables: [], outputs: [] });
    expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf"]);
  });
});
