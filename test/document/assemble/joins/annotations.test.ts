import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, valueAt } from "../../../support/read-again.ts";

const annot = (subtype: string, rest = "") => `<</Type/Annot/Subtype/${subtype}/Rect[0 0 9 9]${rest}>>`;

describe("annotations of selected pages", () => {
  it("keep a link to a selected page and lose one to a removed page, however the target is given", () => {
    const file = pagesPdf(["/Annots[6 0 R 7 0 R 8 0 R 9 0 R]", "", ""], {
      more: {
        6: annot("Link", "/Dest[4 0 R/Fit]"),
        7: annot("Link", "/Dest[5 0 R/Fit]"),
        8: annot("Link", "/A<</S/GoTo/D[4 0 R/Fit]>>"),
        9: annot("Link", "/A<</S/URI/URI(https://example.com)>>"),
      },
    });
    const { document } = assemble([file, [1, 3]]);
    expect(at(document, 1, "Annots")).toMatchObject([
      { Dest: ["page 2", "/Fit"] },
      { A: { S: "/URI", URI: "https://example.com" } },
    ]);
  });

  it("are removed together with their list if none remain", () => {
    const file = pagesPdf(["/Annots[5 0 R 9 0 R null]", ""], {
      more: { 5: annot("Link", "/Dest[4 0 R/Fit]") },
    });
    expect(at(assemble([file, [1]]).document, 1, "Annots")).toBeNull();
  });

  it("lose only their action if they aren't links", () => {
    const file = pagesPdf([`/Annots[${annot("Square", "/A<</S/GoTo/D[4 0 R/Fit]>>/C[1 0 0]")}]`, ""]);
    const [square] = [at(assemble([file, [1]]).document, 1, "Annots", 0)];
    expect(square).toMatchObject({ Subtype: "/Square", C: [1, 0, 0] });
    expect(square).not.toHaveProperty("A");
  });

  it("refer to the page they are on", () => {
    const file = pagesPdf(["/Annots[5 0 R]", ""], { more: { 5: annot("Square", "/P 4 0 R") } });
    expect(at(assemble([file, [1]]).document, 1, "Annots", 0, "P")).toBe("page 1");
  });

  it("stay unchanged in a first file whose pages are all selected", () => {
    const file = pagesPdf(["/Annots[5 0 R]", ""], { more: { 5: annot("Square", "/P 4 0 R") } });
    expect(at(assemble(file).document, 1, "Annots", 0, "P")).toBe("page 2");
  });

  it("are copied for each copy of a page, with references among them", () => {
    const file = pagesPdf(["/Annots[4 0 R 5 0 R 6 0 R]"], {
      root: "/StructTreeRoot 7 0 R",
      more: {
        7: "<</K 8 0 R/ParentTree<</Nums[1 8 0 R]>>>>",
        8: "<</S/Annot/P 7 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 4 0 R>>>>",
        4: annot("Text", "/Contents(note)/Popup 5 0 R/StructParent 1"),
        5: annot("Popup", "/Parent 4 0 R"),
        6: annot("Text", "/IRT 4 0 R"),
      },
    });
    const { document } = assemble([file, [1, 1]]);
    for (const page of [1, 2]) {
      const [note, popup] = [valueAt(document, page, "Annots", 0), valueAt(document, page, "Annots", 1)];
      expect(valueAt(document, page, "Annots", 0, "Popup")).toEqual(popup);
      expect(valueAt(document, page, "Annots", 1, "Parent")).toEqual(note);
      expect(valueAt(document, page, "Annots", 2, "IRT")).toEqual(note);
    }
    expect(valueAt(document, 2, "Annots", 0)).not.toEqual(valueAt(document, 1, "Annots", 0));
    expect([1, 2].map((page) => at(document, page, "Annots", 0, "StructParent"))).toEqual([1, null]);
  });
});
