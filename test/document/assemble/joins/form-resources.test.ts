import { describe, expect, it } from "vitest";
import { bytesString, fromLatin1, latin1 } from "../../../../src/cos/syntax/value.ts";
import { renameFonts } from "../../../../src/document/assemble/joins/forms/form-resources.ts";
import { type BuiltPdf, pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at } from "../../../support/read-again.ts";

const form = (resources: string, more: BuiltPdf["objects"] = {}) =>
  pagesPdf(["/Annots[4 0 R]"], {
    root: `/AcroForm<</Fields[4 0 R]/DA(/F 9 Tf)/DR<<${resources}>>>>`,
    more: { 4: "<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/V(x)/Rect[0 0 9 9]>>", ...more },
  });
const font = (base: string) => form(`/Font<</F<</Type/Font/Subtype/Type1/BaseFont/${base}>>>>`);

describe("default resources of joined forms", () => {
  it("contain a shared font once, and a different one under a new name", () => {
    const { document } = assemble(font("Helvetica"), font("Courier"), font("Helvetica"));
    expect(at(document, "AcroForm", "DR", "Font")).toMatchObject({
      F: { BaseFont: "/Helvetica" },
      F_2: { BaseFont: "/Courier" },
    });
    expect(at(document, "AcroForm", "DA")).toBe("/F 9 Tf");
    expect([1, 2, 3].map((page) => at(document, page, "Annots", 0, "DA"))).toEqual([null, "/F_2 9 Tf", null]);
  });

  it("compare fonts by the bytes of their streams, even through references", () => {
    const embedded = (data: string) =>
      form("/Font<</F 5 0 R>>", {
        5: "<</FontDescriptor 6 0 R>>",
        6: "<</FontFile 7 0 R>>",
        7: { dict: "", data },
      });
    const fonts = (...files: Uint8Array[]) =>
      Object.keys(Object(at(assemble(...files).document, "AcroForm", "DR", "Font")));
    expect(fonts(embedded("one"), embedded("one"))).toEqual(["F"]);
    expect(fonts(embedded("one"), embedded("two"))).toEqual(["F", "F_2"]);
  });

  it("keep other resources as well", () => {
    const { document } = assemble(form("/Encoding<</E<</A 1>>>>"), form("/Encoding<</E<</A 2>>>>"));
    expect(at(document, "AcroForm", "DR", "Encoding")).toEqual({ E: { A: 1 }, E_2: { A: 2 } });
    const state = (alpha: number) => form(`/Font<</F<</BaseFont/Courier>>>>/ExtGState<</F<</ca ${alpha}>>>>`);
    const joined = assemble(state(0), state(1)).document;
    expect(at(joined, "AcroForm", "DR", "ExtGState")).toEqual({ F: { ca: 0 }, F_2: { ca: 1 } });
    expect(at(joined, 2, "Annots", 0, "DA")).toBeNull();
  });
});

describe("a default appearance", () => {
  it("uses the renamed font and otherwise stays the same", () => {
    const renamed = (text: string) =>
      latin1(renameFonts(bytesString(fromLatin1(text)), new Map([["F", "F_2"]])).bytes);
    expect(renamed("0 g /F 9.5 Tf 1 Tr /F gs")).toBe("0 g /F_2 9.5 Tf 1 Tr /F gs");
    expect(renamed("/FF 9 Tf")).toBe("/FF 9 Tf");
  });
});
