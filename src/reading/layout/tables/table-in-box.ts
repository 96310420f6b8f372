/** A table of everything in a part of a page, whether or not it would be recognized as one. */

import { boxAround } from "../../../core/geometry.ts";
import type { FoundTable, Line } from "../model/blocks.ts";
import type { Rules } from "../model/rules.ts";
import { bandColumns } from "./aligned-columns.ts";
import { buildTable, type Evidence } from "./build-table.ts";
import { gridEvidence } from "./evidence/grid.ts";
import { ruleEvidence } from "./evidence/rules.ts";
import { mirrored } from "./find-tables.ts";
import { placeRow } from "./text-columns.ts";
import { rowsOf } from "./text-rows.ts";

const placed = ({ rows, columns }: Evidence) => rows.map((row) => placeRow(row, columns));

/** The table of all lines; undefined if there are none. Drawn lines decide if they enclose all text, else the text's columns do. */
export function tableInBox(rules: Rules, lines: readonly Line[]): FoundTable | undefined {
  if (lines.length === 0) return undefined;
  const drawn = [...gridEvidence(rules, lines), ...ruleEvidence(rules, lines)].find(
    ({ rows }) => new Set(rows.flatMap((row) => row.lines)).size === lines.length,
  );
  const evidence = drawn ?? textEvidence(rules, lines);
  return { ...mirrored(buildTable(evidence, placed(evidence))), rule: "bbox" };
}

function textEvidence({ horizontal, vertical }: Rules, lines: readonly Line[]): Evidence {
  const rows = rowsOf(lines, vertical);
  const region = boxAround(lines.map(({ box }) => box));
  const columns = bandColumns(
    rows,
    0,
    vertical.map(({ at }) => at),
  );
  return {
    region,
    rows,
    columns: columns.length > 0 ? columns : [{ from: region.x0, to: region.x1 }],
    rowEdges: horizontal.flatMap(({ at }) => (at > region.y0 && at < region.y1 ? [at] : [])),
  };
}
