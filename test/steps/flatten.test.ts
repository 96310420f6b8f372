import { beforeAll, describe, expect, it } from "vitest";
import { ref } from "../../src/cos/syntax/value.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { inkOf, type Picture, render } from "../support/ink.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { openPdfjs } from "../support/pdfjs.ts";
import { difference, part } from "../support/pictures.ts";
import { processorTime } from "../support/processor-time.ts";
import { runProgram } from "../support/run-program.ts";
import { runSteps } from "../support/run-steps.ts";
import { withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const noPoppler = requireTool("pdftoppm") ?? requireTool("pdftotext");
const readers = createReaders();
const flatten = (bytes: Uint8Array, options: Record<string, unknown> = {}) =>
  runSteps(bytes, [{ action: "flatten", options }], readers);

const text = (bytes: Uint8Array) =>
  withFile(bytes, (path) => runProgram("pdftotext", ["-layout", path, "-"]).stdout.toString());

const utf16 = (value: string) =>
  `<FEFF${[...value].map((char) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")).join("")}>`;

/**
 * A page of fields given by their entries, with one widget each, stacked vertically: 200 x 30 points from (50, 700 - 40
 * k).
 */
function formPdf(
  fields: readonly string[],
  extra: { readonly form?: string; readonly page?: string; readonly more?: BuiltPdf["objects"] } = {},
) {
  const more: Record<number, BuiltPdf["objects"][number]> = {
    5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    6: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    ...extra.more,
  };
  fields.forEach((field, k) => {
    const bottom = 700 - 40 * k;
    more[100 + k] =
      `<</Type/Annot/Subtype/Widget/F 4/T(f${k})/Rect[50 ${bottom} 250 ${bottom + 30}]${field}>>`;
  });
  const refs = fields.map((_, k) => `${100 + k} 0 R`).join(" ");
  return pagesPdf([`/Annots[${refs}]${extra.page ?? ""}`], {
    root: `/AcroForm<</Fields[${refs}]/DR<</Font<</Helv 5 0 R/Cour 6 0 R>>>>/DA(/Helv 12 Tf 0 g)${extra.form ?? ""}>>`,
    more,
  });
}

/** The ink at the position of field `k`. */
function fieldPicture(page: Picture, k: number): Picture {
  return part(page, 50, 792 - 730 + 40 * k, 200, 30);
}

async function fieldsOf(bytes: Uint8Array) {
  const document = await openPdfjs(bytes);
  const fields = await document.getFieldObjects();
  const annotations = await (await document.getPage(1)).getAnnotations();
  await document.destroy();
  return { fields, annotations: annotations.map(({ subtype }: { subtype: string }) => subtype) };
}

describe.skipIf(noPoppler)("flatten: fields without appearances", () => {
  const values = [
    ["/FT/Tx/V(Plain value)", "Plain value"],
    ["/FT/Tx/V(\\(escaped\\) \\344\\366\\374)", "(escaped) äöü"],
    ["/FT/Tx/DA(/Helv 0 Tf 0 g)/V(as large as fits)", "as large as fits"],
    [`/FT/Tx/V${utf16("Ελληνικά Привет")}`, "Ελληνικά Привет"],
    [`/FT/Tx/V${utf16("日本語の値")}`, "日本語の値"],
    [`/FT/Tx/V${utf16("หนังสือ")}`, "หนังสือ"],
    ["/FT/Tx/Ff 8192/V(secret)", "******"],
    ["/FT/Ch/Ff 131072/Opt[[(x)(Label X)][(y)(Label Y)]]/V(y)", "Label Y"],
    ["/FT/Ch/Ff 131072/Opt[(one)(two)]/V(two)", "two"],
    ["/FT/Tx/DA(/Nowhere 12 Tf 0 g)/V(font that is not there)", "font that is not there"],
    ["/FT/Tx/V(quoted right)/Q 2", "quoted right"],
  ] as const;
  let written: Uint8Array;
  beforeAll(async () => {
    ({ written } = await flatten(formPdf(values.map(([entries]) => entries))));
  });

  it("are removed, and pages remain", async () => {
    expect(await fieldsOf(written)).toEqual({ fields: null, annotations: [] });
    expect(Buffer.from(written).toString("latin1")).not.toMatch(/AcroForm|Widget/);
  });

  it.each(values.map(([, value]) => value))("leave their value as text: %s", (value) => {
    expect(text(written)).toContain(value);
  });

  it("leave their value in place", () => {
    const page = render(written);
    values.forEach(([, value], k) => {
      const ink = inkOf(fieldPicture(page, k), 200);
      expect(ink.count, value).toBeGreaterThan(10);
      expect(ink.centre[1], value).toBeGreaterThan(0.25);
      expect(ink.centre[1], value).toBeLessThan(0.75);
    });
    const right = inkOf(fieldPicture(page, values.length - 1), 200);
    expect(right.centre[0] + right.size[0] / 2).toBeGreaterThan(0.95);
  });

  it("are wrapped, combed, listed and rotated as their entries say", async () => {
    const bytes = formPdf([
      "/FT/Tx/Ff 4096/V(many words that are wrapped into more than one line of a box\\rnew)/DA(/Cour 8 Tf 0 g)",
      "/FT/Tx/Ff 16777216/MaxLen 10/V(AB)",
      "/FT/Ch/Opt[(one)(two)(three)]/V(two)/DA(/Helv 8 Tf 0 g)",
      "/FT/Tx/V(up)/MK<</R 90>>",
    ]);
    const result = await flatten(bytes);
    const lines = text(result.written)
      .split("\n")
      .map((line) => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^many words/),
        expect.stringMatching(/new$/),
        "one",
        "two",
        "three",
      ]),
    );
    expect(lines.join("\n")).toMatch(/A\s+B/);
    const page = render(result.written);
    // Two of ten cells.
    const cells = inkOf(fieldPicture(page, 1), 200);
    expect(cells.centre[0]).toBeCloseTo(0.1, 1);
    // The selected item is on a bar.
    const bar = fieldPicture(page, 2);
    expect(bar.grey[bar.width * 14 + 190]).toBeLessThan(230);
    expect(bar.grey[bar.width * 4 + 190]).toBe(255);
    const turned = inkOf(fieldPicture(page, 3), 200);
    expect(turned.size[1] * 30).toBeGreaterThan(turned.size[0] * 200);
  });

  it("are checked and framed as their entries say", async () => {
    const frame = "/MK<</BC[0]/BG[0.8]/CA(4)>>";
    const { written } = await flatten(
      formPdf([
        `/FT/Btn/V/Yes/AS/Yes${frame}`,
        `/FT/Btn/V/Off/AS/Off${frame}`,
        "/FT/Btn/Ff 32768/V/a/AS/a/MK<</CA(l)>>",
        "/FT/Btn/Ff 65536/MK<</CA(Press)/BC[1 0 0]>>",
        "/FT/Btn/V/Off",
        "/FT/Tx",
      ]),
    );
    const page = render(written);
    const dark = Array.from({ length: 6 }, (_, k) => inkOf(fieldPicture(page, k), 100).count);
    expect(dark[0]).toBeGreaterThan((dark[1] ?? 0) + 50);
    expect(dark[1]).toBeGreaterThan(100);
    expect(dark[2]).toBeGreaterThan(50);
    expect(dark[4]).toBe(0);
    expect(dark[5]).toBe(0);
    expect(text(written)).toContain("Press");
  });

  it("use the field's own font, including composite ones", async () => {
    // An artificial font: codes 0x4101 to 0x411A are the letters a to z; renderers substitute a font of their own.
    const map =
      "1 begincodespacerange <0000><FFFF> endcodespacerange 1 beginbfrange <4101><411A><0061> endbfrange";
    const bytes = formPdf(["/FT/Tx/DA(/Own 12 Tf 0 g)/V(abc)"], {
      form: "/DR<</Font<</Own 20 0 R>>>>",
      more: {
        20: "<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/ToUnicode 21 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 0/CapHeight 1/StemV 1>>>>]>>",
        21: { dict: "", data: map },
      },
    });
    const { written } = await flatten(bytes.map((byte) => byte));
    expect(text(written)).toContain("abc");
    expect(Buffer.from(written).toString("latin1")).toContain("<410141024103> Tj");
  });
});

