/** The parts of a workbook: each is declared, and each relationship leads to one (ECMA-376, part 2). */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js/dist/zip-core-external.min.js";
import { expect, it } from "vitest";
import type { ReadTable } from "../../src/tables/table.ts";
import { cutTexts, workbookOf } from "../../src/tables/workbook/workbook.ts";

const tableOf = (...rows: string[][]): ReadTable => ({
  rows: rows.map((texts) => texts.map((text) => ({ text, rowSpan: 1, colSpan: 1 }))),
  ...{ parts: [], columns: rows[0]?.length ?? 0, headRows: 1, certain: true, doubts: [] },
});

async function partsOf(tables: readonly ReadTable[]): Promise<ReadonlyMap<string, string>> {
  const zip = new ZipReader(new Uint8ArrayReader(await workbookOf(tables)));
  const parts = new Map<string, string>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) {
      const bytes = await entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false });
      parts.set(entry.filename, Buffer.from(bytes).toString("utf8"));
    }
  return parts;
}

it("are declared and related, with notes and without", async () => {
  // The printed form of the number is in a note.
  const parts = await partsOf([tableOf(["Sum"], ["+1,5"], ["2,75"]), tableOf(["Name"], ["Ada"])]);
  const names = [...parts.keys()];
  const declared = [...(parts.get("[Content_Types].xml") ?? "").matchAll(/PartName="\/([^"]+)"/g)];
  const targets = [...parts].flatMap(([name, xml]) =>
    [...xml.matchAll(/ Target="([^"]+)"/g)].map(([, target = ""]) => {
      const base = new URL(`file:///${name.replace("_rels/", "")}`);
      return new URL(target, base).pathname.slice(1);
    }),
  );
  const own = names.filter((name) => !/_rels|Content_Types/.test(name));
  expect(names.filter((name) => /comments|vml/.test(name))).toEqual([
    "xl/comments1.xml",
    "xl/drawings/vmlDrawing1.vml",
  ]);
  expect(targets.toSorted()).toEqual(own.toSorted());
  expect(declared.map(([, name]) => name).toSorted()).toEqual(
    own.filter((name) => name.endsWith(".xml")).toSorted(),
  );
});

it("keep white space that XML readers may drop", async () => {
  const sheet = (await partsOf([tableOf([" a ", "b c"])])).get("xl/worksheets/sheet1.xml");
  expect(sheet).toContain('<t xml:space="preserve"> a </t>');
  expect(sheet).toContain("<t>b c</t>");
});

it("can't hold longer texts than spreadsheets do, and says how many were cut", async () => {
  const tables = [tableOf(["x".repeat(32_768), "x".repeat(32_767)])];
  expect(cutTexts(tables)).toBe(1);
  expect(
    (await partsOf(tables))
      .get("xl/worksheets/sheet1.xml")
      ?.match(/x{9,}/g)
      ?.map(({ length }) => length),
  ).toEqual([32_767, 32_767]);
});
