import { describe, expect, it } from "vitest";
import { drawLabels } from "../../../src/document/stamp/labels.ts";
import { linesOf } from "../../../src/document/stamp/typeset-lines.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { at } from "../../support/read-again.ts";

describe("labels", () => {
  it("are artifacts on their pages, in a shared font with a map to text", async () => {
    const edit = editing(pagesPdf(["", ""]));
    const lines = await linesOf(edit.session, ["1", "2"]);
    drawLabels(edit.session, [1, 2], lines, { position: "bottom-center", size: 10, margin: undefined });
    const document = await edit.written();
    const contents = [1, 2].map((page) => String(Object(at(document, page, "Contents")).data));
    for (const content of contents)
      expect(content).toMatch(
        /^\/Artifact <<\/Type\/Pagination\/Subtype\/Footer>> BDC\nq\n[\s\S]*TJ[\s\S]*Q\nEMC\n$/,
      );
    expect(contents[0]).not.toBe(contents[1]);
    const font = (page: number) => at(document, page, "Resources", "Font", "Stamp1");
    expect(font(1)).toEqual(font(2));
    expect(font(1)).toMatchObject({ Subtype: "/Type0", DescendantFonts: [{ Subtype: "/CIDFontType2" }] });
    expect(String(Object(font(1)).ToUnicode.data)).toMatch(/<0031>[\s\S]*<0032>/);
  });
});
