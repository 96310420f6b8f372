/** Tables as a model reads them on pages: where they are isn't known, so each one's part is its page. */
import type { ModelName } from "../../../core/page-reading.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { pageBoxes, pageSize } from "../../../document/pages/boxes.ts";
import { inlinePlain } from "../../../reading/model-output/inline-text.ts";
import type { ModelCell } from "../../../reading/model-output/model.ts";
import { placedCells } from "../../../tables/grid.ts";
import type { FoundTables } from "../../../tables/read-tables.ts";
import type { ReadTable } from "../../../tables/table.ts";
import { openModelPages } from "./model-pages.ts";

export async function findModelTables(
  document: PdfDocument,
  model: ModelName,
  wanted: readonly number[],
  context: ToolContext,
): Promise<FoundTables> {
  using source = await openModelPages(document, model, wanted, context);
  const tables: ReadTable[] = [];
  const withText: number[] = [];
  for (const page of wanted) {
    const blocks = await source.read(page);
    if (!blocks) break;
    if (blocks.length > 0) withText.push(page);
    for (const block of blocks) if (block.type === "table") tables.push(tableOf(document, page, block.rows));
  }
  return { tables, pages: wanted.length, withText, vetoed: new Set() };
}

function tableOf(document: PdfDocument, page: number, rows: readonly (readonly ModelCell[])[]): ReadTable {
  const { width, height } = pageSize(pageBoxes(document.cos, document.pages, page));
  const head = rows.findIndex((row) => !row.every(({ header }) => header));
  return {
    parts: [{ page, box: { x0: 0, y0: 0, x1: width, y1: height } }],
    rows: rows.map((row) =>
      row.map(({ text, rowSpan, colSpan }) => ({ text: inlinePlain(text), rowSpan, colSpan })),
    ),
    columns: Math.max(0, ...placedCells(rows).map(({ column, colSpan }) => column + colSpan)),
    headRows: Math.max(0, head),
    certain: false,
    doubts: ["read by a model on the page's picture"],
  };
}
