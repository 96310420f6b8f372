import { describe, expect, it } from "vitest";
import { linesOf } from "../../../src/document/stamp/typeset-lines.ts";
import { drawWatermark } from "../../../src/document/stamp/watermark.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { at } from "../../support/read-again.ts";

const claim = { 9: { dict: "", data: '<rdf:Description pdfaid:part="1"/>' } };

async function watermarked(opacity: number, text = "draft") {
  const edit = editing(pagesPdf(["", "", "/MediaBox[0 0 90 90]"], { root: "/Metadata 9 0 R", more: claim }));
  const [line] = await linesOf(edit.session, [text]);
  if (!line) throw new Error("one text is one line");
  drawWatermark(edit.session, [1, 2, 3], line, { color: [1, 0, 0.33333], opacity, size: undefined });
  const document = await edit.written();
  return { document, form: (page: number) => at(document, page, "Resources", "XObject", "Stamp1"), edit };
}

describe("a watermark", () => {
  it("is one form for each page size, around a shared text", async () => {
    const { form } = await watermarked(1);
    expect(form(1)).toEqual(form(2));
    expect([form(1), form(3)]).toMatchObject([{ BBox: [0, 0, 612, 792] }, { BBox: [0, 0, 90, 90] }]);
    expect(JSON.stringify(form(1))).toContain("1 0 0.333 sc");
  });

  it("is a transparency group unless opaque, which PDF/A-1 forbids", async () => {
    const { form, edit } = await watermarked(0.5);
    expect(form(1)).toMatchObject({
      Resources: { ExtGState: { Seen: { ca: 0.5 } }, XObject: { Text: { Group: {} } } },
    });
    expect(edit.warnings.join()).toContain("PDF/A-1");
    const opaque = await watermarked(1);
    expect(JSON.stringify(opaque.form(1))).not.toContain("ExtGState");
    expect(opaque.edit.warnings).toEqual([]);
  });

  it("is rejected if blank", async () => {
    await expect(watermarked(0.5, "  ")).rejects.toThrow("must have visible characters");
  });
});
