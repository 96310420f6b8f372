/** pdf_find_leaks: each kind of leak, and content that isn't one. */
import { describe, expect, it } from "vitest";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

interface Extra {
  readonly page?: string;
  readonly root?: string;
  readonly trailer?: string;
  readonly more?: BuiltPdf["objects"];
}

/** A page of 200 × 100 points; `content` may use the font F1 at 12 points. */
function leaky(content: string, { page = "", root, trailer, more }: Extra = {}): Uint8Array {
  const resources = "/Resources<</Font<</F1 8 0 R>>/Properties<</L 9 0 R>>/XObject<</I 7 0 R>>>>";
  return pagesPdf([`/MediaBox[-50 0 200 100]/CropBox[0 0 200 100]/Contents 10 0 R${resources}${page}`], {
    root: `/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>${root ?? ""}`,
    ...(trailer !== undefined && { trailer }),
    more: {
      7: { dict: "/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", data: "\x80" },
      8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      9: "<</Type/OCG/Name(Draft)>>",
      10: { dict: "", data: content },
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
  const { result } = await runTool("pdf_find_leaks", { input: "a.pdf" }, { "a.pdf": bytes });
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

  it("reports the text of a recognized scan as a text layer, not a leak", async () => {
    const scan = leaky(`q 200 0 0 100 0 0 cm /I Do Q 3 Tr ${text("20 20", "read")}`);
    expect(await leaksOf(scan)).toEqual({ leaks: [{ kind: "text_layer", page: 1, count: 4 }], clean: true });
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
      { root: "/Names<</EmbeddedFiles<</Names[(k)<</Type/Filespec/F(plan.txt)>>]>>>>" },
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
});