describe.skipIf(noPoppler)("flatten: existing appearances", () => {
  const look = (data: string, dict = "") => ({
    dict: `/Type/XObject/Subtype/Form/BBox[0 0 100 50]/Resources<</Font<</Helv 5 0 R>>>>${dict}`,
    data,
  });

  it("are drawn in place, whatever their box and matrix", async () => {
    const bytes = formPdf(["/FT/Sig/AP<</N 20 0 R>>", "/FT/Sig/AP<</N 21 0 R>>", "/FT/Sig/AP<</N 22 0 R>>"], {
      page: "/Rotate 90/Contents 23 0 R",
      more: {
        20: look("1 0 0 rg 10 10 30 30 re f"),
        21: look("0 0 1 rg 10 10 30 30 re f", "/Matrix[0 1 -1 0 0 0]"),
        22: { dict: "/BBox[-20 -20 20 20]", data: "0 1 0 rg -20 -20 10 40 re f" },
        23: { dict: "", data: "q 3 0 0 3 50 50 cm" },
      },
    });
    const { written } = await flatten(bytes);
    expect(difference(render(bytes), render(written))).toBeLessThan(0.001);
    expect(inkOf(render(written)).count).toBeGreaterThan(1000);
  });
});

describe.skipIf(noPoppler)("flatten: annotations", () => {
  const annotations = [
    "/Subtype/Square/C[1 0 0]",
    "/Subtype/Highlight/C[1 1 0]/QuadPoints[50 690 250 690 50 660 250 660]",
    "/Subtype/Ink/C[0 0 1]/InkList[[60 630 200 640]]",
    "/Subtype/FreeText/Contents(free text)/DA(/Helv 12 Tf 0 g)",
    "/Subtype/Link/A<</S/URI/URI(https://example.com)>>",
    "/Subtype/Popup",
    "/Subtype/FileAttachment/FS<</F(x.txt)>>",
  ];
  const page = () => {
    const more: Record<number, string> = {};
    annotations.forEach((entries, k) => {
      const bottom = 700 - 40 * k;
      more[100 + k] = `<</Type/Annot/F 4/Rect[50 ${bottom} 250 ${bottom + 30}]${entries}>>`;
    });
    more[120] = "<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/V(field)/F 4/Rect[50 300 250 330]>>";
    const refs = [...annotations.map((_, k) => 100 + k), 120].map((num) => `${num} 0 R`).join(" ");
    return pagesPdf([`/Annots[${refs}]`], {
      root: "/AcroForm<</Fields[120 0 R]/DA(/Helv 12 Tf 0 g)>>",
      more,
    });
  };

  it("are drawn; only links and attachments stay", async () => {
    const { written, warnings } = await flatten(page());
    expect((await fieldsOf(written)).annotations).toEqual(["Link", "FileAttachment"]);
    expect(warnings).toEqual(["1 annotation stays as it is: it holds an attached file or media"]);
    const picture = render(written);
    for (const k of [0, 1, 2, 3])
      expect(inkOf(fieldPicture(picture, k), 250).count, `${k}`).toBeGreaterThan(20);
    expect(text(written)).toContain("free text");
    expect(text(written)).toContain("field");
  });

  it("stay upright on rotated pages if marked not to rotate", async () => {
    for (const rotation of [90, 180, 270]) {
      const bytes = pagesPdf([`/Rotate ${rotation}/Annots[10 0 R]`], {
        more: {
          10: "<</Type/Annot/Subtype/Stamp/F 20/Rect[200 300 300 350]/AP<</N 11 0 R>>>>",
          11: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 100 50]", data: "0 0 100 10 re 0 0 10 50 re f" },
        },
      });
      const { written } = await flatten(bytes);
      expect(difference(render(bytes), render(written)), `${rotation}`).toBeLessThan(0.002);
    }
  });
});

