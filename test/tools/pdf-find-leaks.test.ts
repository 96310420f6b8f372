/** pdf_find_leaks: each kind of leak, and content that isn't one. */
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { type HidingPlaceName, hidingPlaces } from "../../src/redact/hiding-places.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

const readers = createReaders();

interface Extra {
  readonly page?: string;
  readonly root?: string;
  readonly trailer?: string;
  readonly more?: BuiltPdf["objects"];
  readonly content?: string;
}

/** A page of 200 × 100 points; `content` may use the font F1 at 12 points. */
function leaky(content: string, { page = "", root, trailer, more }: Extra = {}): Uint8Array {
  const hasImage = content.includes("/I Do");
  const isNamed = hasImage || `${page}${root ?? ""}`.includes("7 0 R");
  const states = "/M<</BM/Multiply>>/A<</ca 0.5>>/N<</ca 0>>";
  const shade = "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]/Function 17 0 R>>";
  const resources = `/Resources<</Font<</F1 8 0 R/Z 16 0 R>>/Properties<</L 9 0 R>>/XObject<<${hasImage ? "/I 7 0 R" : ""}/Form 18 0 R>>/ExtGState<<${states}>>/Shading<</S ${shade}>>/Pattern<</P 14 0 R/W 15 0 R>>>>`;
  const tile = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 200 100]/XStep 200/YStep 100/Resources<<>>";
  return pagesPdf([`/MediaBox[-50 0 200 100]/CropBox[0 0 200 100]/Contents 10 0 R${resources}${page}`], {
    root: `/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>${root ?? ""}`,
    ...(trailer !== undefined && { trailer }),
    more: {
      ...(isNamed && {
        7: { dict: "/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", data: "\x80" },
      }),
      8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      9: "<</Type/OCG/Name(Draft)>>",
      10: { dict: "", data: content },
      14: { dict: tile, data: "0.3 g 0 0 200 100 re f" },
      15: { dict: tile, data: "1 g 0 0 200 100 re f" },
      16: "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>",
      17: "<</FunctionType 2/Domain[0 1]/N 1/C0[0.3]/C1[0.3]>>",
      18: { dict: "/Subtype/Form/BBox[0 0 1 1]", data: "" },
      ...more,
    },
  });
}

interface Found {
  readonly kind: string;
  readonly page?: number;
  readonly bbox?: number[];
  readonly text?: string;
  readonly count: number;
}

async function leaksOf(bytes: Uint8Array): Promise<{ leaks: Found[]; clean: boolean }> {
  const { result } = await runTool("pdf_find_leaks", { input: "a.pdf" }, { "a.pdf": bytes }, readers);
  return Object(result);
}

const text = (at: string, shown: string) => `BT /F1 12 Tf ${at} Td (${shown}) Tj ET `;

