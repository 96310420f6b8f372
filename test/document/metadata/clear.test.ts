import { describe, expect, it } from "vitest";
import { clearMetadata } from "../../../src/document/metadata/clear.ts";
import { allText } from "../../support/all-text.ts";
import { editing } from "../../support/editing.ts";
import { type BuiltPdf, pagesPdf } from "../../support/pdf-builder.ts";

async function cleared(root: string, more: BuiltPdf["objects"], page = ""): Promise<string> {
  const edit = editing(pagesPdf([page], { root, more, trailer: "/Info 90 0 R" }));
  clearMetadata(edit.session);
  return allText(await edit.bytes());
}

describe("a document with its metadata removed", () => {
  it("reveals no programs or people, even in layers and tags, but keeps entries that only share a name", async () => {
    const text = await cleared(
      "/OCProperties<</OCGs[4 0 R]/D<</Creator(SECRET)>>>>/StructTreeRoot<</K 5 0 R>>/OutputIntents[<</Info(KEPT info)>>]/PieceInfo<</A(SECRET)>>",
      {
        4: "<</Type/OCG/Name(KEPT layer)/Usage<</CreatorInfo<</Subtype/SECRET>>>>>>",
        5: "<</S/Document/Info 8 0 R>>",
        8: "<</Title(SECRET)/Producer(SECRET)>>",
        9: { dict: "/PTEX.FileName(SECRET)", data: "KEPT stream" },
        90: "<</Author(SECRET)>>",
      },
      "/Metadata 8 0 R/Resources<</XObject<</Metadata 9 0 R>>>>/LastModified(KEPT)",
    );
    expect(text).not.toContain("SECRET");
    for (const kept of ["KEPT info", "KEPT layer"]) expect(text).toContain(kept);
  });

  it("doesn't reveal the authors of articles, the dates of page changes, or where pages were captured from", async () => {
    const text = await cleared(
      "/Threads[4 0 R]/SpiderInfo<</V 1.0/C[(SECRET)]>>/Names<</URLS<</Names[(SECRET)8 0 R]>>/IDS<</Names[(SECRET)8 0 R]>>>>",
      {
        4: "<</F 5 0 R/I 6 0 R>>",
        5: "<</T 4 0 R/N 5 0 R/V 5 0 R/P 3 0 R/R[0 0 9 9]>>",
        6: "<</Title(KEPT title)/Author(SECRET)/Keywords(SECRET)/CreationDate(SECRET)>>",
        8: "<</Type/SpiderContentSet/S/SPS/ID(SECRET)/O[3 0 R]/SI<</AU(SECRET)>>/TS(SECRET)>>",
        9: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        90: "<</Author(SECRET)>>",
      },
      "/B[5 0 R]/LastModified(SECRET)/Resources<</Font<</I 9 0 R>>>>",
    );
    expect(text).not.toContain("SECRET");
    expect(text).toContain("KEPT title");
    expect(text).toContain("Helvetica");
  });

  it("keeps an image named Metadata", async () => {
    const image = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 1 1]", data: "KEPT" };
    expect(await cleared("", { 9: image }, "/Resources<</XObject<</Metadata 9 0 R>>>>")).toContain("KEPT");
  });
});

describe("form data with its metadata removed", () => {
  const packet = "<x:xmpmeta>SECRET</x:xmpmeta>";

  it.each([
    ["one stream", "6 0 R"],
    ["parts by name", "[(template)7 0 R(xmpmeta)8 0 R]"],
  ])("in %s keeps everything but the packet", async (_, xfa) => {
    const text = await cleared(`/AcroForm<</Fields[]/XFA ${xfa}>>`, {
      6: { dict: "", data: `<xdp>KEPT${packet}</xdp>` },
      7: { dict: "", data: "KEPT" },
      8: { dict: "", data: packet },
    });
    expect(text).toContain("KEPT");
    expect(text).not.toContain("SECRET");
  });
});