describe("flatten: objects that aren't annotations", () => {
  it("keeps them if a damaged list names them", async () => {
    const page = pagesPdf(["/Annots[1 0 R 2 0 R 9 0 R 10 0 R]", ""], {
      more: {
        9: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: "0 0 9 9 re f" },
        10: "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>",
      },
    });
    const { cos, pages, written } = await flatten(page);
    expect(pages.count).toBe(2);
    // The catalog and the page tree; the stream is dropped like a missing object.
    expect(cos.resolve(pages.dict(1).get("Annots") ?? null)).toHaveLength(2);
    expect(Buffer.from(written).toString("latin1")).not.toContain("Square");
  });

  it("leaves a document without annotations unchanged", async () => {
    const plain = pagesPdf(["", ""]);
    expect(Buffer.compare((await flatten(plain)).written, plain)).toBe(0);
  });
});

it("flattens a page of thousands of annotations in linear time", async () => {
  const drawn = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: "0 0 9 9 re f" };
  const more: Record<number, BuiltPdf["objects"][number]> = {};
  const refs: string[] = [];
  for (let k = 0; k < 4500; k++) {
    // Half the annotations have their own appearances; the others need two sheets.
    const look = k % 2 === 0 ? `/AP<</N ${10_000 + k} 0 R>>` : "";
    more[100 + k] = `<</Type/Annot/Subtype/Square/C[1 0 0]/Rect[${k % 500} 9 ${(k % 500) + 9} 18]${look}>>`;
    if (look !== "") more[10_000 + k] = drawn;
    refs.push(`${100 + k} 0 R`);
  }
  const started = processorTime();
  const { written, cos } = await flatten(pagesPdf([`/Annots[${refs.join(" ")}]`], { more }));
  expect(processorTime() - started).toBeLessThan(30_000);
  expect(written.length).toBeGreaterThan(100_000);
  const page = cos.resolve(ref(3));
  const resources = page instanceof Map ? cos.resolve(page.get("Resources")) : null;
  const forms = resources instanceof Map ? cos.resolve(resources.get("XObject")) : null;
  expect(forms instanceof Map ? forms.size : 0).toBe(4500);
});
