/**
 * Tables as an XLSX workbook (ECMA-376), a sheet for each. It has no formulas: text that looks like one is marked as text. zip.js
 * packs the parts.
 */

import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/dist/zip-core-external.min.js";
import { escapeXml } from "../../core/xml/text.ts";
import type { ReadTable } from "../table.ts";
import { createCellStyles } from "./cell-styles.ts";
import { part, relationshipNamespace, relationshipsPart, spreadsheetNamespace } from "./parts.ts";
import { commentsPart, mostCellText, noteShapesPart, type Sheet, sheetOf } from "./sheet.ts";
import { sheetNames } from "./sheet-names.ts";

const spreadsheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export async function workbookOf(tables: readonly ReadTable[]): Promise<Uint8Array> {
  const styles = createCellStyles();
  const sheets = tables.map((table) => sheetOf(table, styles));
  const names = sheetNames(tables.map(({ caption }) => caption));
  const files: (readonly [name: string, content: string])[] = [
    ["[Content_Types].xml", contentTypes(sheets)],
    ["_rels/.rels", relationshipsPart([["officeDocument", "xl/workbook.xml"]])],
    ["xl/workbook.xml", workbookPart(names)],
    [
      "xl/_rels/workbook.xml.rels",
      relationshipsPart([
        ...sheets.map((_, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`] as const),
        ["styles", "styles.xml"],
      ]),
    ],
    ["xl/styles.xml", styles.xml()],
    ...sheets.flatMap(sheetFiles),
  ];
  return await packed(files);
}

/** How many cells have more text than a cell of a spreadsheet holds. */
export const cutTexts = (tables: readonly ReadTable[]): number =>
  tables.flatMap(({ rows }) => rows.flat()).filter(({ text }) => text.length > mostCellText).length;

function sheetFiles({ xml, notes }: Sheet, at: number): (readonly [string, string])[] {
  const number = at + 1;
  const sheet = [`xl/worksheets/sheet${number}.xml`, xml] as const;
  if (notes.length === 0) return [sheet];
  return [
    sheet,
    [
      `xl/worksheets/_rels/sheet${number}.xml.rels`,
      relationshipsPart([
        ["comments", `../comments${number}.xml`],
        ["vmlDrawing", `../drawings/vmlDrawing${number}.vml`],
      ]),
    ],
    [`xl/comments${number}.xml`, commentsPart(notes)],
    [`xl/drawings/vmlDrawing${number}.vml`, noteShapesPart(notes)],
  ];
}

const workbookPart = (names: readonly string[]) =>
  part(
    `<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipNamespace}"><sheets>${names
      .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join("")}</sheets></workbook>`,
  );

function contentTypes(sheets: readonly Sheet[]): string {
  const override = (name: string, type: string) =>
    `<Override PartName="/xl/${name}" ContentType="${spreadsheetType}.${type}+xml"/>`;
  const own = sheets.flatMap(({ notes }, at) => [
    override(`worksheets/sheet${at + 1}.xml`, "worksheet"),
    ...(notes.length > 0 ? [override(`comments${at + 1}.xml`, "comments")] : []),
  ]);
  return part(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${override("workbook.xml", "sheet.main")}${override("styles.xml", "styles")}${own.join("")}</Types>`,
  );
}

async function packed(files: readonly (readonly [name: string, content: string])[]): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  // The same tables give the same bytes.
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    extendedTimestamp: false,
    lastModDate: new Date(1980, 0, 1),
  });
  for (const [name, content] of files) await zip.add(name, new Uint8ArrayReader(encoder.encode(content)));
  return await zip.close();
}
