/** pdf_redact: removed content and its copies, kept content, and calls that write nothing. */
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { isStream, latin1 } from "../../src/cos/syntax/value.ts";
import { serialize } from "../../src/cos/write/serialize.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { problemOf } from "../support/problem-of.ts";
import { runTool } from "../support/run-tool.ts";

const readers = createReaders();

interface Extra {
  readonly page?: string;
  readonly root?: string;
  readonly trailer?: string;
  readonly more?: BuiltPdf["objects"];
  readonly xobjects?: string;
}

/** Pages of 300 × 200 points that share their content and the font F1. */
function sample(
  content: string,
  { page = "", root = "", trailer, more, xobjects = "" }: Extra = {},
  pages = 1,
) {
  const resources = `/Resources<</Font<</F1 90 0 R>>/Properties<</P 93 0 R>>/XObject<<${xobjects}>>>>`;
  const one = `/MediaBox[0 0 300 200]/Contents 91 0 R${resources}${page}`;
  return pagesPdf(
    Array.from({ length: pages }, () => one),
    {
      root,
      ...(trailer !== undefined && { trailer }),
      more: {
        90: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        91: { dict: "", data: content },
        93: "<</MCID 0>>",
        ...more,
      },
    },
  );
}

const line = (y: number, text: string) => `BT /F1 12 Tf 20 ${y} Td (${text}) Tj ET `;

interface Result {
  readonly redacted: { page: number; bbox: number[] }[];
  readonly not_found: string[];
  readonly removed: Record<string, number>;
  readonly verified: string[];
}

async function redact(bytes: Uint8Array, fields: object = { text: ["secret"] }) {
  const run = await runTool(
    "pdf_redact",
    { input: "a.pdf", output: "b.pdf", ...fields },
    { "a.pdf": bytes },
    readers,
  );
  const result: Result = Object(run.result);
  return { result, bytes: run.file("b.pdf"), warnings: run.context.warnings };
}

/** The whole file, with decoded streams. */
function everything(bytes: Uint8Array): string {
  const { cos } = openStrictly(sourceOf(bytes));
  const parts = [Buffer.from(bytes).toString("latin1")];
  for (let num = 1; num < cos.objectCount; num++) {
    const value = cos.object(num);
    parts.push(latin1(serialize(isStream(value) ? value.dict : value)));
    if (isStream(value)) parts.push(latin1(cos.decodePartly(value).bytes));
  }
  return parts.join("\n");
}

/** The samples of the file's only image. */
function imageIn(bytes: Uint8Array): number[] {
  const { cos } = openStrictly(sourceOf(bytes));
  const images = Array.from({ length: cos.objectCount }, (_, num) => cos.object(num)).filter(
    (value) => isStream(value) && value.dict.has("Width"),
  );
  expect(images).toHaveLength(1);
  const [made] = images;
  return isStream(made) ? [...cos.decode(made)] : [];
}

async function textOf(bytes: Uint8Array): Promise<string> {
  using document = await readers.openMupdfText(sourceOf(bytes));
  const { blocks } = await document.page(1);
  return blocks.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n");
}

