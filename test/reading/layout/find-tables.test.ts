/** Each row of the rules about tables, by a page on which it finds one. */
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
  "filled rows": layout(
    1,
    byRows,
    [92, 132, 172].map((y) => ({ box: { x0: 50, y0: y, x1: 410, y1: y + 20 }, stroked: false })),
  ),
  "heads above cells": layout(1, [
    ...(rows[0] ?? []).map((text, x) => piece(60 + 120 * x, 106, text, { bold: true })),
    ...byRows.slice(3),
  ]),
  "rules across": layout(
    1,
    byRows,
    [92, 112, 192].map((y) => rule(50, y, 410, y)),
  ),
  "painted cells": layout(
    1,
    rows.flatMap((row, y) =>
      row.flatMap((text, x) => {
        const at = (line: number, own: string) => piece(60 + 120 * x, 106 + 24 * y + 12 * line, own);
        return x === 0 ? [at(0, text), at(1, "and others")] : [at(0, text)];
      }),
    ),
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
