import { describe, expect, it } from "vitest";
import { withoutSignatures } from "../../src/document/assemble/without-signatures.ts";
import { isSigned, signatureRemoval } from "../../src/document/signatures.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { at, plain, read } from "../support/read-again.ts";

const signed = read(
  pagesPdf(["/Annots[10 0 R 12 0 R 13 0 R 14 0 R]"], {
    root: "/AcroForm 9 0 R/Perms<</DocMDP 20 0 R>>/DSS<<>>",
    more: {
      9: "<</Fields[11 0 R 13 0 R 14 0 R]/SigFlags 3/DA(/F 9 Tf)>>",
      10: "<</Subtype/Widget/Parent 11 0 R/T(s)/FT/Sig/V 20 0 R/Rect[0 0 9 9]/AP<</N 21 0 R>>/F 132/MK<<>>>>",
      11: "<</T(group)/Kids[10 0 R 12 0 R]>>",
      12: "<</Subtype/Widget/Parent 11 0 R/T(open)/FT/Sig/Rect[0 0 9 9]>>",
      13: "<</Subtype/Widget/T(hidden)/FT/Sig/V 20 0 R/Rect[0 0 9 9]>>",
      14: "<</Subtype/Widget/T(empty)/FT/Sig/V 20 0 R>>",
      20: "<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>",
      21: { dict: "/Subtype/Form/BBox[0 0 9 9]", data: "% shown" },
    },
  }),
);

describe("a signed document", () => {
  it("has a signed field or granted usage rights", () => {
    const rights = (perms: string) => read(pagesPdf([""], { root: `/Perms<<${perms}>>` })).cos;
    expect(isSigned(signed.cos)).toBe(true);
    expect(isSigned(rights("/UR3<<>>"))).toBe(true);
    expect(isSigned(rights("/Other<<>>"))).toBe(false);
    expect(
      isSigned(read(pagesPdf([""], { root: "/AcroForm<</Fields[4 0 R]>>", more: { 4: "<</FT/Sig>>" } })).cos),
    ).toBe(false);
  });

  it("gets pictures in place of its signatures, hidden if nothing was visible", () => {
    const removal = signatureRemoval(signed.cos);
    const object = (num: number) => plain(signed, removal?.get(num));
    expect(object(10)).toEqual({
      Type: "/Annot",
      Subtype: "/Stamp",
      Rect: [0, 0, 9, 9],
      AP: { N: { Subtype: "/Form", BBox: [0, 0, 9, 9], Length: 7, data: "% shown" } },
      F: 132,
    });
    expect(object(13)).toEqual({ Type: "/Annot", Subtype: "/Stamp", Rect: [0, 0, 9, 9], F: 2 });
    expect(object(14)).toEqual({ Type: "/Annot", Subtype: "/Stamp", Rect: [0, 0, 0, 0] });
  });

  it("keeps unsigned fields but no other trace of signatures when these are removed", () => {
    const warnings: string[] = [];
    const unsigned = withoutSignatures(signed, (message) => warnings.push(message));
    expect(at(unsigned, "AcroForm")).toMatchObject({
      Fields: [{ T: "group", Kids: [{ T: "open" }] }],
      DA: "/F 9 Tf",
    });
    expect(at(unsigned, "AcroForm")).not.toHaveProperty("SigFlags");
    expect([at(unsigned, "Perms"), at(unsigned, "DSS")]).toEqual([null, null]);
    expect(at(unsigned, 1, "Annots")).toMatchObject([
      { Subtype: "/Stamp" },
      { T: "open" },
      { Subtype: "/Stamp" },
      { Subtype: "/Stamp" },
    ]);
    expect(unsigned.changed(10)).toBe(true);
    expect(warnings.join()).toContain("digitally signed");
  });
});

it("returns a document without signatures unchanged", () => {
  const plainForm = read(pagesPdf([""], { root: "/AcroForm<</Fields[]>>" }));
  expect(withoutSignatures(plainForm, () => expect.unreachable())).toBe(plainForm);
});
