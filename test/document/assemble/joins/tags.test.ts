import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, valueAt } from "../../../support/read-again.ts";

/** One page with key 3, a tagged link with key 7 and a tagged form with key 8. */
const file = (rest = "") =>
  pagesPdf(["/StructParents 3/Annots[20 0 R]/Resources<</XObject<</X 21 0 R>>>>"], {
    root: `/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>${rest}`,
    more: {
      10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[3[12 0 R]7 13 0 R 8[14 0 R]]>>/RoleMap<</Body/P>>/Namespaces[15 0 R]>>",
      11: "<</S/Document/P 10 0 R/K[12 0 R 13 0 R 14 0 R]>>",
      12: "<</S/Body/P 11 0 R/Pg 3 0 R/K 0>>",
      13: "<</S/Link/P 11 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 20 0 R>>>>",
      14: "<</S/Figure/P 11 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 21 0 R>>>>",
      15: "<</Type/Namespace/NS(ns)>>",
      20: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 7/Dest[3 0 R/Fit]>>",
      21: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/StructParents 8", data: "" },
    },
  });

describe("the tags of several files", () => {
  const { document } = assemble(file(), pagesPdf([""]), file());
  const parent = (key: number) => {
    const nums = at(document, "StructTreeRoot", "ParentTree", "Nums");
    const place = Array.isArray(nums) ? nums.indexOf(key) : -1;
    return place < 0 ? undefined : at(document, "StructTreeRoot", "ParentTree", "Nums", place + 1);
  };

  it("are under one root, in order", () => {
    expect(at(document, "StructTreeRoot", "K")).toMatchObject([{ S: "/Document" }, { S: "/Document" }]);
    for (const k of [0, 1])
      expect(valueAt(document, "StructTreeRoot", "K", k, "P")).toEqual(valueAt(document, "StructTreeRoot"));
    expect(at(document, "StructTreeRoot", "RoleMap")).toEqual({ Body: "/P" });
    expect(at(document, "StructTreeRoot", "Namespaces")).toHaveLength(2);
    expect(at(document, "MarkInfo")).toEqual({ Marked: true });
  });

  it("can be looked up from pages, annotations and forms of every file", () => {
    for (const page of [1, 3]) {
      expect(parent(Number(at(document, page, "StructParents")))).toMatchObject([
        { S: "/Body", Pg: `page ${page}` },
      ]);
      expect(parent(Number(at(document, page, "Annots", 0, "StructParent")))).toMatchObject({ S: "/Link" });
      const form = Number(at(document, page, "Resources", "XObject", "X", "StructParents"));
      expect(parent(form)).toMatchObject([{ S: "/Figure", Pg: `page ${page}` }]);
    }
    expect(at(document, "StructTreeRoot", "ParentTreeNextKey")).toBe(18);
  });

  it("specify their language if it isn't the first file's", () => {
    const spoken = assemble(file("/Lang(en)"), file("/Lang(EN)"), file("/Lang(de)")).document;
    expect([0, 1, 2].map((k) => at(spoken, "StructTreeRoot", "K", k, "Lang"))).toEqual([null, null, "de"]);
  });
});

describe("the tags of one file", () => {
  it("belong to the first copy of a page, with a warning", () => {
    const { document, warnings } = assemble([file(), [1, 1]]);
    expect(at(document, 1, "StructParents")).toBe(3);
    expect(at(document, 2, "StructParents")).toBeNull();
    expect(warnings).toContain("tagged in their first copy only");
  });

  it("leave no keys on pages if dropped", () => {
    const stale = pagesPdf(["/StructParents 0", ""], { root: "/StructTreeRoot<</K 5 0 R>>" });
    const { document, warnings } = assemble([stale, [1]]);
    expect(at(document, 1, "StructParents")).toBeNull();
    expect(at(document, "StructTreeRoot")).toBeNull();
    expect(warnings).toContain("the structure tree is damaged");
  });

  it.each(["/PieceInfo<</A 10 0 R>>", "/Own 10 0 R"])("may be referenced by a page: %s", (entry) => {
    const tagged = pagesPdf([`/StructParents 0${entry}`, entry], {
      root: "/StructTreeRoot 10 0 R",
      more: {
        10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R]]>>>>",
        11: "<</S/P/P 10 0 R/Pg 3 0 R/K 0>>",
      },
    });
    for (const inputs of [[tagged, tagged], [[tagged, [1]] as const]]) {
      const { document } = assemble(...inputs);
      const path = entry.startsWith("/Own") ? ["Own"] : ["PieceInfo", "A"];
      expect(valueAt(document, 1, ...path)).toEqual(valueAt(document, "StructTreeRoot"));
      expect(at(document, "StructTreeRoot", "K", 0)).toMatchObject({ S: "/P", Pg: "page 1" });
    }
  });

  it("are dropped if damaged, even if a page refers to them", () => {
    const circle = pagesPdf(["/StructParents 0/Own 10 0 R", ""], {
      root: "/StructTreeRoot 10 0 R",
      more: {
        10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R]]>>>>",
        11: "<</S/P/P 10 0 R/Pg 3 0 R/K[0 11 0 R]>>",
      },
    });
    const { document } = assemble([circle, [1]]);
    expect(at(document, 1, "Own")).toBeNull();
  });
});
