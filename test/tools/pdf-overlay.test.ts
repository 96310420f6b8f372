import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { at, read, valueAt } from "../support/read-again.ts";
import { checked, runTool } from "../support/run-tool.ts";

const square = "/MediaBox[0 0 500 500]";
const content = (data: string) => ({ dict: "", data });
/** Pages with content `page 1`, `page 2` and so on. */
const stampPages = (count: number, own = square, root = "") =>
  pagesPdf(
    Array.from({ length: count }, (_, k) => `${own}/Contents ${50 + k} 0 R`),
    {
      root,
      more: Object.fromEntries(Array.from({ length: count }, (_, k) => [50 + k, content(`page ${k + 1}`)])),
    },
  );

async function overlaid(file: Uint8Array, stamp: Uint8Array, fields: object = {}) {
  const run = await runTool(
    "pdf_overlay",
    { input: "a.pdf", stamp: "stamp", output: "b.pdf", ...fields },
    { "a.pdf": file, stamp },
  );
  return { ...run, bytes: run.file("b.pdf"), document: read(run.file("b.pdf")) };
}

type Document = ReturnType<typeof read>;
const form = (document: Document, page: number) => at(document, page, "Resources", "XObject", "Stamp1");
/** A page's streams, in order. */
function streams(document: Document, page: number): string[] {
  const found = at(document, page, "Contents");
  return (Array.isArray(found) ? found : [found]).map((stream) => String(Object(stream).data));
}
const drawn = (matrix: string) => `/Artifact <</Type/Pagination>> BDC\nq\n${matrix} cm\n/Stamp1 Do\nQ\nEMC\n`;

describe("a stamp", () => {
  it("is one form, which all pages draw over what they show", async () => {
    const file = pagesPdf([`${square}/Contents 9 0 R`, square], { more: { 9: content("0 0 9 9 re f") } });
    const { document, bytes } = await overlaid(file, stampPages(1));
    expect([1, 2].map((page) => streams(document, page))).toEqual([
      ["q\n", "0 0 9 9 re f", `\nQ\n${drawn("1 0 0 1 0 0")}`],
      [drawn("1 0 0 1 0 0")],
    ]);
    expect(form(document, 1)).toMatchObject({ BBox: [0, 0, 500, 500], data: "page 1" });
    const [one, two] = [1, 2].map((page) => valueAt(document, page, "Resources", "XObject", "Stamp1"));
    expect(one).toEqual(two);
    expect(checked(bytes)).toMatchObject({ exit: 0 });
  });

  it("is below it on request", async () => {
    const file = pagesPdf([`${square}/Contents[9 0 R 9 0 R]`], { more: { 9: content("0 0 9 9 re f") } });
    const { document } = await overlaid(file, stampPages(1), { under: true });
    expect(streams(document, 1)).toEqual([drawn("1 0 0 1 0 0"), "0 0 9 9 re f", "0 0 9 9 re f"]);
  });

  it("is placed as displayed on pages as displayed", async () => {
    const page = "/MediaBox[0 0 600 900]/CropBox[100 200 500 800]/Rotate 90/UserUnit 2";
    const { document } = await overlaid(
      pagesPdf([page]),
      stampPages(1, "/MediaBox[10 0 310 200]/Rotate 270"),
      {
        position: "top-left",
      },
    );
    // A page of 1200 x 800 points and a stamp of 200 x 300.
    expect(streams(document, 1)).toEqual([drawn("-0.5 0 0 -0.5 273 318")]);
  });

  it.each([
    ["first", ["page 1", "page 1", "page 1"]],
    ["each", ["page 1", "page 2", "page 2"]],
    ["cycle", ["page 1", "page 2", "page 1"]],
  ])("has its pages chosen by %s, counted on the chosen pages", async (stamp_pages, expected) => {
    const file = pagesPdf([square, square, square, square]);
    const { document } = await overlaid(file, stampPages(2), { stamp_pages, pages: "2-4" });
    expect([2, 3, 4].map((page) => Object(form(document, page)).data)).toEqual(expected);
    expect(streams(document, 1)).toEqual(["undefined"]);
  });

  it("is transparent as a whole", async () => {
    const { document } = await overlaid(pagesPdf([square]), stampPages(1), { opacity: 0.25 });
    expect(streams(document, 1)[0]).toContain("q\n/Stamp1 gs\n1 0 0 1 0 0 cm\n/Stamp1 Do\nQ");
    expect(form(document, 1)).toMatchObject({ Group: { S: "/Transparency" } });
    expect(at(document, 1, "Resources", "ExtGState", "Stamp1")).toMatchObject({ ca: 0.25, CA: 0.25 });
  });

  it("may be encrypted", async () => {
    const { file } = await runTool(
      "pdf_protect",
      { input: "a.pdf", output: "b.pdf", password: "secret" },
      { "a.pdf": stampPages(1) },
    );
    const locked = file("b.pdf");
    const { document } = await overlaid(pagesPdf([square]), locked, { stamp_password: "secret" });
    expect(form(document, 1)).toMatchObject({ data: "page 1" });
    await expect(overlaid(pagesPdf([square]), locked)).rejects.toThrow(
      "/files/stamp needs a password: use pdf_unlock with it, or give it as stamp_password",
    );
  });

  it("that draws itself is drawn once", async () => {
    const more = { 9: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 8 0 R", data: "/X Do" } };
    const stamp = pagesPdf([`${square}/Resources 8 0 R/Contents 7 0 R`], {
      more: { ...more, 7: content("/X Do"), 8: "<</XObject<</X 9 0 R>>/Own[3 0 R 1 0 R]>>" },
    });
    const { document } = await overlaid(pagesPdf([square]), stamp);
    expect(at(document, 1, "Resources", "XObject", "Stamp1", "Resources", "Own")).toEqual([null, null]);
    expect(document.cos.objectCount).toBeLessThan(10);
  });
});

describe("an image", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNomMCwYAMABrYCYTBGkIoAAAAASUVORK5CYII=",
    "base64",
  );

  it("lies in the middle of the page in its own size", async () => {
    const { document } = await overlaid(pagesPdf([square]), png);
    expect(form(document, 1)).toMatchObject({ data: "q 3 0 0 3 0 0 cm /Im0 Do Q" });
    expect(streams(document, 1)).toEqual([drawn("1 0 0 1 248.5 248.5")]);
  });

  it("fills a box", async () => {
    const { document } = await overlaid(pagesPdf([square]), png, { bbox: [400, 10, 600, 300] });
    // Of the box, 100 x 290 points are on the page.
    expect(streams(document, 1)).toEqual([drawn("33.3333 0 0 33.3333 400 295")]);
  });
});

