/** Which lines of a page are tables: a new way to find them is a new row, with an example in `test/reading/layout/find-tables.test.ts`. */
import type { Box } from "../../../core/page-layout.ts";
import { sharedHeight, sharedWidth } from "../../lines/geometry.ts";
import { readsRightToLeft } from "../../lines/right-to-left/bidi.ts";
import type { JustifiedLines } from "../columns/justified.ts";
import type { Rules } from "../columns/rules.ts";
import { stretches } from "../columns/stretches.ts";
import type { FoundTable, Line } from "../model/blocks.ts";
import { decide, type LayoutRule } from "../model/rule.ts";
import { buildTable, type Evidence } from "./build-table.ts";
import { gapEvidence } from "./evidence/gaps.ts";
import { gridEvidence } from "./evidence/grid.ts";
import { ruleEvidence } from "./evidence/rules.ts";
import { placeRow } from "./text-columns.ts";
import { vetoes } from "./vetoes.ts";

/** In a text that reads from right to left, so do a table's columns. */
function mirrored(found: FoundTable): FoundTable {
  if (!readsRightToLeft(found.lines.map(({ text }) => text))) return found;
  const rows = found.table.rows.map((row) => row.toReversed());
  return { ...found, table: { ...found.table, rows } };
}

const overlaps = (a: Box, b: Box) => sharedWidth(a, b) > 2 && sharedHeight(a, b) > 2;

/** The lines of a page that no rule before took for a table. */
interface FreeLines {
  readonly rules: Rules;
  readonly free: readonly Line[];
  /** Those of them that are not justified. */
  readonly aligned: readonly Line[];
}

/** The tables that evidence is of, without what only looks like one. A row alone is none. */
export function builtTables(all: readonly Evidence[]): FoundTable[] {
  return all.flatMap((evidence) => {
    const { columns, rowEdges, cells } = evidence;
    const rows = evidence.rows.map((row) => placeRow(row, columns));
    const wraps = cells !== undefined;
    if (decide(vetoes, { rows, columns: columns.length, edges: rowEdges.length, wraps })) return [];
    const found = buildTable(evidence, rows);
    return found.table.rows.length > 1 ? [found] : [];
  });
}

/** From what is certain to what is likely: each is asked, about the lines that those before it left. */
export const tableRules: readonly LayoutRule<FreeLines, readonly FoundTable[]>[] = [
  {
    name: "drawn grid",
    why: "Cells that are drawn mean a table. Of nested grids the outer one counts, which holds most.",
    decide: ({ rules, free }) => builtTables(gridEvidence(rules, free)),
  },
  {
    name: "rules across",
    why: "Books draw rules above and below the head and at the end, and align what is between.",
    decide: ({ rules, free }) => builtTables(ruleEvidence(rules, free)),
  },
  {
    name: "aligned rows",
    why: "Rows whose gaps stand below each other are a table without rules; justified lines have gaps by chance.",
    decide: ({ aligned }) => stretches(aligned).flatMap((stretch) => builtTables(gapEvidence(stretch))),
  },
];

/** Tables of a page that do not overlap. */
export function findTables(rules: Rules, { lines, justified }: JustifiedLines): FoundTable[] {
  const found: FoundTable[] = [];
  const taken = new Set<Line>();
  for (const { name, decide } of tableRules) {
    const free = lines.filter((line) => !taken.has(line));
    const aligned = free.filter((line) => !justified.has(line));
    for (const table of decide({ rules, free, aligned }) ?? []) {
      if (found.some(({ box }) => overlaps(box, table.box))) continue;
      found.push({ ...mirrored(table), rule: name });
      for (const line of table.lines) taken.add(line);
    }
  }
  return found;
}
