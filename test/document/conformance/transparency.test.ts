import { describe, expect, it } from "vitest";
import { transparencyDoubt } from "../../../src/document/conformance/transparency.ts";
import { editing } from "../../support/editing.ts";
import { buildPdf } from "../../support/pdf-builder.ts";

function doubt(version: string, part: string) {
  const objects = {
    1: "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: "<</Type/Page/Parent 2 0 R>>",
    4: { dict: "/Type/Metadata/Subtype/XML", data: `<rdf:Description pdfaid:part="${part}"/>` },
  };
  const edit = editing(buildPdf({ objects, version }));
  transparencyDoubt(edit.session);
  return edit;
}

describe("a see-through stamp", () => {
  it("gives a document the version that transparency needs, where it has an older one", async () => {
    expect((await doubt("1.3", "2").written()).cos.version).toBe("1.4");
    expect((await doubt("1.6", "2").written()).cos.version).toBe("1.6");
  });

  it("contradicts PDF/A-1 alone, which is said", () => {
    expect(doubt("1.4", "1").warnings.join()).toContain("PDF/A-1");
    expect(doubt("1.4", "2").warnings).toEqual([]);
  });
});
