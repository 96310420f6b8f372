/** One table as a sheet: typed cells, merged spans, a frozen header, and notes with printed text that no format shows. */

import { looksLikeFormula } from "../csv.ts";
import { type Placed, placedCells } from "../grid.ts";
import type { ReadTable, TableCell } from "../table.ts";
import { typedCells } from "../typed-cells.ts";
import type { TypedValue } from "../typed-columns.ts";
import type { CellStyles } from "./cell-styles.ts";
import { cellName, part, relationshipNamespace, spreadsheetNamespace, textElement } from "./parts.ts";

/** Characters that a cell holds in a spreadsheet. */
export const mostCellText = 32_767;
/** In characters. */
const [narrowest, widest] = [8, 60];

export interface Note {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export interface Sheet {
  readonly xml: string;
  readonly notes: readonly Note[];
}

type PlacedCell = Placed<TableCell>;

export function sheetOf(table: ReadTable, styles: CellStyles): Sheet {
  const cells = placedCells(table.rows);
  const typed = typedCells(table);
  const rows = table.rows.map((): string[] => []);
  const widths = Array.from({ length: table.columns }, () => narrowest);
  const merged: string[] = [];
  const notes: Note[] = [];

  for (const cell of cells) {
    const { row, column, rowSpan, colSpan, text } = cell;
    const value = typed.valueOf(row, column);
    rows[row]?.push(cellXml(cell, value, row < table.headRows, styles));
    if (value && value.shown !== text.trim()) notes.push({ row, column, text });
    if (colSpan === 1) widths[column] = Math.min(widest, Math.max(widths[column] ?? 0, text.length + 2));
    if (rowSpan > 1 || colSpan > 1)
      merged.push(`${cellName(row, column)}:${cellName(row + rowSpan - 1, column + colSpan - 1)}`);
  }

  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const data = rows.map((own, at) => `<row r="${at + 1}">${own.join("")}</row>`);
  return {
    xml: part(
      `<worksheet xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipNamespace}"><sheetViews><sheetView workbookViewId="0">${frozen(table.headRows)}</sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>${data.join("")}</sheetData>${mergeCells(merged)}${notes.length > 0 ? '<legacyDrawing r:id="rId2"/>' : ""}</worksheet>`,
    ),
    notes,
  };
}

function cellXml(cell: PlacedCell, value: TypedValue | undefined, bold: boolean, styles: CellStyles): string {
  const name = cellName(cell.row, cell.column);
  const { text } = cell;
  if (value)
    return `<c r="${name}" s="${styles.indexOf({ format: value.format, bold })}"><v>${value.value}</v></c>`;
  const style = styles.indexOf({ bold, quotePrefix: looksLikeFormula(text) });
  if (text === "") return `<c r="${name}" s="${style}"/>`;
  return `<c r="${name}" s="${style}" t="inlineStr"><is>${textElement(text.slice(0, mostCellText))}</is></c>`;
}

const frozen = (rows: number) =>
  rows === 0
    ? ""
    : `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;

const mergeCells = (ranges: readonly string[]) =>
  ranges.length === 0
    ? ""
    : `<mergeCells count="${ranges.length}">${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;

/** The notes of a sheet. */
export const commentsPart = (notes: readonly Note[]): string =>
  part(
    `<comments xmlns="${spreadsheetNamespace}"><authors><author/></authors><commentList>${notes
      .map(
        ({ row, column, text }) =>
          `<comment ref="${cellName(row, column)}" authorId="0"><text>${textElement(text)}</text></comment>`,
      )
      .join("")}</commentList></comments>`,
  );

/** The hidden boxes in which spreadsheets show notes: without them, programs consider a file damaged. */
export const noteShapesPart = (notes: readonly Note[]): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${notes
    .map(
      ({ row, column }, at) =>
        `<v:shape id="note${at + 1}" type="#note" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 15, ${row}, 2, ${column + 3}, 15, ${row + 3}, 1</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
    )
    .join("")}</xml>`;
