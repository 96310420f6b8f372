/**
 * Decides which lines of a page are tables: a new way to find them is a new row, with an example in
 * `test/reading/layout/find-tables.test.ts`.
 */
import { overlap } from "../../../core/geometry.ts";
import { readsRightToLeft } from "../../lines/right-to-left/bidi.ts";
import type { JustifiedLines } from "../columns/justified.ts";
import { stretches } from "../columns/stretches.ts";
import type { FoundTable, Line } from "../model/blocks.ts";
import { decide, type LayoutRule } from "../model/rule.ts";
import type { Rules } from "../model/rules.ts";
import { buildTable, type Evidence } from "./build-table.ts";
import { gapEvidence } from "./evidence/gaps.ts";
import { gridEvidence } from "./evidence/grid.ts";
import { ruleEvidence } from "./evidence/rules.ts";
import { placeRow } from "./text-columns.ts";
import { vetoes } from "./vetoes.ts";

/** In right-to-left text, a table's columns are right-to-left too. */
export function mirrored(found: FoundTable): FoundTable {
  if (!readsRightToLeft(found.lines.map(({ text }) => text))) return found;
  const rows = found.table.rows.map((row) => row.toReversed());
  return { ...found, table: { ...found.table, rows } };
}

/** The lines of a page that no earlier rule assigned to a table. */
interface FreeLines {
  readonly rules: Rules;
  readonly free: readonly Line[];
  /** The lines that aren't justified. */
  readonly aligned: readonly Line[];
  /** Receives the name of a veto. */
  veto(rule: string): void;
}

/** The tables supported by evidence, excluding lookalikes. A single row isn't one. */
export function builtTables(all: readonly Evidence[], veto = (_rule: string) => {}): FoundTable[] {
  return all.flatMap((evidence) => {
    const { columns, rowEdges, cells } = evidence;
    const rows = evidence.rows.map((row) => placeRow(row, columns));
    const wraps = cells !== undefined;
    const vetoed = decide(vetoes, { rows, columns: columns.length, edges: rowEdges.length, wraps });
    if (vetoed) {
      veto(vetoed.rule);
      return [];
    }
    const found = buildTable(evidence, rows);
    return found.table.rows.length > 1 ? [found] : [];
  });
}

/** The rule for tables without drawn lines. */
export const byGaps = "aligned rows";

/** From certain to likely: each rule gets the lines that the previous ones left. */
export const tableRules: readonly LayoutRule<FreeLines, readonly FoundTable[]>[] = [
  {
    name: "drawn grid",
    why: "Drawn cells mean a table. Of nested grids the outer one counts, because it contains the most.",
    decide: ({ rules, free, veto }) => builtTables(gridEvidence(rules, free), veto),
  },
  {
    name: "rules across",
    why: "Books draw rules above and below the header and at the end, and align the text between.",
    decide: ({ rules, free, veto }) => builtTables(ruleEvidence(rules, free), veto),
  },
  {
    name: byGaps,
    why: "Rows with aligned gaps are a table without rules; justified lines have gaps by coincidence.",
    decide: ({ aligned, rules, veto }) =>
      stretches(aligned).flatMap((stretch) =>
        builtTables(gapEvidence(stretch, rules.horizontal, veto), veto),
      ),
  },
];

/** A page's tables that don't overlap, and the names of the vetoes against others. */
export function findTables(
  rules: Rules,
  { lines, justified }: JustifiedLines,
): { readonly tables: readonly FoundTable[]; readonly vetoed: readonly string[] } {
  const tables: FoundTable[] = [];
  const vetoed = new Set<string>();
  const taken = new Set<Line>();

  for (const { name, decide } of tableRules) {
    const free = taken.size === 0 ? lines : lines.filter((line) => !taken.has(line));
    const aligned = justified.size === 0 ? free : free.filter((line) => !justified.has(line));
    for (const table of decide({ rules, free, aligned, veto: (rule) => vetoed.add(rule) }) ?? []) {
      if (tables.some(({ box }) => overlap(box, table.box, 2))) continue;
      tables.push({ ...mirrored(table), rule: name });
      for (const line of table.lines) taken.add(line);
    }
  }

  return { tables, vetoed: [...vetoed] };
}
