import { describe, expect, it } from "vitest";
import { claimOf } from "../../../src/document/conformance/claim.ts";
import { addFont } from "../../../src/document/stamp/fonts.ts";
import type { FontFacts } from "../../../src/typeset/font-set.ts";
import { claiming } from "../../support/claims.ts";
import { editing } from "../../support/editing.ts";
import { plain } from "../../support/read-again.ts";

const facts: FontFacts = {
  name: "ABCDEF+Sans",
  file: Buffer.from("the program"),
  widths: [500, 250, 0, 1, 2, 3, 4, 5, 6],
  box: [-10, -200, 1000, 900],
  ascent: 800,
  descent: -200,
  toUnicode: "beginbfchar",
};

function added(attributes: string) {
  const { session } = editing(claiming(attributes));
  return plain(session.document, session.cos.resolve(addFont(session, facts, claimOf(session.cos))));
}

describe("a stamp's font", () => {
  it("is an embedded composite font whose codes are glyph IDs, with a map to text", () => {
    expect(added("")).toMatchObject({
      Subtype: "/Type0",
      BaseFont: "/ABCDEF+Sans",
      Encoding: "/Identity-H",
      ToUnicode: { data: "beginbfchar" },
      DescendantFonts: [
        {
          Subtype: "/CIDFontType2",
          CIDSystemInfo: { Registry: "Adobe", Ordering: "Identity", Supplement: 0 },
          CIDToGIDMap: "/Identity",
          W: [1, facts.widths],
          FontDescriptor: {
            FontName: "/ABCDEF+Sans",
            FontBBox: facts.box,
            Ascent: 800,
            Descent: -200,
            FontFile2: { Length1: 11, data: "the program" },
          },
        },
      ],
    });
  });

  it("has a CIDSet, one bit per glyph from code 0, only in PDF/A-1", () => {
    const descriptor = (attributes: string) => {
      const { DescendantFonts } = Object(added(attributes));
      return DescendantFonts[0].FontDescriptor;
    };
    // Codes 0 to 9.
    expect(descriptor('pdfaid:part="1" pdfaid:conformance="B"').CIDSet.data).toBe("\xff\xc0");
    expect(descriptor('pdfaid:part="2" pdfaid:conformance="B"')).not.toHaveProperty("CIDSet");
  });
});
