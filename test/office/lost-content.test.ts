/** What LibreOffice 7.4 shows otherwise than the document as saved. Each document was converted with it. */
import { describe, expect, it } from "vitest";
import { formatOf } from "../../src/office/formats.ts";
import { inspect } from "../../src/office/inspect.ts";
import { memorySource } from "../support/memory-files.ts";
import { docx, odf, paragraph, pptx, slideText, xlsx } from "./documents.ts";

const warnings = async (name: string, bytes: Uint8Array, hasMath = true) =>
  (await inspect(memorySource(bytes), name, formatOf(name, "input"))).warnings(hasMath);
const dates = (places: string) => [`Dates and times show when the file was converted, or nothing: ${places}`];
const lost = (places: string) => [
  `Equations are missing, since the component of LibreOffice that draws them (Math) is not installed: ${places}`,
];

const fieldMark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (instruction: string, saved: string) =>
  `<w:p>${fieldMark("begin")}<w:r><w:instrText> ${instruction}</w:instrText></w:r>${fieldMark("separate")}<w:r><w:t>${saved}</w:t></w:r>${fieldMark("end")}</w:p>`;

describe("dates and times that every conversion updates are found", () => {
  it("in a Word document, with the text that was saved", async () => {
    const simple = `<w:p><w:fldSimple w:instr="TIME"><w:r><w:t>9:15</w:t></w:r></w:fldSimple></w:p>`;
    const kept = field("CREATEDATE", "2001") + field("REF date", "x");
    const body = paragraph("DATE") + field("DATE \\@ &quot;d MMMM&quot;", "12 <b/>March") + simple + kept;
    expect(await warnings("a.docx", docx(body))).toEqual(
      dates('paragraph 2 ("12 March"), paragraph 3 ("9:15")'),
    );
    const header = `<w:hdr>${field("date", "2019")}</w:hdr>`;
    expect(await warnings("a.docx", docx("", [], { "word/header2.xml": header }))).toEqual(
      dates('a header ("2019")'),
    );
  });

  it("inside another field", async () => {
    const nested = field(`IF 1 = 1 </w:instrText></w:r>${field("DATE", "2019")}<w:r><w:instrText>`, "yes");
    expect(await warnings("a.docx", docx(nested))).toEqual(dates('paragraph 2 ("2019")'));
  });

  it("in cells and headers of a workbook", async () => {
    const rows = '<row r="1"><c r="B2"><f>YEAR(NOW())</f><v>2019</v></c><c r="B3"><f>KNOWN(1)</f></c></row>';
    expect(await warnings("a.xlsx", xlsx(rows))).toEqual(dates('cell B2 of sheet "S"'));
    const header =
      "</sheetData><headerFooter><oddFooter>&amp;LSeen &amp;D</oddFooter></headerFooter><sheetData>";
    expect(await warnings("a.xlsx", xlsx(header))).toEqual(dates('a footer of sheet "S"'));
    expect(await warnings("a.xlsx", xlsx('<row r="1"><c r="A1"><f>TODAYS(1)</f></c></row>'))).toEqual([]);
  });

  it("on a slide", async () => {
    const text = (type: string) => `</a:t></a:r><a:fld type="${type}"><a:t>1/2/2019</a:t></a:fld><a:r><a:t>`;
    expect(await warnings("a.pptx", pptx(slideText(text("datetime1"))))).toEqual(
      dates('slide 1 ("1/2/2019")'),
    );
    expect(await warnings("a.pptx", pptx(slideText(text("datetimeFigureOut"))))).toEqual([]);
  });

  it("in OpenDocument files, unless they are fixed", async () => {
    const date = (entry = "") => `<text:p><text:date ${entry}>2019</text:date></text:p>`;
    expect(await warnings("a.odt", odf("text", `<text:h>a</text:h>${date()}`))).toEqual(
      dates('paragraph 2 ("2019")'),
    );
    expect(await warnings("a.odt", odf("text", date('text:fixed="true"')))).toEqual([]);
    const cell = `<table:table table:name="T"><table:table-row><table:table-cell table:formula="of:=TODAY()"/></table:table-row></table:table>`;
    expect(await warnings("a.ods", odf("spreadsheet", cell))).toEqual(dates('sheet "T"'));
    const page = `<draw:page><draw:frame><draw:text-box>${date()}</draw:text-box></draw:frame></draw:page>`;
    expect(await warnings("a.odp", odf("presentation", page))).toEqual(dates('slide 1 ("2019")'));
  });

  it("in ten places, and the others are counted", async () => {
    const body = Array.from({ length: 12 }, (_, k) => field("DATE", `${k}`)).join("");
    const [text] = await warnings("a.docx", docx(body));
    expect(text).toMatch(/paragraph 10 \("9"\), and 2 more$/);
  });
});

describe("equations that can't be drawn are found", () => {
  const equation = `<m:oMath xmlns:m="m"><m:r><m:t>x=1</m:t></m:r></m:oMath>`;
  it("in Word documents and on slides", async () => {
    const body = docx(`<w:p><w:r><w:t>a</w:t></w:r>${equation}</w:p>`);
    expect(await warnings("a.docx", body, false)).toEqual(lost('paragraph 1 ("x=1")'));
    expect(await warnings("a.docx", body)).toEqual([]);
    const slide = pptx(slideText(`</a:t></a:r><a14:m xmlns:a14="a">${equation}</a14:m><a:r><a:t>`));
    expect(await warnings("a.pptx", slide, false)).toEqual(lost('slide 1 ("x=1")'));
  });

  it("in an OpenDocument text, unless they have pictures", async () => {
    const text = (picture: string, type = "formula") =>
      odf(
        "text",
        `<text:p><draw:frame><draw:object xlink:href="./Object 1"/>${picture}</draw:frame></text:p>`,
        {
          "META-INF/manifest.xml": `<manifest:manifest><manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.${type}"/></manifest:manifest>`,
        },
      );
    expect(await warnings("a.odt", text(""), false)).toEqual(lost("paragraph 1"));
    expect(await warnings("a.odt", text('<draw:image xlink:href="./r"/>'), false)).toEqual([]);
    expect(await warnings("a.odt", text("", "chart"), false)).toEqual([]);
  });
});