describe("text", () => {
  it.each([
    ["Tj", line(100, "a secret word")],
    ["TJ", "BT /F1 12 Tf 20 100 Td [(a se) 20 (cr) -30 (et word)] TJ ET"],
    ["'", "BT /F1 12 Tf 14 TL 20 114 Td (a secret word) ' ET"],
    ['"', 'BT /F1 12 Tf 14 TL 20 114 Td 0 0 (a secret word) " ET'],
    ["separate letters", "BT /F1 12 Tf 20 100 Td (a ) Tj (s) Tj (ecre) Tj (t) Tj ( word) Tj ET"],
    ["hidden", `${line(100, "a word")} 3 Tr ${line(60, "secret")}`],
    ["off the page", `${line(100, "a word")} ${line(-50, "secret")}`],
  ])("is removed (%s), and nothing else moves", async (_, content) => {
    const before = sample(`${content} ${line(20, "the end")}`);
    const { result, bytes } = await redact(before);
    expect(result.removed).toEqual({ glyphs: 6 });
    expect(result.verified).toHaveLength(5);
    expect(await textOf(bytes)).not.toContain("secret");
    const places = async (file: Uint8Array) => {
      using document = await readers.openMupdfText(sourceOf(file));
      const { blocks } = await document.page(1);
      return blocks.flatMap(({ lines }) => lines).find(({ text }) => text.includes("the end"))?.box;
    };
    expect(await places(bytes)).toEqual(await places(before));
  });

  it.each([
    ["tiny", "/F1 .01 Tf (zz) Tj /F1 12 Tf"],
    ["white", "1 g (z) Tj 0 g"],
    ["invisible", "3 Tr (z) Tj 0 Tr"],
  ])("is found as people see it, with %s letters between its own", async (_, between) => {
    const apart = `BT /F1 12 Tf 20 100 Td (the sec) Tj ${between} (ret) Tj ET`;
    const { result, bytes } = await redact(sample(apart));
    expect(result.not_found).toEqual([]);
    expect(everything(bytes)).not.toMatch(/\(sec|\(ret/);
    expect(await textOf(bytes)).toMatch(/^the\s*$/);
  });

  it("leaves its neighbors in place", async () => {
    const before = sample(line(100, "one secret two"));
    const { bytes } = await redact(before);
    expect(everything(bytes)).toMatch(/\[\(one \) ?-?\d+(?:\.\d+)? ?\( two\)\] ?TJ/);
  });

  it("is removed from a shared form on the selected page only", async () => {
    const form = { dict: "/Subtype/Form/BBox[0 0 300 200]", data: line(100, "one secret two") };
    const before = sample("/X Do", { xobjects: "/X 92 0 R", more: { 92: form } }, 2);
    const { bytes, result } = await redact(before, { text: ["secret"], pages: "1" });
    expect(result.removed).toEqual({ glyphs: 6 });
    expect(await textOf(bytes)).not.toContain("secret");
    using document = await readers.openMupdfText(sourceOf(bytes));
    expect(JSON.stringify(await document.page(2))).toContain("one secret two");
  });

  it("is replaced by a box with a label", async () => {
    const { result, bytes } = await redact(sample(line(100, "one secret two")), {
      text: ["secret"],
      label: "B4",
    });
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = result.redacted[0]?.bbox ?? [];
    expect([x0, x1].map(Math.round)).toEqual([43, 76]);
    expect(y0).toBeLessThan(100);
    expect(y1).toBeGreaterThan(99);
    expect(await textOf(bytes)).toContain("B4");
  });

  it("is found by patterns and kinds, and items without a match are named", async () => {
    const before = sample(`${line(100, "card 4111 1111 1111 1111")} ${line(60, "case AB-4711")}`);
    const fields = { patterns: ["[A-Z]{2}-\\d{4}"], kinds: ["credit_card", "iban"], text: ["nobody"] };
    const { result, bytes, warnings } = await redact(before, fields);
    expect(result.not_found).toEqual(["nobody", "iban"]);
    expect(warnings).toEqual(['not found: "nobody", "iban"']);
    expect(await textOf(bytes)).toMatch(/^card\s+case\s*$/);
  });
});

describe("areas", () => {
  const area = (bbox: number[]) => ({ areas: [{ page: 1, bbox }] });

  it("remove the glyphs with ink inside, and their words elsewhere", async () => {
    const before = sample(line(100, "one secret two"), {
      trailer: "/Info 80 0 R",
      more: { 80: "<</Subject(about secret)>>" },
    });
    const { result, bytes } = await redact(before, area([44, 85, 75, 105]));
    expect(result.removed).toEqual({ glyphs: 6, metadata_entries: 1 });
    expect(everything(bytes)).not.toContain("secret");
  });

  const samples = Buffer.alloc(100, 0xc7);

  it.each([
    ["plain", "", samples],
    ["deflated", "/Filter/FlateDecode", deflateSync(samples)],
  ])("overwrite samples of images: %s", async (_, filter, data) => {
    const image = {
      dict: `/Subtype/Image/Width 10/Height 10/ColorSpace/DeviceGray/BitsPerComponent 8${filter}`,
      data,
    };
    const before = sample("q 100 0 0 100 100 50 cm /I Do Q", { xobjects: "/I 92 0 R", more: { 92: image } });
    // The area touches three samples across and two down, each 10 points wide.
    const { result, bytes } = await redact(before, area([125, 65, 145, 79]));
    expect(result.removed).toEqual({ images: 1 });
    const decoded = imageIn(bytes);
    const gone = decoded.flatMap((value, at) => (value === 0 ? [at] : []));
    expect(gone).toEqual([12, 13, 14, 22, 23, 24]);
    expect(decoded.filter((value) => value === 0xc7)).toHaveLength(94);
  });

  it("overwrite samples of a mask and of an inline image", async () => {
    const image = "/Subtype/Image/Width 10/Height 10/ColorSpace/DeviceGray/BitsPerComponent 8";
    const more = {
      92: { dict: `${image}/SMask 94 0 R`, data: samples },
      94: { dict: image, data: samples },
    };
    const inline = `q 50 0 0 50 220 50 cm BI /W 10 /H 10 /CS /G /BPC 8 ID ${samples.toString("latin1")} EI Q`;
    const before = sample(`q 100 0 0 100 100 50 cm /I Do Q ${inline}`, { xobjects: "/I 92 0 R", more });
    const { result, bytes } = await redact(before, area([100, 50, 270, 150]));
    expect(result.removed).toEqual({ images: 2 });
    expect(everything(bytes)).not.toContain("\xc7\xc7");
  });

  it("overwrite samples of a JPEG", async () => {
    const data = await readers.encodeJpeg(
      { width: 16, height: 16, components: 3, data: Buffer.alloc(768, 0xc7) },
      90,
    );
    const image = "/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceRGB/BitsPerComponent 8";
    const before = sample("q 160 0 0 160 100 20 cm /I Do Q", {
      xobjects: "/I 92 0 R",
      more: { 92: { dict: `${image}/Filter/DCTDecode`, data } },
    });
    const { result, bytes, warnings } = await redact(before, area([120, 40, 140, 60]));
    expect(result.removed).toEqual({ images: 1 });
    expect(warnings).toEqual([]);
    const samples = imageIn(bytes);
    expect(samples).toHaveLength(768);
    expect(samples.filter((value) => value === 0)).toHaveLength(3 * 4);
    expect(samples.filter((value) => Math.abs(value - 0xc7) < 4)).toHaveLength(768 - 3 * 4);
  });

  it("and any other redaction leave nothing in fax data but its rows", async () => {
    // A white row of eight samples, the end of the block, and more.
    const data = "\x80\x08\x00\x80secret";
    const fax =
      "/Subtype/Image/Width 8/Height 1/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 1>>";
    const extra = { xobjects: "/X 80 0 R", more: { 80: { dict: fax, data } } };
    const { bytes } = await redact(sample(`${line(100, "a secret")} q 8 0 0 1 9 9 cm /X Do Q`, extra));
    expect(everything(bytes)).not.toContain("secret");
    expect(imageIn(bytes)).toEqual([255]);
  });

  it("remove an image completely if its samples can't be decoded, with a warning", async () => {
    const image = "/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceRGB/BitsPerComponent 8";
    const before = sample("q 160 0 0 160 100 20 cm /I Do Q", {
      xobjects: "/I 92 0 R",
      more: { 92: { dict: `${image}/Filter/DCTDecode`, data: "no JPEG" } },
    });
    const { bytes, warnings } = await redact(before, area([120, 40, 140, 60]));
    expect(warnings).toEqual([
      "page 1: an image (DCTDecode) could not be decoded and was removed completely",
    ]);
    expect(everything(bytes)).not.toContain("/Width");
  });

  it("cut paths and shapes", async () => {
    const before = sample("0.4 g 120 80 10 10 re f 1 0 0 RG 130 90 m 135 95 140 85 200 90 c S");
    const { result, bytes } = await redact(before, area([115, 100, 160, 125]));
    expect(result.removed).toEqual({ paths: 2 });
    const written = everything(bytes);
    expect(written).not.toContain("120 80 10 10 re");
    expect(written).not.toContain("135 95");
    expect(written).toMatch(/200 90 c/);
  });

  it.each([
    ["120 80 40 20 re f", "first"],
    ["160 80 m 160 100 l 120 100 l 120 80 l f", "last"],
    ["160 80 m 160 100 l 120 100 l 120 80 l h B", "last, closed"],
  ])("cut shapes straight at the corner where they begin or end: %s", async (shape) => {
    const { bytes } = await redact(sample(`0.4 g ${shape}`), area([110, 112, 130, 125]));
    // The cut runs from where the shape enters the area to where it leaves it, and to no other corner.
    expect(everything(bytes)).toMatch(/\b120 8[7-9]\.?\d* [lm]\b/);
    expect(everything(bytes)).toMatch(/\b1(?:29|30)\.?\d* 80 [lm]\b/);
  });

  const drawn = {
    dict: "/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 90 0 R>>>>",
    data: line(5, "Quenzig"),
  };
  it.each<[string, string, BuiltPdf["objects"]]>([
    ["a stamp", "/Subtype/Stamp/AP<</N 95 0 R>>", { 95: drawn }],
    ["a state of a button", "/Subtype/Widget/FT/Btn/T(b)/AS/On/AP<</N<</On 95 0 R>>>>", { 95: drawn }],
    [
      "a form in the look of a text box",
      "/Subtype/FreeText/Contents(see below)/AP<</N 95 0 R>>",
      {
        95: {
          dict: "/Subtype/Form/BBox[0 0 90 20]/Resources<</XObject<</FRM 96 0 R>>>>",
          data: "q /FRM Do Q",
        },
        96: drawn,
      },
    ],
  ])("remove what only %s showed, wherever else it is", async (_, entries, more) => {
    const bytes = sample(line(150, "Minutes"), {
      page: "/Annots[97 0 R]",
      root: "/AcroForm<</Fields[97 0 R]>>/Outlines<</First 98 0 R/Last 98 0 R/Count 1>>",
      more: {
        ...more,
        97: `<</Type/Annot/Rect[200 20 290 40]${entries}>>`,
        98: "<</Title(Approved by Quenzig)/Parent 99 0 R>>",
      },
      trailer: "/Info<</Title(Minutes)/Author(J. Quenzig)>>",
    });
    const { bytes: made } = await redact(bytes, { areas: [{ page: 1, bbox: [195, 155, 295, 185] }] });
    expect(everything(made)).not.toMatch(/Quenzig/i);
    expect(everything(made)).toContain("Minutes");
  });

  it("remove annotations, and clear form fields wherever they appear", async () => {
    const more = {
      80: "<</Subtype/Text/Rect[20 20 40 40]/Contents(secret note)>>",
      81: "<</Subtype/Widget/Parent 83 0 R/Rect[60 20 160 40]/AP<</N 84 0 R>>>>",
      82: "<</Subtype/Widget/Parent 83 0 R/Rect[60 120 160 140]/AP<</N 84 0 R>>>>",
      83: "<</FT/Tx/T(name)/V(secret)/Kids[81 0 R 82 0 R]>>",
      84: { dict: "/Subtype/Form/BBox[0 0 100 20]", data: "0 g 1 1 5 5 re f" },
    };
    const extra = { page: "/Annots[80 0 R 81 0 R 82 0 R]", root: "/AcroForm<</Fields[83 0 R]>>", more };
    const { result, bytes, warnings } = await redact(
      sample(line(180, "seen"), extra),
      area([10, 150, 170, 190]),
    );
    expect(result.removed).toMatchObject({ annotations: 1, fields: 1 });
    expect(warnings).toEqual([]);
    const written = everything(bytes);
    expect(written).not.toContain("secret");
    expect(written).not.toContain("/AP");
  });
});

describe("captions", () => {
  it("are removed with their button, and don't count as page text", async () => {
    const more = {
      80: "<</Subtype/Widget/FT/Btn/Ff 65536/T(b)/Rect[60 20 160 40]/MK<</CA(secret)>>/AP<</N 84 0 R>>>>",
      84: {
        dict: "/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 90 0 R>>>>",
        data: "BT /F1 9 Tf 2 2 Td (secret) Tj ET",
      },
    };
    const extra = { page: "/Annots[80 0 R]", root: "/AcroForm<</Fields[80 0 R]>>", more };
    const { result, bytes } = await redact(sample(line(180, "seen"), extra));
    expect(result).toMatchObject({ redacted: [{ page: 1, bbox: [60, 160, 160, 180] }], not_found: [] });
    expect(everything(bytes)).not.toContain("secret");
  });

  it("stay if only another field of the group is removed", async () => {
    const look = { dict: "/Subtype/Form/BBox[0 0 100 20]", data: "0 g 1 1 5 5 re f" };
    const more = {
      80: "<</T(group)/Kids[81 0 R 82 0 R]>>",
      81: "<</Subtype/Widget/Parent 80 0 R/FT/Tx/T(a)/V(secret)/Rect[60 20 160 40]/AP<</N 84 0 R>>>>",
      82: "<</Subtype/Widget/Parent 80 0 R/FT/Tx/T(b)/V(other)/Rect[60 60 160 80]/AP<</N 85 0 R>>>>",
      84: look,
      85: { ...look, data: "0 g 2 2 5 5 re f" },
    };
    const extra = { page: "/Annots[81 0 R 82 0 R]", root: "/AcroForm<</Fields[80 0 R]>>", more };
    const { result, bytes } = await redact(sample(line(180, "seen"), extra));
    expect(result.removed).toMatchObject({ fields: 1 });
    const written = everything(bytes);
    expect(written).not.toMatch(/secret|1 1 5 5 re/);
    expect(written).toMatch(/2 2 5 5 re/);
  });

  it("stay if only a tooltip is removed", async () => {
    const more = {
      80: "<</Subtype/Widget/FT/Tx/T(f)/TU(secret)/V(shown)/Rect[60 20 160 40]/AP<</N 84 0 R>>>>",
      84: { dict: "/Subtype/Form/BBox[0 0 100 20]", data: "0 g 1 1 5 5 re f" },
    };
    const extra = { page: "/Annots[80 0 R]", root: "/AcroForm<</Fields[80 0 R]>>", more };
    const { bytes } = await redact(sample(line(180, "seen"), extra));
    expect(everything(bytes)).toMatch(/\/AP/);
    expect(everything(bytes)).not.toContain("secret");
  });
});

describe("copies of the text are removed from", () => {
  it("states of buttons that aren't shown, which have the text in the codes of a font", async () => {
    const codes = [..."secret"].map((_, at) => `0${at + 1}`);
    const map = codes.map((code, at) => `<${code}> <00${"secret".charCodeAt(at).toString(16)}>`).join(" ");
    const look = (data: string) => ({
      dict: "/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F 94 0 R>>>>",
      data,
    });
    const more = {
      80: "<</Subtype/Widget/FT/Btn/T(f)/AS/Yes/Rect[9 9 99 29]/AP<</N<</Yes 81 0 R/Off 82 0 R>>>>>>",
      81: look("0 g 1 1 5 5 re f"),
      82: look(`BT /F 9 Tf 2 2 Td <${codes.join("")}> Tj ET`),
      94: "<</Type/Font/Subtype/Type1/BaseFont/Courier/ToUnicode 95 0 R>>",
      95: { dict: "", data: `begincmap 6 beginbfchar ${map} endbfchar endcmap` },
    };
    const { bytes, result } = await redact(sample(line(100, "a secret"), { page: "/Annots[80 0 R]", more }));
    expect(result.removed).toMatchObject({ field_states: 1 });
    expect(everything(bytes)).toContain("1 1 5 5 re");
    expect(everything(bytes)).not.toContain("Courier");
  });

  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title>about secret</dc:title></x:xmpmeta>';

  it.each<[string, Extra]>([
    ["information", { trailer: "/Info 80 0 R", more: { 80: "<</Title(my secret)/Producer(Quill)>>" } }],
    [
      "UTF-16",
      {
        trailer: "/Info 80 0 R",
        more: { 80: `<</Title<feff${Buffer.from("my secret", "utf16le").swap16().toString("hex")}>>>` },
      },
    ],
    ["XMP", { root: "/Metadata 80 0 R", more: { 80: { dict: "/Type/Metadata/Subtype/XML", data: xmp } } }],
    [
      "bookmarks",
      {
        root: "/Outlines 80 0 R",
        more: {
          80: "<</First 81 0 R/Last 81 0 R>>",
          81: "<</Title(the secret)/Parent 80 0 R/Dest[3 0 R/Fit]>>",
        },
      },
    ],
    [
      "attachments",
      {
        root: "/Names<</EmbeddedFiles<</Names[(secret.txt) 80 0 R]>>>>",
        more: {
          80: "<</F(secret.txt)/EF<</F 81 0 R>>>>",
          81: { dict: "/Type/EmbeddedFile", data: "secret" },
        },
      },
    ],
    [
      "scripts",
      {
        root: "/OpenAction<</S/JavaScript/JS 80 0 R>>",
        more: { 80: { dict: "", data: "app.alert('secret')" } },
      },
    ],
    [
      "thumbnails",
      {
        page: "/Thumb 80 0 R",
        more: { 80: { dict: "/Width 1/Height 6/ColorSpace/DeviceGray/BitsPerComponent 8", data: "secret" } },
      },
    ],
    ["private data", { page: "/PieceInfo<</App<</Private(secret)>>>>" }],
    ["page labels", { root: "/PageLabels<</Nums[0<</P(secret )>>]>>" }],
    [
      "tooltips",
      { page: "/Annots[80 0 R]", more: { 80: "<</Subtype/Widget/FT/Tx/T(f)/TU(secret)/Rect[9 9 19 19]>>" } },
    ],
    [
      "options",
      {
        page: "/Annots[80 0 R]",
        more: { 80: "<</Subtype/Widget/FT/Ch/T(f)/Opt[(a)(secret)]/Rect[9 9 19 19]>>" },
      },
    ],
    ["names", { root: "/Names<</Dests<</Names[(secret)[3 0 R/Fit]]>>>>" }],
  ])("%s", async (_, extra) => {
    const { bytes } = await redact(sample(line(100, "one secret two"), extra));
    expect(everything(bytes)).not.toMatch(/secret|s\0e\0c\0r\0e\0t/);
  });

  it("actual text in content, properties and structure elements", async () => {
    const marked = `/Span<</MCID 0/ActualText(secret)>>BDC ${line(100, "secret")} EMC /Span/P BDC ${line(60, "secret")} EMC`;
    const more = {
      93: "<</ActualText(secret)/MCID 0>>",
      80: "<</Type/StructTreeRoot/K 81 0 R>>",
      81: "<</Type/StructElem/S/P/P 80 0 R/Alt(xyz)/K 82 0 R>>",
      82: "<</Type/StructElem/S/Span/P 81 0 R/Pg 3 0 R/ActualText(uvw)/K 0>>",
    };
    const { bytes } = await redact(sample(marked, { root: "/StructTreeRoot 80 0 R", more }));
    expect(everything(bytes)).not.toMatch(/secret|xyz|uvw/);
  });

  it.each([
    ["comments in content", `% the secret\n${line(100, "one secret two")}`, {}],
    [
      "properties of marked content",
      `/X <</Y (secret)>> DP /X <</Y (secret)>> BDC ${line(100, "a secret")} EMC`,
      {},
    ],
    [
      "XMP letters written as character references",
      line(100, "a secret"),
      {
        root: "/Metadata 80 0 R",
        more: { 80: { dict: "/Type/Metadata/Subtype/XML", data: "<dc:title>&#115;ecret</dc:title>" } },
      },
    ],
    [
      "objects referenced only by resources",
      line(100, "a secret"),
      {
        xobjects: "/U 80 0 R",
        more: { 80: { dict: "/Subtype/Form/BBox[0 0 9 9]", data: line(1, "secret") } },
      },
    ],
  ])("%s", async (_, content, extra) => {
    const { bytes } = await redact(sample(content, extra));
    expect(everything(bytes)).not.toMatch(/(?:s|&#115;)ecret/);
  });

  it("XMP, which is written from the remaining information", async () => {
    const data = `<?xpacket begin=""?><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="a secret"><dc:description>kept</dc:description><dc:creator><rdf:Alt><rdf:li>my se&#99;ret</rdf:li><!-- secret --><![CDATA[secret]]></rdf:Alt></dc:creator></rdf:Description>`;
    const extra = { root: "/Metadata 80 0 R", more: { 80: { dict: "/Type/Metadata/Subtype/XML", data } } };
    const { bytes } = await redact(sample(line(100, "one secret two"), extra));
    const packet = /<rdf:RDF.*?<\/rdf:RDF>/s.exec(everything(bytes))?.[0];
    expect(packet?.replace(/<[^>]*>/g, "").trim()).toBe("kept");
  });

  it.each<[string, Extra]>([
    ["names of destinations", { root: "/Dests<</secret[3 0 R/Fit]>>" }],
    ["streams with an unknown purpose", { root: "/X 80 0 R", more: { 80: { dict: "", data: "a secret" } } }],
    [
      "appearances that aren't shown",
      {
        page: "/Annots[80 0 R]",
        more: {
          80: "<</Subtype/Stamp/Rect[9 9 19 19]/AP<</D 81 0 R>>>>",
          81: { dict: "/Subtype/Form/BBox[0 0 9 9]", data: line(1, "secret") },
        },
      },
    ],
  ])("%s", async (_, extra) => {
    const { bytes } = await redact(sample(line(100, "one secret two"), extra));
    expect(everything(bytes)).not.toContain("secret");
  });

  it("names of attachments that stay, which stay with it", async () => {
    const file = "<</Type/Filespec/F(secret.txt)/EF<</F 95 0 R>>>>";
    const before = sample(line(100, "The secret plan"), {
      root: `/Names<</EmbeddedFiles<</Names[(secret.txt)${file}]>>>>`,
      more: { 95: { dict: "/Type/EmbeddedFile", data: "kept" } },
    });
    const { bytes } = await redact(before, { text: ["secret"], attachments: "keep" });
    expect(everything(bytes)).toContain("kept");
    expect(everything(bytes)).not.toContain("secret");
  });

  it("unknown operators in the look of a button, which readers skip", async () => {
    const before = sample(line(100, "The secret plan"), {
      page: "/Annots[94 0 R]",
      more: {
        94: "<</Subtype/Stamp/Rect[200 20 220 40]/AP<</N 95 0 R>>>>",
        95: { dict: "/Subtype/Form/BBox[0 0 20 20]", data: "0 0 20 20 re (secret) se 1 0 0 rg 0 0 9 9 re f" },
      },
    });
    const { bytes } = await redact(before);
    expect(everything(bytes)).toMatch(/0 0 20 20 re\s1 0 0 rg/);
  });

  it("older revisions and unused objects", async () => {
    const more = { 80: { dict: "", data: "secret that nobody uses" } };
    const { bytes } = await redact(sample(line(100, "one secret two"), { more }));
    expect(everything(bytes)).not.toContain("secret");
    expect(Buffer.from(bytes).toString("latin1").match(/%%EOF/g)).toHaveLength(1);
  });

  it("metadata alone, if no page has the text", async () => {
    const before = sample(line(100, "nothing here"), {
      trailer: "/Info 80 0 R",
      more: { 80: "<</Title(my secret)>>" },
    });
    const { result, bytes } = await redact(before);
    expect(result.not_found).toEqual([]);
    expect(everything(bytes)).not.toContain("secret");
  });
});

describe("fonts of removed letters", () => {
  const map = (size: number, code: string, kept: string) => ({
    dict: "",
    data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <${"00".repeat(size)}> <${"ff".repeat(size)}> endcodespacerange
2 beginbfchar <${code}> <017d> <${kept}> <0065> endbfchar endcmap end end`,
  });
  const content = (text: string) => `BT /F 12 Tf 20 100 Td ${text} Tj ET`;
  const around = (font: BuiltPdf["objects"], text: string) =>
    pagesPdf(["/MediaBox[0 0 300 200]/Contents 91 0 R/Resources<</Font<</F 80 0 R>>>>"], {
      more: { 91: { dict: "", data: content(text) }, ...font },
    });

  it("don't name them, map them or have their widths", async () => {
    const font = {
      80: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 1/LastChar 2/Widths[777 556]/Encoding<</Differences[1/Zcaron/e]>>/ToUnicode 81 0 R>>",
      81: map(1, "01", "02"),
    };
    const after = everything((await redact(around(font, "<010202>"), { text: ["Žee"] })).bytes);
    expect(after).not.toMatch(/Zcaron|017d|777/);
    const kept = everything(
      (await redact(around(font, "<0102> Tj 90 0 Td <02>"), { text: ["Že"], match_case: true })).bytes,
    );
    expect(kept).not.toMatch(/Zcaron|017d|777/);
    expect(kept).toMatch(/<02> ?<0065>/);
    expect(kept).toMatch(/2 ?\/e/);
    expect(kept).toContain("556");
  });

  it("don't have them by numbers of glyphs", async () => {
    const font = {
      80: "<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[82 0 R]/ToUnicode 81 0 R>>",
      81: map(2, "0201", "0102"),
      82: "<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600/W[258[556]513[777]]/FontDescriptor 83 0 R>>",
      83: "<</Type/FontDescriptor/FontName/Arial/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
    };
    const { bytes } = await redact(around(font, "<02010102> Tj 90 0 Td <0102>"), { text: ["Že"] });
    const kept = everything(bytes);
    expect(kept).not.toMatch(/<0201>|017d|\[777\]/);
    expect(kept).toMatch(/<0102> ?<0065>/);
    expect(kept).toMatch(/258 ?\[556\]/);
  });

  it("stay out, with the advance of their lines, if they showed nothing else", async () => {
    const fonts = "/Font<</F 80 0 R/G 81 0 R>>";
    const data =
      "BT /F 12 Tf 20 100 Td (kept) Tj /G 24 Tf (secret) Tj /F 12 Tf (end) Tj 0 -40 Td /G 9 Tf (secret) Tj ET";
    const file = pagesPdf([`/MediaBox[0 0 300 200]/Contents 91 0 R/Resources<<${fonts}>>`], {
      more: {
        80: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        81: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
        91: { dict: "", data },
      },
    });
    const kept = everything((await redact(file)).bytes);
    expect(kept).not.toContain("Courier");
    // Six letters of 0.6 × 24 points, in thousandths of 12 points.
    expect(kept).toMatch(/Tf ?\(kept\) ?Tj ?\/F1 12 ?Tf ?\[-7200 ?\(end\)\] ?TJ 0 ?-40 ?Td ?ET/);
  });

  it("don't draw them in Type 3", async () => {
    const glyph = (width: number) => ({ dict: "", data: `${width} 0 0 0 500 500 d1 0 0 ${width} 500 re f` });
    const font = {
      80: "<</Type/Font/Subtype/Type3/FontBBox[0 0 500 500]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 1/LastChar 2/Widths[777 556]/Encoding<</Differences[1/Zcaron/e]>>/CharProcs<</Zcaron 82 0 R/e 83 0 R>>/Resources<<>>/ToUnicode 81 0 R>>",
      81: map(1, "01", "02"),
      82: glyph(333),
      83: glyph(444),
    };
    const { bytes } = await redact(around(font, "<0102> Tj 90 0 Td <02>"), { text: ["Že"] });
    const kept = everything(bytes);
    expect(kept).not.toMatch(/Zcaron|017d|777|333 0 0 0/);
    expect(kept).toContain("444 0 0 0 500 500 d1");
  });
});

describe("words of the file format", () => {
  it("may be removed", async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li>kept</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const extra = {
      root: "/Metadata 80 0 R",
      more: { 80: { dict: "/Type/Metadata/Subtype/XML", data: xmp } },
    };
    const words = ["description", "title", "page", "font", "width"];
    const { result, bytes } = await redact(sample(line(100, `${words.join(" ")} of it`), extra), {
      text: words,
    });
    expect(result.not_found).toEqual([]);
    expect(await textOf(bytes)).toMatch(/^\s*of it\s*$/);
  });
});

describe("nothing is written", () => {
  const failure = (bytes: Uint8Array, fields: object) => problemOf(redact(bytes, fields));

  it("in a dry run, whose answer is otherwise that of the call, with or without an output", async () => {
    const files = { "a.pdf": sample(line(100, "a secret word")) };
    const fields = { input: "a.pdf", text: ["secret", "none"], areas: [{ page: 1, bbox: [0, 0, 9, 9] }] };
    const real = await runTool("pdf_redact", { ...fields, output: "b.pdf" }, files, readers);
    const { output, pages, bytes, ...told } = Object(real.result);
    for (const more of [{}, { output: "b.pdf" }]) {
      const dry = await runTool("pdf_redact", { ...fields, ...more, dry_run: true }, files, readers);
      expect(dry.result).toEqual(told);
      expect([...dry.context.files.stored.keys(), ...dry.context.files.open]).toEqual(["/files/a.pdf"]);
    }
    expect([output, pages, bytes]).toEqual(["/files/b.pdf", 1, real.file("b.pdf").length]);
  });

  it("if nothing is found", async () => {
    expect(await failure(sample(line(100, "one")), { text: ["secret"] })).toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("None of the given items"),
    });
  });

  it("if a page has no searchable text", async () => {
    const before = sample("0 g 20 20 100 100 re f");
    expect(await failure(before, { text: ["secret"] })).toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("page 1 has no searchable text"),
    });
  });

  it("if a call names nothing to remove, or invalid pages, areas or patterns", async () => {
    const before = sample(line(100, "one"));
    expect(await failure(before, {})).toMatchObject({ code: "validation", errors: [{ field: "areas" }] });
    expect(await failure(before, { areas: [{ page: 2, bbox: [0, 0, 9, 9] }] })).toMatchObject({
      errors: [{ field: "areas[0].page" }],
    });
    expect(await failure(before, { areas: [{ page: 1, bbox: [400, 0, 409, 9] }] })).toMatchObject({
      errors: [{ field: "areas[0].bbox" }],
    });
    expect(await failure(before, { areas: [{ page: 1, bbox: [0, 0, 9, 9] }], pages: "1" })).toMatchObject({
      errors: [{ field: "pages" }],
    });
    expect(await failure(before, { patterns: ["(a"] })).toMatchObject({ errors: [{ field: "patterns[0]" }] });
  });
});
