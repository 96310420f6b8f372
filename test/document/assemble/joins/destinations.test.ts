import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at } from "../../../support/read-again.ts";

const link = (dest: string) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest${dest}>>`;

describe("named destinations", () => {
  const file = pagesPdf([`/Annots[${link("(a)")}${link("(b)")}${link("/old")}]`, ""], {
    root: "/Names<</Dests<</Names[(a)[3 0 R/Fit](b)<</D[4 0 R/Fit]/Kept true>>]>>>>/Dests<</old[3 0 R/FitB]/gone[4 0 R/Fit]>>",
  });

  it("are kept if they lead to a selected page", () => {
    const { document } = assemble([file, [1]]);
    expect(at(document, "Names", "Dests", "Names")).toEqual(["a", ["page 1", "/Fit"]]);
    expect(at(document, "Dests")).toEqual({ old: ["page 1", "/FitB"] });
    expect(at(document, 1, "Annots")).toMatchObject([{ Dest: "a" }, { Dest: "/old" }]);
  });

  it("are renamed if an earlier file uses their name, along with all references", () => {
    const { document } = assemble([file, [1]], file);
    expect(at(document, "Names", "Dests", "Names")).toEqual([
      ...["a", ["page 1", "/Fit"]],
      ...["a-2", ["page 2", "/Fit"]],
      ...["b", { D: ["page 3", "/Fit"], Kept: true }],
    ]);
    expect(at(document, "Dests")).toMatchObject({ old: ["page 1", "/FitB"], "old-2": ["page 2", "/FitB"] });
    expect(at(document, 2, "Annots")).toMatchObject([{ Dest: "a-2" }, { Dest: "b" }, { Dest: "/old-2" }]);
  });

  it("never get a name that is used in either file", () => {
    const other = pagesPdf([`/Annots[${link("(a)")}]`], {
      root: "/Names<</Dests<</Names[(a)[3 0 R/Fit](a-2)[3 0 R/FitB]]>>>>",
    });
    const { document } = assemble([file, [1]], other);
    expect(at(document, "Names", "Dests", "Names")).toEqual([
      ...["a", ["page 1", "/Fit"]],
      ...["a-2", ["page 2", "/FitB"]],
      ...["a-3", ["page 2", "/Fit"]],
    ]);
    expect(at(document, 2, "Annots", 0, "Dest")).toBe("a-3");
  });

  it("stay in UTF-16 when renamed", () => {
    const wide = pagesPdf([""], { root: "/Names<</Dests<</Names[<FEFF0041>[3 0 R/Fit]]>>>>" });
    expect(at(assemble(wide, wide).document, "Names", "Dests", "Names")).toEqual([
      ...["A", ["page 1", "/Fit"]],
      ...["A-2", ["page 2", "/Fit"]],
    ]);
  });
});

describe("page numbers in links", () => {
  const file = pagesPdf([`/Annots[${link("[2/Fit]")}${link("[1/Fit]")}${link("[9/Fit]")}]`, "", ""]);

  it("become page references, and links to removed pages are removed", () => {
    expect(at(assemble([file, [1, 3]]).document, 1, "Annots")).toMatchObject([{ Dest: ["page 2", "/Fit"] }]);
  });

  it("count within their own file after a merge", () => {
    const { document } = assemble(pagesPdf([""]), file);
    expect(at(document, 2, "Annots")).toMatchObject([
      { Dest: ["page 4", "/Fit"] },
      { Dest: ["page 3", "/Fit"] },
      { Dest: [9, "/Fit"] },
    ]);
  });
});
