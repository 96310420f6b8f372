/** Tables as CSV (RFC 4180, with `\n`): in UTF-8 without a byte order mark. */

import { placedCells } from "./grid.ts";
import { isDash, isNumber } from "./numbers.ts";
import type { ReadTable } from "./table.ts";

/** A sign that begins no formula: nothing follows that a program could evaluate. */
const harmless = /^[-+=@](?![\p{L}\p{N}(|])/u;

/** Whether a spreadsheet would take a text for a formula: it begins like one, and isn't a number. */
export function looksLikeFormula(text: string): boolean {
  if (/^[\t\r]/.test(text)) return true;
  return /^[-+=@]/.test(text) && !isDash(text) && !harmless.test(text) && !isNumber(text);
}

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A spanning cell's text is in its first position. */
export function csvOf({ rows, columns }: ReadTable): string {
  const lines = rows.map(() => Array.from({ length: columns }, () => ""));
  for (const { row, column, text } of placedCells(rows)) {
    const line = lines[row];
    if (line) line[column] = quoted(looksLikeFormula(text) ? `'${text}` : text);
  }
  return lines.map((line) => `${line.join(",")}\n`).join("");
}
