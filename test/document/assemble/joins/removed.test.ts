/** Removed pages leave nothing in the file, even if the remaining pages refer to them. */
import { expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at } from "../../../support/read-again.ts";

const secret = "<</Subtype/Text/Rect[0 0 9 9]/Contents(SECRET)/P 4 0 R>>";

it.each([
  ["a page's own entry", "/Own<</Any[20 0 R]>>"],
  ["an annotation's own entry", "/Annots[<</Subtype/Square/Rect[0 0 9 9]/Own 20 0 R>>]"],
  ["a reply", "/Annots[<</Subtype/Text/Rect[0 0 9 9]/IRT 20 0 R>>]"],
  ["the parent of a popup", "/Annots[<</Subtype/Popup/Rect[0 0 9 9]/Parent 20 0 R>>]"],
  ["the catalog", "/Own 1 0 R"],
  ["a node of the page tree", "/Own 2 0 R"],
])("a reference from %s brings no removed content", (_, page) => {
  const file = pagesPdf([page, "/Annots[20 0 R]/Own(SECRET)"], {
    more: { 20: secret },
  });
  expect(Buffer.from(assemble([file, [1]]).bytes).includes("SECRET")).toBe(false);
  expect(Buffer.from(assemble([file, [2]]).bytes).includes("SECRET")).toBe(true);
});

it("an object other than a page survives, even if a damaged tree lists it as one", () => {
  const file = pagesPdf(["/Resources 20 0 R"], {
    tree: "/Kids[3 0 R 20 0 R]/Count 2",
    more: { 20: "<</Font<</F<</Subtype/Type1/BaseFont/Helvetica>>>>>>" },
  });
  expect(at(assemble([file, [1]]).document, 1, "Resources", "Font", "F")).toMatchObject({
    BaseFont: "/Helvetica",
  });
});

it.each([1, 2])("a reference to the structure tree leads to the new one, after merging %i files", (files) => {
  const file = pagesPdf(["/Own 20 0 R/StructParents 0", ""], {
    root: "/StructTreeRoot 20 0 R",
    more: {
      20: "<</K 21 0 R/ParentTree<</Nums[0[21 0 R]]>>>>",
      21: "<</S/P/P 20 0 R/Pg 3 0 R/K 0>>",
    },
  });
  const parts = Array.from({ length: files }, () => [file, [1]] as const);
  const { document } = assemble(...parts);
  expect(at(document, files, "Own", "K")).toHaveLength(files);
});
