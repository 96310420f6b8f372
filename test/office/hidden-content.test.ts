/** Content hidden by its authors doesn't appear in the output unnoticed. */
import { describe, expect, it } from "vitest";
import { formatOf } from "../../src/office/formats.ts";
import { hasDeletions, hidesSheets, withoutHiddenAreas } from "../../src/office/hidden-content.ts";
import { inspect } from "../../src/office/inspect.ts";
import { memorySource } from "../support/memory-files.ts";
import { docx, odf, paragraph } from "./documents.ts";

const shown = (part: string) => Buffer.from(withoutHiddenAreas(Buffer.from(part))).toString();

describe("the print area of a hidden sheet", () => {
  const area = (sheet: number) =>
    `<definedName name="_xlnm.Print_Area" localSheetId="${sheet}">S!$A$1</definedName>`;
  const sheets = (first: string, second: string) =>
    `<sheets><sheet name="a" ${first}/><sheet name="b" ${second}/></sheets>`;

  it.each(["hidden", "veryHidden"])("is removed from a workbook (%s), and others are kept", (state) => {
    const start = `<workbook>${sheets("", `state="${state}"`)}<definedNames><definedName name="x">1</definedName>`;
    const part = `${start}${area(0)}${area(1)}</definedNames></workbook>`;
    expect(shown(part)).toBe(`${start}${area(0)}</definedNames></workbook>`);
  });

  it("is found whatever namespace prefix its elements have", () => {
    const part = `<x:sheets><x:sheet state='hidden'/></x:sheets><x:definedName localSheetId='0' name='_xlnm.Print_Area'>S!A1</x:definedName>`;
    expect(shown(part)).toBe("<x:sheets><x:sheet state='hidden'/></x:sheets>");
  });

  it("is emptied in an OpenDocument spreadsheet", () => {
    const style = (name: string, display: boolean) =>
      `<style:style style:name="${name}"><style:table-properties table:display="${display}"/></style:style>`;
    const table = (name: string, ranges: string) =>
      `<table:table table:style-name="${name}" table:print-ranges="${ranges}"></table:table>`;
    const styles = style("t1", true) + style("t2", false);
    expect(shown(styles + table("t1", "A.A1") + table("t2", "B.A1"))).toBe(
      styles + table("t1", "A.A1") + table("t2", ""),
    );
  });

  it("leaves a part without hidden sheets unchanged", () => {
    const part = Buffer.from(`${sheets("", 'state="visible"')}${area(1)}`);
    expect(withoutHiddenAreas(part)).toBe(part);
    expect(["xl/workbook.xml", "xl\\workbook2.xml", "content.xml", "xl/styles.xml"].map(hidesSheets)).toEqual(
      [...[true, true, true, false]],
    );
  });
});

describe("tracked deletions", () => {
  it("are found in both kinds of documents", async () => {
    const of = async (bytes: Uint8Array, name: string) =>
      (await inspect(memorySource(bytes), name, formatOf(name, "input"))).warnings(true).length === 1;
    const deleted = "<w:p><w:del><w:r><w:delText>x</w:delText></w:r></w:del></w:p>";
    expect(await of(docx(deleted), "in.docx")).toBe(true);
    expect(await of(docx(paragraph("deletion, delText")), "in.docx")).toBe(false);
    const region = "<text:tracked-changes><text:deletion/></text:tracked-changes>";
    expect(await of(odf("text", region), "in.odt")).toBe(true);
  });

  it("include moved text", () => {
    expect(hasDeletions('<w:moveFrom w:id="1"><w:r/></w:moveFrom>')).toBe(true);
    expect(hasDeletions("<w:ins/>")).toBe(false);
  });
});
