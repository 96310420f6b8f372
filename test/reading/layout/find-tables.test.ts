/** Each row of the table rules, with a page on which it finds a table. */
import { describe, expect, it } from "vitest";
import type { PageLayout } from "../../../src/core/page-layout.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { tableRules } from "../../../src/reading/layout/tables/find-tables.ts";
import { expectExamples, layout, piece, prose, rule } from "./support.ts";

const rows = [
  ["Name", "Paid", "Due"],
  ["Anna", "23", "12"],
  ["Bert", "41", "147"],
  ["Carl", "9", "3"],
  ["Dora", "310", "56"],
];
const cell = (x: number, y: number) => piece(60 + 120 * x, 106 + 20 * y, rows[y]?.[x] ?? "");
const byRows = rows.flatMap((row, y) => row.map((_, x) => cell(x, y)));

const examples: Readonly<Record<string, PageLayout>> = {
  "drawn grid": layout(1, byRows, [
    ...[0, 1, 2, 3, 4, 5].map((k) => rule(50, 92 + 20 * k, 410, 92 + 20 * k)),
    ...[0, 1, 2, 3].map((k) => rule(50 + 120 * k, 92, 50 + 120 * k, 192)),
  ]),
  "rules across": layout(
    1,
    byRows,
    [92, 112, 192].map((y) => rule(50, y, 410, y)),
  ),
  "aligned rows": layout(1, byRows),
};

describe("rules about tables", () => {
  it("have a reason and an example each", () => expectExamples(tableRules, Object.keys(examples)));

  it.each(Object.entries(examples))("%s", (name, page) => {
    const tables = pageFlow(page).items.flatMap((item) => (item.kind === "table" ? [item.found] : []));
    expect(tables.map((found) => found.rule)).toEqual([name]);
    const texts = tables[0]?.table.rows.map((row) => row.map(({ lines }) => lines[0]?.text));
    expect(texts).toEqual(rows);
  });

  it("find none in running text", () => {
    expect(pageFlow(layout(1, prose(50, 80, 12))).items.every(({ kind }) => kind === "line")).toBe(true);
  });
});
