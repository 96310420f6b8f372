/** pdf.js as the last resort, on every runtime that runs the tests. */
import { expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { openSecondReader } from "../../src/engines/pdfjs/pdfjs.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

it("rewrites a document whose links point to named destinations", async () => {
  const link = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(there)>>";
  const pdf = pagesPdf([`/Annots[${link}]`, ""], { root: "/Names<</Dests<</Names[(there)[4 0 R/Fit]]>>>>" });
  using reader = await openSecondReader(sourceOf(pdf));
  const again = await reader?.rewrite();
  if (again === undefined || again === null) throw new Error("nothing was written");
  using read = await openSecondReader(sourceOf(again));
  expect(read?.pageCount).toBe(2);
});