describe("hidden text", () => {
  it.each([
    ["covered_text", `${text("20 20", "secret")} 0 g 10 10 100 30 re f`],
    ["covered_text", `${text("20 20", "secret")} q 100 0 0 30 10 10 cm /I Do Q`],
    ["background_text", `1 g ${text("20 20", "secret")}`],
    ["background_text", `0 g 10 10 100 30 re f ${text("20 20", "secret")}`],
    ["tiny_text", "BT /F1 0.5 Tf 20 20 Td (secret) Tj ET"],
    ["invisible_text", `3 Tr ${text("20 20", "secret")}`],
    ["off_page", text("-45 20", "secret")],
    ["hidden_layer", `/OC /L BDC ${text("20 20", "secret")} EMC`],
  ])("finds %s", async (kind, content) => {
    const { leaks, clean } = await leaksOf(leaky(`${text("20 70", "seen")} ${content}`));
    expect(leaks).toMatchObject([{ kind, page: 1, text: "secret", count: 1 }]);
    expect(clean).toBe(false);
  });

  it("reports its place", async () => {
    const { leaks } = await leaksOf(leaky(`${text("20 20", "secret")} 0 g 10 10 100 30 re f`));
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = leaks[0]?.bbox ?? [];
    expect(x0).toBeCloseTo(20, 0);
    expect(y0).toBeLessThan(75);
    expect(x1).toBeGreaterThan(40);
    expect(y1).toBeGreaterThan(80);
  });

  const under = (cover: string) => `${text("20 70", "seen")} ${text("20 20", "secret")} ${cover}`;
  const form = (content: string) => ({ dict: "/Subtype/Form/BBox[0 0 200 100]", data: content });
  const annotation = (entries: string, data = "0 g 0 0 100 30 re f", dict = "/Resources<<>>") => ({
    page: "/Annots[20 0 R]",
    more: {
      20: `<<${entries}/Rect[10 10 110 40]>>`,
      21: { dict: `/Subtype/Form/BBox[0 0 100 30]${dict}`, data },
      22: "<</BM/Multiply>>",
    },
  });

  it.each<[string, string, Extra]>([
    ["a thick line", "30 w 10 25 m 110 25 l S", {}],
    [
      "many thin lines",
      Array.from({ length: 16 }, (_, y) => `10 ${14 + y} m 110 ${14 + y} l S`).join(" "),
      {},
    ],
    ["an inline image", "q 100 0 0 30 10 10 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI Q", {}],
    ["a turned image", "q 0 30 -100 0 110 10 cm /I Do Q", {}],
    ["curves", "0 g 0 25 m 20 60 100 60 120 25 c 100 -10 20 -10 0 25 c f", {}],
    ["a shading", "q 10 10 100 30 re W n /S sh Q", {}],
    ["a tiling pattern", "/Pattern cs /P scn 10 10 100 30 re f", {}],
    ["a form", "/Form Do", { more: { 18: form("0.2 g 10 10 100 30 re f") } }],
    ["a blend mode", "/M gs 0 g 10 10 100 30 re f", {}],
    ["letters that are blocks", "BT /Z 90 Tf 5 -10 Td (n) Tj ET", {}],
    ["a square without an appearance", "", annotation("/Subtype/Square/IC[0 0 0]/C[0 0 0]")],
    ["a marker", "", annotation("/Subtype/Highlight/AP<</N 21 0 R>>/QuadPoints[10 40 110 40 10 10 110 10]")],
    [
      "a stamp with a label",
      "",
      annotation(
        "/Subtype/Stamp/AP<</N 21 0 R>>",
        `0 g 0 0 100 30 re f 1 g ${text("12 12", "OMITTED")}`,
        "/Resources<</Font<</F1 8 0 R>>>>",
      ),
    ],
  ])("finds text under %s", async (_, cover, extra) => {
    const { leaks, clean } = await leaksOf(leaky(under(cover), extra));
    expect(leaks.filter(({ kind }) => kind !== "comment")).toMatchObject([
      { kind: "covered_text", text: "secret" },
    ]);
    expect(clean).toBe(false);
  });

  it.each<[string, string]>([
    ["on an image of its color", `q 100 0 0 30 10 10 cm /I Do Q 0.5 g ${text("20 20", "secret")}`],
    ["on a shading of its color", `q 10 10 100 30 re W n /S sh Q 0.3 g ${text("20 20", "secret")}`],
    ["in a pattern of the color of paper", `/Pattern cs /W scn ${text("20 20", "secret")}`],
  ])("finds text %s", async (_, content) => {
    expect((await leaksOf(leaky(`${text("20 70", "seen")} ${content}`))).leaks).toMatchObject([
      { kind: "background_text", text: "secret" },
    ]);
  });

  it.each<[string, string]>([
    ["under a line through it", "1 w 10 24 m 110 24 l S"],
    ["under a transparent box", "/A gs 1 0 0 rg 10 10 100 30 re f"],
    ["in a frame of curves", "0 25 m 20 90 100 90 120 25 c 100 -40 20 -40 0 25 c S"],
    ["on an image of another color", `q 100 0 0 30 110 10 cm /I Do Q ${text("120 20", "more")}`],
  ])("finds no leak in text %s", async (_, content) => {
    expect(await leaksOf(leaky(under(content)))).toEqual({ leaks: [], clean: true });
  });

  const scan = (data: string, layer: string, over = "") =>
    leaky(`q 200 0 0 100 0 0 cm /I Do Q ${over} 3 Tr ${text("20 20", layer)}`, {
      more: {
        7: { dict: "/Subtype/Image/Width 200/Height 100/ColorSpace/DeviceGray/BitsPerComponent 8", data },
      },
    });
  /** A white picture with strokes where the text layer has its words. */
  const strokes = Array.from({ length: 100 * 200 }, (_, at) => {
    const [x, y] = [at % 200, Math.floor(at / 200)];
    return x >= 20 && x < 60 && y > 72 && y < 79 && x % 3 !== 0 && (x + y) % 4 > 0 ? "\0" : "\xff";
  }).join("");

  /** A scan of two lines, and a layer that may say something else. */
  const scanned = async (layer: string) => {
    const { cos } = openStrictly(
      sourceOf(leaky(`${text("20 70", "the reading")} ${text("20 20", "the room")}`)),
    );
    using pages = await readers.openPages(cos.source);
    const picture = pages.drawGray(1, { width: 600, height: 300 });
    const gray = "/Subtype/Image/Width 600/Height 300/ColorSpace/DeviceGray/BitsPerComponent 8";
    const more = { 7: { dict: gray, data: Buffer.from(picture?.pixels ?? []) } };
    return leaky(`q 200 0 0 100 0 0 cm /I Do Q 3 Tr ${layer}`, { more });
  };
  const first = text("20 70", "the reading");

  it("reports the text of a recognized scan as a text layer, not a leak", async () => {
    expect(await leaksOf(await scanned(`${first} ${text("20 20", "the r0om")}`))).toEqual({
      leaks: [{ kind: "text_layer", page: 1, count: 17 }],
      clean: true,
    });
  });

  it("reports the words of a text layer that the picture doesn't show", async () => {
    expect(await leaksOf(await scanned(`${first} ${text("20 20", "the sums")}`))).toMatchObject({
      leaks: [
        { kind: "invisible_text", page: 1, text: "sums" },
        { kind: "text_layer", page: 1, count: 13 },
      ],
      clean: false,
    });
  });

  it("doesn't call a text layer clean if nothing can be read where it is", async () => {
    expect(await leaksOf(scan(strokes, "reading"))).toMatchObject({
      leaks: [{ kind: "text_layer", page: 1, count: 7 }],
      clean: false,
    });
  });

  it.each([
    ["where the picture has no words", "\xff".repeat(200 * 100), ""],
    ["where the picture is blackened", strokes, "0 g 10 10 100 30 re f"],
  ])("reports a text layer %s", async (_, data, over) => {
    const { leaks, clean } = await leaksOf(scan(data, "reading", over));
    expect(leaks).toMatchObject([{ kind: "invisible_text", text: "reading" }]);
    expect(clean).toBe(false);
  });

  it("doesn't report text painted again without color", async () => {
    const twice = `${text("20 20", "shown")} /N gs ${text("20 20", "shown")}`;
    expect((await leaksOf(leaky(twice))).leaks).toEqual([]);
  });

  it("finds text under an annotation", async () => {
    const square = {
      20: "<</Subtype/Square/Rect[10 10 110 40]/AP<</N 21 0 R>>>>",
      21: { dict: "/Subtype/Form/BBox[0 0 100 30]", data: "0 g 0 0 100 30 re f" },
    };
    const file = leaky(text("20 20", "secret"), { page: "/Annots[20 0 R]", more: square });
    expect((await leaksOf(file)).leaks).toMatchObject([{ kind: "covered_text", text: "secret" }]);
  });

  it("ignores punctuation and spaces", async () => {
    const { leaks } = await leaksOf(leaky(`${text("20 20", " , - ")} 0 g 10 10 100 30 re f`));
    expect(leaks).toEqual([]);
  });
});

