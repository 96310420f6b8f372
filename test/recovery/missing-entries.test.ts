import { describe, expect, it } from "vitest";
import { name } from "../../src/cos/syntax/value.ts";
import { completePageTypes, dropMissingContents } from "../../src/recovery/edits/missing-entries.ts";
import { editing } from "../support/editing.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { at } from "../support/read-again.ts";

describe("missing contents", () => {
  it("are removed from the pages that named them, while existing ones stay", async () => {
    const pages = ["/Contents 8 0 R", "/Contents[9 0 R 8 0 R null]", "/Contents 9 0 R", ""];
    const edit = editing(pagesPdf(pages, { more: { 9: { dict: "", data: "f" } } }));
    dropMissingContents(edit.session);
    const document = await edit.written();
    expect([1, 2, 3, 4].map((page) => at(document, page, "Contents"))).toMatchObject([
      null,
      [{ data: "f" }],
      { data: "f" },
      null,
    ]);
    expect(document.pages.dict(1).has("Contents")).toBe(false);
  });

  it("don't change a sound document", () => {
    const edit = editing(pagesPdf(["/Contents[9 0 R]"], { more: { 9: { dict: "", data: "f" } } }));
    const before = edit.session.page(1);
    dropMissingContents(edit.session);
    expect(edit.session.page(1)).toBe(before);
  });
});

describe("types in the page tree", () => {
  it("are added if missing, and corrected if wrong", async () => {
    const edit = editing(
      buildPdf({
        objects: {
          1: "<</Type/Catalog/Pages 2 0 R>>",
          2: "<</Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 9 9]>>",
          3: "<</Count 1/Kids[5 0 R]/Parent 2 0 R>>",
          4: "<</Parent 2 0 R>>",
          5: "<</Type/Template/Parent 3 0 R>>",
        },
      }),
    );
    completePageTypes(edit.session);
    const document = await edit.written();
    for (const node of [2, 3]) expect(Object(document.cos.object(node)).get("Type")).toEqual(name("Pages"));
    expect([1, 2].map((page) => at(document, page, "Type"))).toEqual(["/Page", "/Page"]);
  });
});
