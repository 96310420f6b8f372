/** Pages that share one dictionary of resources: what one of them takes along of it. */
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
  /** Objects instead of those below, or beside them. */
  readonly more?: BuiltPdf["objects"];
  /** What pages say of their resources. */
  readonly own?: string;
  /** What the root of the page tree says of them. */
  readonly tree?: string;
}

/** Three pages, each showing one image and one font of a dictionary that lists three (object 6). */
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

/** `exit`: what `qpdf --check` says of the result. */
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

describe("a page taken from resources that all pages share", () => {
  it("brings what its content names, and nothing that only the others show", async () => {
    const { images, fonts, text } = await extract("2", shared());
    expect({ images, fonts }).toEqual({ images: [0x31], fonts: ["Courier"] });
    expect(text).toContain("/ExtGState");
  });

  it("brings what each of several pages names", async () => {
    const { images, fonts } = await extract("3, 1", shared());
    expect({ images, fonts }).toEqual({ images: [0x30, 0x32], fonts: ["Helvetica", "Times-Roman"] });
  });

  it("finds resources that the pages inherit", async () => {
    const { images } = await extract("1", shared({ own: "", tree: "/Resources 6 0 R" }));
    expect(images).toEqual([0x30]);
  });

  it("brings everything where a form looks for its resources in the page's", async () => {
    const form = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: "/Im1 Do" };
    const { images } = await extract("1", shared({ more: { 10: form } }));
    expect(images).toEqual([0x31, 0x32]);
  });

  it("brings everything where the content cannot be read whole", async () => {
    const unreadable = { dict: "/Filter/NoSuchDecode", data: "x" };
    const { images } = await extract("1", shared({ more: { 20: unreadable } }), 2);
    expect(images).toEqual([0x30, 0x31, 0x32]);
  });

  it("leaves a dictionary that is the page's own as it is", async () => {
    const own = "/Resources<</XObject<</Im0 10 0 R/Im1 11 0 R>>>>";
    const { images } = await extract("1", shared({ own }));
    expect(images).toEqual([0x30, 0x31]);
  });
});
