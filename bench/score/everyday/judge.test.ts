import { expect, it } from "vitest";
import { difference, judge } from "./judge.ts";
import { blocksOf } from "./read.ts";
import { truthOf } from "./truth.ts";

const source = `<body lang=en>
<h1>Bill</h1><p>To: A. Pell<br>8 Mill Lane</p>
<p class=row><b>No. 7</b> <span>2 May</span></p>
<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>
<table><thead><tr><th rowspan=2>Item</th><th colspan=2>Price</th></tr><tr><th>net</th><th>gross</th></tr></thead>
<tbody><tr><td>Oak &amp; ash</td><td class=n>4</td><td></td></tr></tbody></table>`;
const truth = truthOf(source);

const item = (depth: number, text: string) => ({ marker: "•", depth, text });
const cell = (text: string, row_span = 1, col_span = 1) => ({ text, row_span, col_span });
const heading = { type: "heading", text: "Bill" };
const texts = ["To: A. Pell", "8 Mill Lane", "No. 7 2 May"].map((text) => ({ type: "paragraph", text }));
const list = { type: "list", text: "", items: [item(0, "one"), item(1, "inner"), item(0, "two")] };
const head = [
  [cell("Item", 2), cell("Price", 1, 2)],
  [cell("net"), cell("gross")],
];
const body = [[cell("Oak & ash"), cell("4"), cell("")]];
const read = (...blocks: readonly object[]) =>
  blocksOf({ pages: [{ blocks: blocks.map((block) => ({ type: "", text: "", ...block })) }] });
const table = (rows: readonly (readonly object[])[]) => ({
  type: "table",
  text: "",
  rows: rows.map((row) => row.map((own) => ({ ...cell(""), ...own }))),
});

it("takes blocks from a source", () => {
  expect(
    truth.map((block) =>
      block.kind === "table" ? block.cells.length : [block.kind, block.depth, block.text],
    ),
  ).toEqual([
    ["heading", 0, "Bill"],
    ["text", 0, "To: A. Pell 8 Mill Lane"],
    ["text", 0, "No. 7 2 May"],
    ["item", 0, "one"],
    ["item", 1, "inner"],
    ["item", 0, "two"],
    7,
  ]);
});

it.each([
  [
    "right",
    "every block and cell, lines as paragraphs",
    [heading, ...texts, list, table([...head, ...body])],
  ],
  [
    "partly",
    "a spanned head in one row",
    [heading, ...texts, list, table([[cell("Item"), cell("Price net"), cell("gross")], ...body])],
  ],
  [
    "partly",
    "a heading as text",
    [{ ...heading, type: "paragraph" }, ...texts, list, table([...head, ...body])],
  ],
  [
    "wrong",
    "a table as text",
    [heading, ...texts, list, { type: "paragraph", text: "Item Price net gross Oak & ash 4" }],
  ],
  ["wrong", "text as a table", [table([[cell("Bill"), cell("To: A. Pell 8 Mill Lane")]])]],
])("calls %s: %s", (verdict, _what, blocks) => {
  expect(judge(truth, read(...blocks))).toBe(verdict);
});

it("shows what only one side has", () => {
  expect(
    difference(
      truth.slice(0, 2),
      read(heading, { type: "header", text: "To: A. Pell" }, { type: "code", text: "x" }),
    ),
  ).toBe("    - text: To: A. Pell 8 Mill Lane\n    + text: x");
});
