import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, type Part, valueAt } from "../../../support/read-again.ts";

/**
 * Two chapters, the first open with two sections, the second with one; then a web address. They lead to pages 1, 2 and 2, 3
 * and 1.
 */
const file = pagesPdf(["", "", ""], {
  root: "/Outlines 20 0 R",
  more: {
    20: "<</First 21 0 R/Last 26 0 R/Count 5>>",
    21: "<</Title(one)/Parent 20 0 R/Next 24 0 R/First 22 0 R/Last 23 0 R/Count 2/Dest[3 0 R/Fit]/C[1 0 0]/F 2>>",
    22: "<</Title(one.one)/Parent 21 0 R/Next 23 0 R/Dest[4 0 R/Fit]>>",
    23: "<</Title(one.two)/Parent 21 0 R/Prev 22 0 R/A<</S/GoTo/D[4 0 R/FitB]>>>>",
    24: "<</Title(two)/Parent 20 0 R/Prev 21 0 R/Next 26 0 R/First 25 0 R/Last 25 0 R/Count -1/Dest[5 0 R/Fit]>>",
    25: "<</Title(two.one)/Parent 24 0 R/Dest[3 0 R/Fit]>>",
    26: "<</Title(web)/Parent 20 0 R/Prev 24 0 R/A<</S/URI/URI(https://example.com)>>>>",
  },
});

/** The outline as lines of depth, title and count. Also checks all links between siblings and to parents. */
function outline(...parts: readonly Part[]): string[] {
  const { document } = assemble(...parts);
  const lines: string[] = [];
  const below = (path: string[], depth: number) => {
    let before = "null";
    for (let own = [...path, "First"]; valueAt(document, ...own); own = [...own, "Next"]) {
      expect(valueAt(document, ...own, "Parent")).toEqual(valueAt(document, ...path));
      expect(JSON.stringify(valueAt(document, ...own, "Prev") ?? null)).toBe(before);
      before = JSON.stringify(valueAt(document, ...own));
      const count = at(document, ...own, "Count");
      lines.push(`${"-".repeat(depth)}${at(document, ...own, "Title")}${count === null ? "" : ` ${count}`}`);
      below(own, depth + 1);
    }
    expect(JSON.stringify(valueAt(document, ...path, "Last") ?? null)).toBe(before);
  };
  below(["Outlines"], 0);
  return [...lines, `${at(document, "Outlines", "Count")} shown`];
}

describe("bookmarks", () => {
  it("stay unchanged if all pages are selected", () => {
    expect(outline(file)).toEqual(["one 2", "-one.one", "-one.two", "two -1", "-two.one", "web", "5 shown"]);
  });

  it("stay if they or their children lead to a selected page or elsewhere, with updated counts", () => {
    expect(outline([file, [2]])).toEqual(["one 2", "-one.one", "-one.two", "web", "4 shown"]);
    expect(outline([file, [1]])).toEqual(["one", "two -1", "-two.one", "web", "3 shown"]);
    expect(outline([file, [3]])).toEqual(["two", "web", "2 shown"]);
  });

  it("keep their look and lose a destination on a removed page", () => {
    const { document } = assemble([file, [2]]);
    expect(at(document, "Outlines", "First")).toMatchObject({ C: [1, 0, 0], F: 2 });
    expect(at(document, "Outlines", "First")).not.toHaveProperty("Dest");
    expect(at(document, "Outlines", "First", "First", "Next", "A")).toEqual({
      S: "/GoTo",
      D: ["page 1", "/FitB"],
    });
  });

  it("of several files come one after another and lead to their own file's pages", () => {
    expect(outline([file, [3]], pagesPdf([""]), [file, [3]])).toEqual([
      "two",
      "web",
      "two",
      "web",
      "4 shown",
    ]);
    const { document } = assemble([file, [3]], [file, [3]]);
    expect(at(document, "Outlines", "First", "Next", "Next", "Dest")).toEqual(["page 2", "/Fit"]);
  });

  it("leading to a tag stay if the tag's page is selected", () => {
    const tagged = pagesPdf(["/StructParents 0", "/StructParents 1"], {
      root: "/StructTreeRoot 10 0 R/Outlines 20 0 R",
      more: {
        10: "<</Type/StructTreeRoot/K[11 0 R 13 0 R]/ParentTree<</Nums[0[12 0 R]1[13 0 R]]>>>>",
        11: "<</S/Sect/P 10 0 R/K 12 0 R>>",
        12: "<</S/P/P 11 0 R/Pg 3 0 R/K 0>>",
        13: "<</S/P/P 10 0 R/Pg 4 0 R/K 0>>",
        20: "<</First 21 0 R/Last 22 0 R/Count 2>>",
        21: "<</Title(to the first)/Parent 20 0 R/Next 22 0 R/SE 11 0 R>>",
        22: "<</Title(to the other)/Parent 20 0 R/Prev 21 0 R/SE 13 0 R>>",
      },
    });
    expect(outline([tagged, [1]])).toEqual(["to the first", "1 shown"]);
  });
});
