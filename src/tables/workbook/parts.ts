/** What all parts of a workbook share: namespaces, names of cells, escaped text (ECMA-376). */

import { escapeXml } from "../../core/xml/text.ts";

export const spreadsheetNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const relationshipNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A part's XML. */
export const part = (root: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${root}`;

/** The part that lists another's relationships: their type's last word and their target, as `rId1`, `rId2`, … */
export const relationshipsPart = (targets: readonly (readonly [type: string, target: string])[]) =>
  part(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${relationshipNamespace}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`,
  );

/** `A`, `B`, …, `Z`, `AA` for columns 0, 1, …, 25, 26. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** `A1` for row and column 0. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;

/** Characters that XML lacks. */

const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** What a spreadsheet would read as such a character (22.9.2.19, ST_Xstring). */
const escaped = /_x(?=[0-9A-Fa-f]{4}_)/g;

/** White space that XML readers may drop. The schema doesn't have the attribute that keeps it, which all programs write and read. */
const loose = /^\s|\s$|[\t\n\r]/;

/** Text as an element, with what XML lacks written as `_x0000_`. */
export const textElement = (text: string): string =>
  `<t${loose.test(text) ? ' xml:space="preserve"' : ""}>${escapeXml(
    text
      .replaceAll(escaped, "_x005F_x")
      .replaceAll(
        unwritable,
        (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
      ),
  )}</t>`;