it("finds text that an expression of layers hides", async () => {
  const { leaks } = await leaksOf(
    leaky(`${text("20 70", "seen")} /OC /L BDC ${text("20 20", "secret")} EMC`, {
      more: { 9: "<</Type/OCMD/VE[/And[/Or 30 0 R][/Not 30 0 R]]>>", 30: "<</Type/OCG/Name(a)>>" },
    }),
  );
  expect(leaks).toMatchObject([{ kind: "hidden_layer", text: "secret" }]);
});

describe("annotations and fields", () => {
  const annotated = (annotation: string, more: BuiltPdf["objects"] = {}, root = "") =>
    leaky(text("20 70", "seen"), { page: "/Annots[20 0 R]", root, more: { 20: annotation, ...more } });

  it.each([
    ["comment", "<</Subtype/Text/Rect[10 10 20 20]/Contents(secret)>>"],
    ["hidden_annotation", "<</Subtype/FreeText/F 2/Rect[10 10 20 20]/Contents(secret)>>"],
    ["hidden_annotation", "<</Subtype/Stamp/Rect[300 10 320 20]/Contents(secret)>>"],
    ["attachment", "<</Subtype/FileAttachment/Rect[10 10 20 20]/FS<</Type/Filespec/F(secret)>>>>"],
    ["hidden_field", "<</Subtype/Widget/F 2/FT/Tx/T(f)/V(secret)/Rect[10 10 20 20]>>"],
  ])("finds %s", async (kind, annotation) => {
    const { leaks, clean } = await leaksOf(annotated(annotation));
    expect(leaks).toMatchObject([{ kind, page: 1, text: "secret", bbox: expect.any(Array) }]);
    expect(clean).toBe(false);
  });

  it("finds annotations without an area", async () => {
    const flat = "<</Subtype/FreeText/Rect[10 10 10 20]/AP<</N 7 0 R>>/Contents(secret)>>";
    const { leaks } = await leaksOf(annotated(flat));
    expect(leaks).toMatchObject([{ kind: "hidden_annotation", text: "secret" }]);
  });

  it("finds a value that its field doesn't look like", async () => {
    const look = { dict: "/Subtype/Form/BBox[0 0 80 20]", data: text("0 0", "other") };
    const widget = "<</Subtype/Widget/FT/Tx/T(f)/V(secret)/Rect[10 10 90 30]/AP<</N 21 0 R>>>>";
    const { leaks } = await leaksOf(annotated(widget, { 21: look }));
    expect(leaks).toMatchObject([{ kind: "hidden_field", page: 1, text: "secret" }]);
  });

  it("finds field values that no page shows, and only those", async () => {
    const widget = "<</Subtype/Widget/FT/Tx/T(f)/V(shown)/Rect[10 10 90 30]>>";
    const form = "/AcroForm<</Fields[20 0 R 21 0 R]>>";
    const { leaks } = await leaksOf(annotated(widget, { 21: "<</FT/Tx/T(g)/V(secret)>>" }, form));
    expect(leaks).toEqual([{ kind: "hidden_field", text: "g: secret", count: 1 }]);
  });
});

