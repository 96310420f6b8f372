import { describe, expect, it } from "vitest";
import { allText } from "../../../support/all-text.ts";
import { type BuiltPdf, pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, type Plain } from "../../../support/read-again.ts";

/** Two pages with keys 0 and 1. Elements start at object 11 and are kids of the root. */
const tagged = (kids: string, parents: string, more: BuiltPdf["objects"], rest = "", page = "") =>
  pagesPdf([`/StructParents 0${page}`, "/StructParents 1"], {
    root: "/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>",
    more: { 10: `<</Type/StructTreeRoot/K[${kids}]/ParentTree<</Nums[${parents}]>>${rest}>>`, ...more },
  });
const kept = (file: Uint8Array, page = 1): Plain =>
  at(assemble([file, [page]]).document, "StructTreeRoot", "K");

describe("a structure tree pruned to some pages", () => {
  const section = tagged("11 0 R", "0[12 0 R]1[13 0 R 12 0 R]", {
    11: "<</S/Sect/P 10 0 R/Pg 4 0 R/K[12 0 R 13 0 R 14 0 R]>>",
    12: "<</S/P/P 11 0 R/Pg 3 0 R/K[0<</Type/MCR/Pg 4 0 R/MCID 1>>]>>",
    13: "<</S/P/P 11 0 R/Pg 4 0 R/K 0>>",
    14: "<</S/P/P 11 0 R/T(empty)>>",
  });

  it("contains elements with content on these pages and their ancestors", () => {
    expect(kept(section)).toMatchObject([{ S: "/Sect", K: { S: "/P", Pg: "page 1", K: 0 } }]);
    expect(JSON.stringify(kept(section))).not.toContain("empty");
    expect(kept(section)).toHaveLength(1);
  });

  it("keeps only an element's content on these pages, and its page only if selected", () => {
    expect(kept(section, 2)).toMatchObject([
      {
        Pg: "page 1",
        K: [
          { S: "/P", K: { Type: "/MCR", Pg: "page 1", MCID: 1 } },
          { S: "/P", K: 0 },
        ],
      },
    ]);
    const [cut] = [at(assemble([section, [1]]).document, "StructTreeRoot", "K", 0)];
    expect(cut).not.toHaveProperty("Pg");
  });

  it("drops references to a removed link", () => {
    const file = tagged(
      "11 0 R",
      "0[11 0 R]5 11 0 R",
      {
        11: "<</S/Link/P 10 0 R/Pg 3 0 R/K[0<</Type/OBJR/Obj 12 0 R>><</Type/OBJR/Obj 13 0 R>>]>>",
        12: "<</Subtype/Link/Dest[4 0 R/Fit]/StructParent 5>>",
        13: "<</Subtype/Link/Dest[3 0 R/Fit]/StructParent 6>>",
      },
      "",
      "/Annots[12 0 R 13 0 R]",
    );
    expect(kept(file)).toMatchObject([{ K: [0, { Type: "/OBJR", Obj: { Dest: ["page 1", "/Fit"] } }] }]);
  });

  it("keeps empty cells, so that table columns don't shift", () => {
    const file = tagged("11 0 R", "0[14 0 R]1[15 0 R]", {
      11: "<</S/Table/P 10 0 R/K[12 0 R 16 0 R]>>",
      12: "<</S/TR/P 11 0 R/K[13 0 R 14 0 R]>>",
      13: "<</S/TD/P 12 0 R>>",
      14: "<</S/TD/P 12 0 R/Pg 3 0 R/K 0>>",
      15: "<</S/TD/P 16 0 R/Pg 4 0 R/K 0>>",
      16: "<</S/TR/P 11 0 R/K[15 0 R]>>",
    });
    expect(kept(file)).toMatchObject([
      { S: "/Table", K: { S: "/TR", K: [{ S: "/TD" }, { S: "/TD", K: 0 }] } },
    ]);
  });

  it("prunes direct objects too", () => {
    const file = tagged("11 0 R", "0[11 0 R]1[11 0 R]", {
      11: "<</S/L/P 10 0 R/K[<</S/LI/Pg 3 0 R/K 0>><</S/LI/Pg 4 0 R/K 0>>]>>",
    });
    expect(kept(file)).toMatchObject([{ S: "/L", K: { S: "/LI", Pg: "page 1", K: 0 } }]);
  });

  it("keeps only the attribute classes in use", () => {
    const file = tagged(
      "12 0 R 13 0 R",
      "0[12 0 R]1[13 0 R]",
      {
        12: "<</S/P/P 10 0 R/Pg 3 0 R/K[0<</S/Span/C/three/K 1>>]/C[/one 0]>>",
        13: "<</S/P/P 10 0 R/Pg 4 0 R/K 0/C/two>>",
      },
      "/ClassMap<</one<</O/A>>/two<</O/B>>/three<</O/C>>>>",
    );
    const { document } = assemble([file, [1]]);
    expect(at(document, "StructTreeRoot", "ClassMap")).toEqual({ one: { O: "/A" }, three: { O: "/C" } });
  });

  it("leaves cells only those headers that are left, by attribute, by class, and in direct elements", () => {
    const file = tagged(
      "11 0 R",
      "0[13 0 R]1[15 0 R 16 0 R]",
      {
        11: "<</S/Table/P 10 0 R/K[12 0 R 14 0 R]>>",
        12: "<</S/TR/P 11 0 R/K 13 0 R>>",
        13: "<</S/TH/P 12 0 R/Pg 3 0 R/K 0/ID(head)>>",
        14: "<</S/TR/P 11 0 R/K[15 0 R 16 0 R<</S/TD/Pg 4 0 R/K 2/A<</O/Table/Headers[(head)(row)]>>>>]>>",
        15: "<</S/TH/P 14 0 R/Pg 4 0 R/K 0/ID(row)/A[<</O/Table/Scope/Row>>]>>",
        16: "<</S/TD/P 14 0 R/Pg 4 0 R/K 1/C/c/A[<</O/Table/Headers[(head)]>>0]>>",
      },
      "/IDTree<</Names[(head)13 0 R(row)15 0 R]>>/ClassMap<</c<</O/Table/Headers[(row)(head)]>>>>",
    );
    const { document } = assemble([file, [2]]);
    expect(at(document, "StructTreeRoot", "IDTree", "Names")).toMatchObject(["row", { S: "/TH" }]);
    expect(at(document, "StructTreeRoot", "ClassMap", "c", "Headers")).toEqual(["row"]);
    const cells = at(document, "StructTreeRoot", "K", 0, "K", "K");
    const attributes = [{ A: [{ Scope: "/Row" }] }, {}, { A: { Headers: ["row"] } }];
    expect(cells).toMatchObject(attributes);
    expect(JSON.stringify(cells)).not.toContain("head");
    expect(JSON.stringify(at(assemble([file, [1, 2]]).document, "StructTreeRoot"))).toContain(
      '"Headers":["head","row"]',
    );
  });

  it("is dropped with all keys into it if it has a loop", () => {
    const file = tagged("11 0 R", "0[11 0 R]", {
      11: "<</S/P/P 10 0 R/Pg 3 0 R/K[0 12 0 R]>>",
      12: "<</S/P/P 11 0 R/K 11 0 R>>",
    });
    const { bytes, warnings } = assemble([file, [1]]);
    expect(warnings).toContain("the structure tree is damaged and was dropped");
    expect(allText(bytes)).not.toContain("StructTreeRoot");
    expect(allText(bytes)).not.toContain("StructParents");
  });
});