describe("a stamp's", () => {
  it("links and comments come along to each page, without links to its own pages", async () => {
    const link = "/Type/Annot/Subtype/Link/Rect[10 20 30 40]/Border[0 0 0]";
    const stamp = pagesPdf([`${square}/Annots[5 0 R 6 0 R 7 0 R 8 0 R 9 0 R]`], {
      root: "/URI<</Base(http://example.org/a/)>>",
      more: {
        5: `<<${link}/A<</S/URI/URI(b)>>>>`,
        6: `<<${link}/Dest[3 0 R/Fit]>>`,
        7: `<<${link}/A<</S/GoTo/D(none)>>>>`,
        8: "<</Subtype/Text/Rect[100 100 120 120]/Contents(Seen)/Popup 9 0 R/P 3 0 R/StructParent 1>>",
        9: "<</Subtype/Popup/Rect[200 100 300 120]/Parent 8 0 R>>",
      },
    });
    const file = pagesPdf([`${square}/Annots[<</Subtype/Square/Rect[1 1 2 2]>>]`, square]);
    const { document, context } = await overlaid(file, stamp, { bbox: [0, 0, 250, 250] });
    const own = { Subtype: "/Square", Rect: [1, 1, 2, 2] };
    const brought = (page: string) => [
      { Rect: [5, 260, 15, 270], A: { URI: "http://example.org/a/b" } },
      {
        Contents: "Seen",
        Rect: [50, 300, 60, 310],
        P: page,
        Popup: { Rect: [100, 300, 150, 310], Parent: "above" },
      },
      { Subtype: "/Popup", Parent: { Contents: "Seen", Popup: "above" } },
    ];
    expect(at(document, 1, "Annots")).toMatchObject([own, ...brought("page 1")]);
    expect(at(document, 2, "Annots")).toMatchObject(brought("page 2"));
    expect(at(document, 1, "Annots", 2)).not.toHaveProperty("StructParent");
    expect(context.warnings).toEqual([
      "links to pages of the stamp were dropped: they are not in the result",
    ]);
  });

  it("fields are drawn", async () => {
    const stamp = pagesPdf([`${square}/Annots[5 0 R]`], {
      root: "/AcroForm<</Fields[5 0 R]>>",
      more: {
        5: "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/Rect[10 20 30 40]/AP<</N 6 0 R>>>>",
        6: { dict: "/Subtype/Form/BBox[0 0 20 20]", data: "0 0 5 5 re f" },
      },
    });
    const { document } = await overlaid(pagesPdf([square]), stamp);
    expect(document.catalog.has("AcroForm")).toBe(false);
    expect(at(document, 1, "Annots")).toBe(null);
    expect(Object(form(document, 1)).data).toContain("1 0 0 1 10 20 cm\n/Stamp1 Do");
  });

  it("layers stay layers, shown or hidden as before", async () => {
    const layered = (name: string, config: string) =>
      pagesPdf([`${square}/Resources<</Properties<</L 5 0 R>>>>/Contents 6 0 R`], {
        root: `/OCProperties<</OCGs[5 0 R]/D<<${config}>>>>`,
        more: { 5: `<</Type/OCG/Name(${name})>>`, 6: content("/OC/L BDC EMC") },
      });
    const { document } = await overlaid(layered("own", ""), layered("brought", "/OFF[5 0 R]"));
    const [own, brought] = ["own", "brought"].map((Name) => ({ Type: "/OCG", Name }));
    expect(at(document, "OCProperties")).toMatchObject({ OCGs: [own, brought], D: { OFF: [brought] } });
    expect(form(document, 1)).toMatchObject({ Resources: { Properties: { L: brought } } });
  });

  it("content has no place in the document's tags", async () => {
    const root = "/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot>>";
    const stamp = pagesPdf([`${square}/StructParents 0/Contents 5 0 R`], {
      root,
      more: { 5: content("/P<</MCID 0>>BDC(/MCID 1)Tj EMC") },
    });
    const { document } = await overlaid(pagesPdf([square], { root }), stamp);
    expect(form(document, 1)).toMatchObject({ data: "/P<<       >>BDC(/MCID 1)Tj EMC" });
    expect(form(document, 1)).not.toHaveProperty("StructParents");
  });
});

it("a stamp below pages that paint all of themselves is named", async () => {
  const file = pagesPdf([`${square}/Contents 9 0 R`, square, `${square}/Contents 8 0 R`], {
    more: { 8: content("1 g 0 0 500 300 re f"), 9: content("1 g 0 0 500 300 re f 0 290 500 210 re f") },
  });
  const { context } = await overlaid(file, stampPages(1), { under: true });
  expect(context.warnings).toEqual(["the stamp is hidden on page 1: what the page shows covers all of it"]);
});