describe("the document", () => {
  it.each<[string, Extra, object]>([
    [
      "attachment",
      {
        root: "/Names<</EmbeddedFiles<</Names[(k)<</Type/Filespec/F(plan.txt)/EF<</F 30 0 R>>>>]>>>>",
        more: { 30: { dict: "/Type/EmbeddedFile", data: "x" } },
      },
      { text: "plan.txt" },
    ],
    ["javascript", { root: "/OpenAction<</S/JavaScript/JS(secret)>>" }, { count: 1 }],
    [
      "local_link",
      { root: "/OpenAction<</S/Launch/F(C:/home/ann/plan.doc)>>" },
      { text: "C:/home/ann/plan.doc" },
    ],
    ["local_link", { root: "/OpenAction<</S/URI/URI(file:///home/ann)>>" }, { text: "file:///home/ann" }],
    ["thumbnail", { page: "/Thumb 7 0 R" }, { page: 1 }],
    ["private_data", { page: "/PieceInfo<</X<<>>>>" }, { count: 1 }],
    ["metadata", { trailer: "/Info<</Author(Ann)>>" }, { text: "author: Ann" }],
    ["metadata", { trailer: "/Info<</Case(4711)>>" }, { text: "Case: 4711" }],
    [
      "metadata",
      {
        root: "/Metadata 30 0 R",
        more: { 30: { dict: "", data: '<rdf:Description photoshop:City="Bern"/>' } },
      },
      { text: "XMP photoshop:City" },
    ],
  ])("finds %s", async (kind, extra, expected) => {
    const { leaks, clean } = await leaksOf(leaky(text("20 70", "seen"), extra));
    expect(leaks).toMatchObject([{ kind, ...expected }]);
    expect(clean).toBe(false);
  });

  it("reports the producer without counting it as a leak", async () => {
    const file = leaky(text("20 70", "seen"), { trailer: "/Info<</Producer(Quill 2)/ModDate(D:2026)>>" });
    expect(await leaksOf(file)).toEqual({
      leaks: [
        { kind: "producer", text: "producer: Quill 2", count: 1 },
        { kind: "producer", text: "ModDate: D:2026", count: 1 },
      ],
      clean: true,
    });
  });

  const secretForm = { dict: "/Subtype/Form/BBox[0 0 100 30]", data: text("0 0", "secret") };
  const secretPage = {
    20: "<</Type/Page/MediaBox[0 0 200 100]/Contents 21 0 R>>",
    21: { dict: "", data: text("20 20", "secret") },
  };
  const stamp = (looks: string) => ({
    page: "/Annots[20 0 R]",
    more: {
      20: `<</Subtype/Stamp/Rect[10 10 90 30]/AS/A/AP<<${looks}>>>>`,
      21: { dict: "/Subtype/Form/BBox[0 0 100 30]", data: "" },
      22: secretForm,
    },
  });
  const fontWith = (key: string, data: string): Extra => ({
    more: {
      16: `<</Type/Font/Subtype/TrueType/BaseFont/Sans/FontDescriptor<</FontName/Sans/${key} 30 0 R>>>>`,
      30: { dict: "", data },
    },
  });
  const bytes = (size: 2 | 4, ...values: number[]) =>
    values.map((value) => value.toString(16).padStart(2 * size, "0")).join("");
  const raw = (hex: string) => Buffer.from(hex, "hex").toString("latin1");
  /** A font with one table. */
  const openType = (tag: string, table: string) =>
    `${raw(bytes(4, 0x10000) + bytes(2, 1, 16, 0, 0))}${tag}${raw(bytes(4, 0, 28, table.length))}${table}`;
  /** A table of names with a full name. */
  const nameTable = (name: string) => `${raw(bytes(2, 0, 1, 18, 1, 0, 0, 4, name.length, 0))}${name}`;
  const map = { dict: "", data: "begincmap 1 beginbfchar <01> <005300650063007200650074> endbfchar endcmap" };
  /** A profile with one tag. */
  const profileWith = (tag: string, after: string): Extra => ({
    more: {
      30: {
        dict: "/N 1",
        data: `${"\0".repeat(36)}acsp${"\0".repeat(88)}${raw(bytes(4, 1))}cprt${raw(bytes(4, 144, tag.length))}${tag}${after}`,
      },
    },
  });
  const image = (entries: string, data: string): Extra => ({
    content: "q 9 0 0 9 90 10 cm /I Do Q",
    more: {
      7: { dict: `/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8${entries}`, data },
    },
  });
  const planted: Readonly<Record<HidingPlaceName, readonly Extra[]>> = {
    lost_page: [
      { more: secretPage },
      { root: "/Names<</Templates<</Names[(t)20 0 R]>>>>", more: secretPage },
      {
        root: "/Outlines<</First 30 0 R>>",
        more: { ...secretPage, 30: "<</Title(seen)/Dest[20 0 R/Fit]>>" },
      },
    ],
    other_appearance: [
      stamp("/N 21 0 R/D 22 0 R"),
      stamp("/N<</A 21 0 R/B 22 0 R>>"),
      stamp("/N 21 0 R/R 22 0 R"),
    ],
    unused_resource: [
      { more: { 15: { dict: "/PatternType 1/BBox[0 0 9 9]", data: text("0 0", "secret") } } },
      { more: { 18: secretForm } },
    ],
    other_content: [
      { root: "/AcroForm<</Fields[]/X 7 0 R>>", more: { 10: { dict: "", data: text("20 70", "seen") } } },
    ],
    unknown_object: [
      { more: { 30: { dict: "", data: "a secret note" } } },
      { root: "/Note 30 0 R", more: { 30: { dict: "/N 3", data: "a secret note" } } },
      { more: { 30: "<</X(secret)>>" } },
      { more: { 30: { dict: "/Filter/FlateDecode", data: "secret" } } },
      { page: "/Private 30 0 R", more: { 30: secretForm } },
    ],
    unknown_entry: [
      { root: "/Note(secret)" },
      { page: "/Xy[<</Z<736563726574>>>]" },
      { trailer: "/Zz(secret)" },
      { root: "/Secret true" },
      { root: "/PageMode/Secret" },
      { root: "/Lang(x-secret)" },
      { root: "/AcroForm<</Fields[]/DA(/F1 9 Tf % secret\n)>>" },
      { page: "/LastModified(secretly)" },
      {
        more: { 8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FontDescriptor<</CharSet(/a/Secret)>>>>" },
      },
    ],
    loose_text: [
      { trailer: ">>\n% a secret note\n<<" },
      { more: { 9: "<</Type/OCG/Name(Draft)>> % a secret note\n" } },
      { more: { 9: "<</Type/OCG/Name(Draft)>>\nendobj\na secret note\n99 0 obj null" } },
      { more: { 17: { dict: "/FunctionType 4/Domain[0 1]/Range[0 1]", data: "{% a secret note\n}" } } },
    ],
    content_aside: [
      { content: "% a secret note\n" },
      { content: "(a secret note) pop" },
      { content: "/P<</Secret 1>>BDC EMC" },
      { more: { 18: { dict: "/Subtype/Form/BBox[0 0 1 1]", data: "% a secret note\n" } } },
    ],
    font_text: [
      fontWith("FontFile2", openType("name", nameTable("The secret"))),
      fontWith("FontFile2", openType("SECR", "\0\x01secretly\0")),
      fontWith("FontFile", "%!PS-AdobeFont-1.0\n% a secret note\n/FontName /Sans def\neexec"),
      { more: { 16: "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats/ToUnicode 30 0 R>>", 30: map } },
    ],
    profile_text: [
      profileWith("text\0\0\0\0a secret note\0", ""),
      profileWith("XYZ \0\0\0\0", "\0secretly\0"),
    ],
    image_remark: [
      image("/Filter/DCTDecode", "\xff\xd8\xff\xfe\0\x0fsecret remark\xff\xd9"),
      image("/Filter/DCTDecode", "\xff\xd8\xff\xd9\0secret remark\0"),
      image("/Filter/JPXDecode", "\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x15xml secret remark"),
      image("", "\x80\0secret remark\0"),
    ],
    object_metadata: [
      {
        root: "/Metadata 30 0 R",
        more: { 30: { dict: "/Type/Metadata", data: "<a><!--a secret note--></a>" } },
      },
      { root: "/Metadata 30 0 R", more: { 30: { dict: "/Type/Metadata", data: "<a><?note secret?></a>" } } },
    ],
    xfa: [
      {
        root: "/AcroForm<</Fields[]/XFA 30 0 R>>",
        more: { 30: { dict: "", data: "<xfa:datasets><xfa:data><a>secret</a></xfa:data></xfa:datasets>" } },
      },
    ],
    alternative_text: [
      {
        root: "/StructTreeRoot 30 0 R",
        more: { 30: "<</K 31 0 R>>", 31: "<</S/Figure/P 30 0 R/Alt(secret)>>" },
      },
      { content: `/Span<</ActualText(secret)>>BDC ${text("20 20", "xyz")} EMC` },
    ],
    embedded_file: [
      {
        root: "/OpenAction<</S/Rendition/F<</F(secret)/EF<</F 30 0 R>>>>>>",
        more: { 30: { dict: "/Type/EmbeddedFile", data: "x" } },
      },
    ],
  };
  const rows = Object.entries(planted).flatMap(([name, extras]) =>
    extras.map((extra, at) => ({ name, at, extra })),
  );

  it.each(rows)(
    "finds what no page shows: $name $at",
    async ({ name, extra: { content = "", ...extra } }) => {
      const { leaks, clean } = await leaksOf(leaky(`${text("20 70", "seen")} ${content}`, extra));
      const kind = Object.entries(hidingPlaces).find(([own]) => own === name)?.[1].kind;
      expect(leaks.map((leak) => leak.kind)).toContain(kind);
      expect(clean).toBe(false);
    },
  );

  it("finds a marked but not removed text, with the words that are marked", async () => {
    const { leaks, clean } = await leaksOf(
      leaky(`${text("20 70", "seen")} ${text("20 20", "secret")}`, {
        page: "/Annots[<</Subtype/Redact/Rect[10 10 110 40]/IC[0 0 0]/F 4>>]",
      }),
    );
    expect(leaks).toMatchObject([{ kind: "pending_redaction", page: 1, text: "secret" }]);
    expect(clean).toBe(false);
  });

  it.each<[string, string, Extra]>([
    [
      "alternative text that the page shows",
      `/Span<</ActualText(seen)>>BDC ${text("20 20", "seen")} EMC`,
      {},
    ],
    [
      "a resource that another form uses",
      "/Form Do",
      {
        more: {
          18: {
            dict: "/Subtype/Form/BBox[0 0 200 100]/Resources<</XObject<</Own 30 0 R>>>>",
            data: "/Own Do",
          },
          30: { ...secretForm, data: text("0 0", "seen") },
        },
      },
    ],
    ["a comment of a producer", "% Page 1\n", {}],
    [
      "the notice of a font",
      "",
      fontWith(
        "FontFile",
        "%!PS-AdobeFont-1.0\n/Notice (Copyright Any Foundry) def /FullName (Sans) def eexec",
      ),
    ],
    ["the description of a profile", "", profileWith("text\0\0\0\0Generic Gray Profile\0", "")],
    ["a former state of shown content", "", { more: { 30: { dict: "", data: text("20 70", "seen") } } }],
  ])("finds no leak in %s", async (_, content, extra) => {
    expect(await leaksOf(leaky(`${text("20 70", "seen")} ${content}`, extra))).toEqual({
      leaks: [],
      clean: true,
    });
  });

  it("lists the words that only an older revision shows", async () => {
    const older = Buffer.from(leaky(text("20 70", "the secret word")));
    const data = text("20 70", "the public word");
    const at = older.length + 1;
    const object = `\n10 0 obj\n<</Length ${data.length}>>stream\n${data}\nendstream\nendobj\n`;
    const start = older.lastIndexOf("startxref\n") + 10;
    const prev = Number.parseInt(older.toString("latin1", start), 10);
    const table = `xref\n10 1\n${String(at).padStart(10, "0")} 00000 n \ntrailer\n<</Size 12/Root 1 0 R/Prev ${prev}>>\n`;
    const file = `${older.toString("latin1")}${object}${table}startxref\n${older.length + object.length}\n%%EOF\n`;
    const { leaks, clean } = await leaksOf(Buffer.from(file, "latin1"));
    expect(leaks).toEqual([{ kind: "revision", page: 1, text: "secret", count: 1 }]);
    expect(clean).toBe(false);
  });

  it("finds no leak in a clean document", async () => {
    expect(await leaksOf(leaky(text("20 70", "seen")))).toEqual({ leaks: [], clean: true });
  });

  it("finds no leak in unused fonts of forms, which programs leave behind", async () => {
    const more = {
      30: "<</Type/Font/Subtype/Type1/Name/Helv/BaseFont/Helvetica>>",
      31: "<</Helv 30 0 R/ZaDb 30 0 R/TouchUp_TextEdit 30 0 R>>",
    };
    expect(await leaksOf(leaky(text("20 70", "seen"), { more }))).toEqual({ leaks: [], clean: true });
  });
});
