/** Pages that share a resource dictionary keep only the resources they use. */
import { describe, expect, it } from "vitest";
import { type BuiltPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { checked, runTool } from "../../support/run-tool.ts";

const pixels = (fill: number) => new Uint8Array(10_000).fill(fill);
const image = (fill: number) => ({
  dict: "/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray",
  data: pixels(fill),
});
const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;

interface Shape {
  /** Additional objects, or replacements. */
  readonly more?: BuiltPdf["objects"];
  /** The pages' own `Resources` entry. */
  readonly own?: string;
  /** The entry in the root of the page tree. */
  readonly tree?: string;
}

/** Three pages, each showing one image and one font from a shared dictionary of three (object 6). */
function shared({ more = {}, own = "/Resources 6 0 R", tree = "" }: Shape = {}): Uint8Array {
  const content = (k: number) => ({
    dict: "",
    data: `q 99 0 0 99 0 0 cm /Im#3${k} Do Q BT /F${k} 9 Tf (x) Tj ET`,
  });
  return pagesPdf(
    [0, 1, 2].map((k) => `${own}/Contents ${20 + k} 0 R`),
    {
      tree,
      more: {
        6: "<</XObject<</Im0 10 0 R/Im1 11 0 R/Im2 12 0 R>>/Font 7 0 R/ExtGState<</G <</CA 1>>>>>>",
        7: "<</F0 13 0 R/F1 14 0 R/F2 15 0 R>>",
        10: image(0x30),
        11: image(0x31),
        12: image(0x32),
        13: font("Helvetica"),
        14: font("Courier"),
        15: font("Times-Roman"),
        20: content(0),
        21: content(1),
        22: content(2),
        ...more,
      },
    },
  );
}

/** `exit`: the exit code of `qpdf --check` for the result. */
async function extract(pages: string, file: Uint8Array, exit = 0) {
  const run = await runTool(
    "pdf_extract_pages",
    { input: "in.pdf", pages, output: "out.pdf" },
    { "in.pdf": file },
  );
  const bytes = run.file("out.pdf");
  expect(checked(bytes)).toMatchObject({ exit });
  const text = Buffer.from(bytes).toString("latin1");
  return {
    images: [0x30, 0x31, 0x32].filter((fill) => text.includes(String.fromCharCode(fill).repeat(10_000))),
    fonts: ["Helvetica", "Courier", "Times-Roman"].filter((name) => text.includes(`/${name}`)),
    text,
  };
}

describe("a page extracted from a document with shared resources", () => {
  it("keeps the resources its content names, and none used only by others", async () => {
    const { images, fonts, text } = await extract("2", shared());
    expect({ images, fonts }).toEqual({ images: [0x31], fonts: ["Courier"] });
    expect(text).toContain("/ExtGState");
  });

  it("keeps the resources named by any of several pages", async () => {
    const { images, fonts } = await extract("3, 1", shared());
    expect({ images, fonts }).toEqual({ images: [0x30, 0x32], fonts: ["Helvetica", "Times-Roman"] });
  });

  it("finds inherited resources", async () => {
    const { images } = await extract("1", shared({ own: "", tree: "/Resources 6 0 R" }));
    expect(images).toEqual([0x30]);
  });

  it("keeps all resources if a form uses the page's", async () => {
    const form = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: "/Im1 Do" };
    const { images } = await extract("1", shared({ more: { 10: form } }));
    expect(images).toEqual([0x31, 0x32]);
  });

  it("keeps all resources if the content can't be read completely", async () => {
    const unreadable = { dict: "/Filter/NoSuchDecode", data: "x" };
    const { images } = await extract("1", shared({ more: { 20: unreadable } }), 2);
    expect(images).toEqual([0x30, 0x31, 0x32]);
  });

  it("keeps a resource dictionary of its own unchanged", async () => {
    const own = "/Resources<</XObject<</Im0 10 0 R/Im1 11 0 R>>>>";
    const { images } = await extract("1", shared({ own }));
    expect(images).toEqual([0x30, 0x31]);
  });
});
