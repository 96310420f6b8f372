import { describe, expect, it } from "vitest";
import { isRef } from "../../../../src/cos/syntax/value.ts";
import { xmpPacket } from "../../../support/claims.ts";
import { buildPdf, pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at } from "../../../support/read-again.ts";

describe("the catalog of an assembled document", () => {
  it("comes from the first file", () => {
    const [first, later] = ["en", "de"].map((lang) =>
      pagesPdf(["", ""], {
        root: `/Lang(${lang})/PageMode/UseThumbs/ViewerPreferences<</HideToolbar true>>`,
      }),
    );
    if (!first || !later) throw new Error("two files");
    const { document } = assemble([first, [1]], later);
    expect(at(document, "Lang")).toBe("en");
    expect(at(document, "ViewerPreferences")).toEqual({ HideToolbar: true });
    expect(at(assemble(pagesPdf([""]), later).document, "Lang")).toBeNull();
  });

  it("keeps the first file's opening view if its page remains", () => {
    const opening = (entry: string) => pagesPdf(["", ""], { root: `/OpenAction${entry}` });
    expect(at(assemble([opening("[4 0 R/Fit]"), [2]]).document, "OpenAction")).toEqual(["page 1", "/Fit"]);
    expect(at(assemble([opening("[4 0 R/Fit]"), [1]]).document, "OpenAction")).toBeNull();
    expect(at(assemble([opening("<</S/GoTo/D[4 0 R/Fit]>>"), [1]]).document, "OpenAction")).toBeNull();
  });

  it("keeps threads of complete files, and triggers that don't lead to a removed page", () => {
    const file = pagesPdf(["", ""], {
      root: "/Threads[5 0 R]/AA<</WC<</S/GoTo/D[4 0 R/Fit]>>/WS<</S/Named/N/Print>>>>",
      more: { 5: "<</Type/Thread>>" },
    });
    const both = assemble(file, file).document;
    expect(at(both, "Threads")).toEqual([{ Type: "/Thread" }, { Type: "/Thread" }]);
    // ISO 32000-2, table 29 requires an indirect reference.
    expect(isRef(both.cos.catalog.get("Threads"))).toBe(true);
    const { document, warnings } = assemble([file, [1]]);
    expect(at(document, "Threads")).toBeNull();
    expect(at(document, "AA")).toEqual({ WS: { S: "/Named", N: "/Print" } });
    expect(warnings).toContain("article threads were dropped");
  });

  it("never gets a nonexistent version", () => {
    const later = pagesPdf([""], { root: "/Version/9.1" });
    expect(at(assemble(later, later).document, "Version")).toBe("/2.0");
  });

  it("keeps applications' private data only with all pages, and warns otherwise", () => {
    const file = pagesPdf(["", ""], {
      root: "/PieceInfo<</App<</Private 5 0 R>>>>",
      more: { 5: "(secret)" },
    });
    expect(at(assemble(file).document, "PieceInfo", "App", "Private")).toBe("secret");
    const { document, warnings } = assemble([file, [1]]);
    expect(at(document, "PieceInfo")).toBeNull();
    expect(warnings).toContain("PieceInfo");
  });

  it("drops the information dictionary along with the private data in PDF/A-4, which allows neither alone", () => {
    const info = (part: string) => {
      const packet = xmpPacket(`pdfaid:part="${part}"`);
      const file = pagesPdf(["", ""], {
        root: "/Metadata 9 0 R/PieceInfo<<>>",
        trailer: "/Info 8 0 R",
        more: { 8: "<</ModDate(D:2026)>>", 9: { dict: "/Type/Metadata/Subtype/XML", data: packet } },
      });
      return [assemble([file, [1]]), assemble(file)].map(({ document }) => document.cos.trailer.has("Info"));
    };
    expect(info("4")).toEqual([false, true]);
    expect(info("2")).toEqual([true, true]);
  });

  it("combines the developer extensions of all files, preferring the first file's", () => {
    const file = (extensions: string) => pagesPdf([""], { root: `/Extensions<<${extensions}>>` });
    const { document } = assemble(
      file("/A<</ExtensionLevel 1>>"),
      file("/A<</ExtensionLevel 2>>/B<</ExtensionLevel 3>>"),
    );
    expect(at(document, "Extensions")).toEqual({ A: { ExtensionLevel: 1 }, B: { ExtensionLevel: 3 } });
  });

  it("lists the losses of a later file", () => {
    const { warnings } = assemble(
      pagesPdf([""]),
      pagesPdf([""], { root: "/OutputIntents[<<>>]/Collection<<>>/DPartRoot<<>>" }),
    );
    for (const lost of ["output intents", "portfolio view", "DPart"]) expect(warnings).toContain(lost);
  });

  it("takes the latest file's version if it is later than the header's", () => {
    const objects = { 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 0/Kids[]>>" };
    const { document } = assemble(pagesPdf([""]), buildPdf({ objects, version: "2.0" }));
    expect(at(document, "Version")).toBe("/2.0");
    expect(at(assemble(pagesPdf([""])).document, "Version")).toBeNull();
  });
});
