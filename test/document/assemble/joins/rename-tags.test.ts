import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at } from "../../../support/read-again.ts";

/** A cell that refers to another by its ID. `role` and `font` make types and classes differ. */
const file = (role: string, font: string) =>
  pagesPdf(["/StructParents 0"], {
    root: "/StructTreeRoot 10 0 R",
    more: {
      10: `<</Type/StructTreeRoot/K[11 0 R 12 0 R]/ParentTree<</Nums[0[11 0 R 12 0 R]]>>/RoleMap<</Head/${role}/Top/Head>>/ClassMap<</big<</O/A/Font(${font})>>>>/IDTree<</Names[(id)11 0 R]>>>>`,
      11: "<</S/Head/P 10 0 R/Pg 3 0 R/K 0/ID(id)/C[/big 0/other]>>",
      12: "<</S/Top/P 10 0 R/Pg 3 0 R/K 1/A[<</O/Table/Headers[(id)(else)]>><</O/List>>]/C/big>>",
    },
  });

describe("names inside the tags of a later file", () => {
  const { document } = assemble(file("TH", "one"), file("H1", "two"));
  const [first, second] = [2, 3].map((k) => at(document, "StructTreeRoot", "K", k));

  it("are changed if an earlier file uses them for something else", () => {
    expect(first).toMatchObject({ S: "/Head_2", ID: "id_2", C: ["/big_2", 0, "/other"] });
    expect(second).toMatchObject({ C: "/big_2" });
  });

  it("are also changed in the headers of cells", () => {
    expect(second).toMatchObject({ A: [{ O: "/Table", Headers: ["id_2", "else"] }, { O: "/List" }] });
  });

  it("are changed in elements that aren't objects of their own", () => {
    const direct = pagesPdf(["/StructParents 0"], {
      root: "/StructTreeRoot 10 0 R",
      more: {
        10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[12 0 R 11 0 R]]>>/IDTree<</Names[(id)12 0 R]>>>>",
        11: "<</S/TR/P 10 0 R/K[12 0 R<</S/TD/Pg 3 0 R/K[1<</S/Span/A<</O/Table/Headers[(id)]>>>>]>>]>>",
        12: "<</S/TH/P 11 0 R/Pg 3 0 R/K 0/ID(id)>>",
      },
    });
    const kids = at(assemble(direct, direct).document, "StructTreeRoot", "K", 1, "K");
    expect(kids).toMatchObject([{ ID: "id_2" }, { K: [1, { A: { Headers: ["id_2"] } }] }]);
  });

  it("match the names in the root's tables", () => {
    expect(at(document, "StructTreeRoot", "ClassMap")).toMatchObject({
      big: { Font: "one" },
      big_2: { Font: "two" },
    });
    expect(at(document, "StructTreeRoot", "IDTree", "Names")).toMatchObject([
      "id",
      { ID: "id" },
      "id_2",
      { ID: "id_2" },
    ]);
  });

  it("that map to a renamed type are renamed too, so that the first file's names keep their meaning", () => {
    expect(at(document, "StructTreeRoot", "RoleMap")).toEqual({
      ...{ Head: "/TH", Top: "/Head" },
      ...{ Head_2: "/H1", Top_2: "/Head_2" },
    });
    expect(second).toMatchObject({ S: "/Top_2" });
  });

  it("stay in the first file, and identical types stay in all files", () => {
    expect(at(document, "StructTreeRoot", "K", 0)).toMatchObject({
      S: "/Head",
      ID: "id",
      C: ["/big", 0, "/other"],
    });
    const same = assemble(file("TH", "one"), file("TH", "one")).document;
    expect(at(same, "StructTreeRoot", "K", 2, "S")).toBe("/Head");
    expect(at(same, "StructTreeRoot", "RoleMap")).toEqual({ Head: "/TH", Top: "/Head" });
  });
});
