/** Extracted tables as text in columns, for people. */
import { inPages } from "../../core/page-selector.ts";
import { oneLine } from "../../core/trim.ts";
import { placedCells } from "../../tables/grid.ts";

/** A table as pdf_extract_tables answers it. */
export interface AnsweredTable {
  readonly id: string;
  readonly parts: readonly { readonly page: number }[];
  readonly columns: number;
  readonly head_rows: number;
  readonly caption?: string;
  readonly doubts: readonly string[];
  readonly cells: readonly (readonly AnsweredCell[])[];
}

interface AnsweredCell {
  readonly text: string;
  readonly row_span?: number;
  readonly col_span?: number;
}

/** Characters that terminals draw two columns wide, and those that they draw above or inside others. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
const above = /[\p{M}\p{Cf}]/gu;

/** Columns that a terminal takes for a text. */
function widthOf(text: string): number {
  const drawn = text.replaceAll(above, "");
  return [...drawn].length + (drawn.match(wide)?.length ?? 0);
}

/** A heading with the place, the id and the doubts; the rows; a line below the header. */
export function tableText({ id, parts, columns, head_rows, caption, doubts, cells }: AnsweredTable): string {
  const pages = [...new Set(parts.map(({ page }) => page))].join(", ");
  const heading = [
    `table ${id} on ${inPages(pages)}${caption === undefined ? "" : `: ${oneLine(caption)}`}`,
    ...doubts.map((doubt) => `  not certain: ${oneLine(doubt)}`),
  ];

  const grid = cells.map(() => Array.from({ length: columns }, () => ""));
  const spanning = cells.map((row) =>
    row.map(({ text, row_span = 1, col_span = 1 }) => ({ text, rowSpan: row_span, colSpan: col_span })),
  );
  const widths = Array.from({ length: columns }, () => 0);
  for (const { row, column, text, colSpan } of placedCells(spanning)) {
    const line = grid[row];
    if (line) line[column] = oneLine(text);
    if (colSpan === 1) widths[column] = Math.max(widths[column] ?? 0, widthOf(oneLine(text)));
  }

  const padded = (text: string, at: number) =>
    text + " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)));
  const rows = grid.map((line) => line.map(padded).join("  ").trimEnd());
  if (head_rows > 0) rows.splice(head_rows, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return [...heading, "", ...rows, ""].map((line) => `${line}\n`).join("");
}
