import { describe, expect, it } from "vitest";
import { ref } from "../../../src/cos/syntax/value.ts";
import { elementPage, parentTree, structureTree } from "../../../src/document/tags/structure-tree.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const tagged = (more: Record<number, string>) =>
  read(
    pagesPdf(["", ""], {
      root: "/StructTreeRoot 10 0 R",
      more: { 10: "<</K 11 0 R/ParentTree<</Nums[4 12 0 R]>>>>", ...more },
    }),
  );
const document = tagged({
  11: "<</S/Document/Pg 3 0 R/K[12 0 R 13 0 R 14 0 R]>>",
  12: "<</S/P/K 0>>",
  13: "<</S/P/Pg 4 0 R/K[0<</Type/MCR/Pg 3 0 R/MCID 1>><</Type/OBJR/Obj 20 0 R>>]>>",
  14: "<</S/L/K<</S/LI/K 15 0 R>>>>",
  15: "<</S/LBody/Pg 4 0 R/K 3>>",
  20: "<</Subtype/Link/P 4 0 R>>",
});
const tree = structureTree(document);

describe("the structure tree", () => {
  it("knows each element's parent and kids, in order", () => {
    expect([...(tree?.elements.keys() ?? [])].sort()).toEqual([11, 12, 13, 14, 15]);
    expect(tree?.elements.get(11)).toMatchObject({ parent: 0, kids: [12, 13, 14], content: false });
    expect(tree?.elements.get(15)).toMatchObject({ parent: 14, content: true });
    expect(tree?.elements.get(14)).toMatchObject({ loose: true });
    const orders = [11, 12, 13, 14, 15].map((num) => tree?.elements.get(num)?.order ?? -1);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
  });

  it("knows the pages of an element's content: its own, an inherited one, or the item's", () => {
    expect(tree?.elements.get(12)?.pages).toEqual([1]);
    expect(tree?.elements.get(13)).toMatchObject({ pages: [2, 1, 2], loose: true });
    expect(tree?.byPage.get(2)).toContain(15);
  });

  it("finds the first page of an element or its descendants", () => {
    expect([11, 13, 14].map((num) => elementPage(document, ref(num)))).toEqual([1, 2, 2]);
    expect(elementPage(document, ref(20))).toBeUndefined();
  });

  it("is undefined if an element occurs twice or contains itself", () => {
    expect(structureTree(tagged({ 11: "<</S/P/K[12 0 R 12 0 R]>>", 12: "<</S/Span/K 0>>" }))).toBeUndefined();
    expect(structureTree(tagged({ 11: "<</S/P/K 12 0 R>>", 12: "<</S/Span/K 11 0 R>>" }))).toBeUndefined();
    expect(structureTree(read(pagesPdf([""])))).toBeUndefined();
  });

  it("is found by keys through the parent tree", () => {
    expect([...parentTree(document)]).toEqual([[4, ref(12)]]);
  });
});
