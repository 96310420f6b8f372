/** The proof of a redacted file fails on one leak of each kind, planted where nothing else is wrong. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { proveBytes } from "../../src/redact/proof/file-bytes.ts";
import { proveImages } from "../../src/redact/proof/images.ts";
import { proveObjects } from "../../src/redact/proof/objects.ts";
import { mayShow, probeOf } from "../../src/redact/proof/probe.ts";
import { WordCheck, wantedText } from "../../src/redact/words/word-check.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";

const readers = createReaders();
const options = { matchCase: false, wholeWords: false, matchAccents: false };
const words = new WordCheck([wantedText("Quenzig", options), wantedText("Anna Berg", options)]);

interface Planted {
  readonly page?: string;
  readonly resources?: string;
  readonly root?: string;
  readonly trailer?: string;
  readonly content?: string;
  readonly more?: BuiltPdf["objects"];
}

function file({ page = "", resources = "", content = "q Q", more, ...rest }: Planted): Uint8Array {
  const own = `/MediaBox[0 0 300 200]/Contents 91 0 R/Resources<</Font<</F1 90 0 R>>${resources}>>${page}`;
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
  return pagesPdf([own], { ...rest, more: { 90: font, 91: { dict: "", data: content }, ...more } });
}

function prove(planted: Planted): void {
  const { cos } = openStrictly(sourceOf(file(planted)));
  proveObjects({ cos, words, shown: words, keepsFiles: false, label: undefined });
}

const form = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]";
const gray = "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray";
const utf16 = (text: string) => `<${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

describe("objects", () => {
  it("without a leak pass", () => {
    expect(() => prove({})).not.toThrow();
  });

  it.each<[string, Planted]>([
    ["a string", { root: "/Lang(Quenzig)" }],
    ["a string in UTF-16 without a mark", { root: `/Lang${utf16("Quenzig")}` }],
    ["a string with NULs", { root: "/Lang(Q\\000u\\000e\\000n\\000z\\000i\\000g)" }],
    ["a string with a language escape", { root: "/Lang(Quen\\033enUS\\033zig)" }],
    ["an address with escapes", { root: "/Lang(file:%51uenzig)" }],
    ["a file's name that joins words", { root: "/Lang(2026_Anna_Berg.mp3)" }],
    ["a script with escapes", { root: "/Lang(a='\\\\u0051uenzig')" }],
    ["XML with references", { root: "/Lang(<a>Anna&#160;Berg</a>)" }],
    ["a name", { root: "/PageMode/Quenzig" }],
    ["a key", { resources: "/Properties<</Quenzig<</MCID 0>>>>" }],
    ["a stream of unknown use", { root: "/Quux 80 0 R", more: { 80: { dict: "", data: "x" } } }],
    ["an object that nothing refers to", { more: { 80: "<<>>" } }],
    ["a comment in content", { content: "q % a\nQ" }],
    ["an unknown operator", { content: "q XX Q" }],
    ["a string that isn't shown", { content: "q (Que) w Q" }],
    ["properties of marked content", { content: "/Span<</ActualText(Quenzig)>>BDC EMC" }],
    ["codes in content", { content: "BT /F1 9 Tf (Quen) Tj [(Quen)-9(zig)] TJ ET" }],
    [
      "metadata",
      {
        root: "/Metadata 80 0 R",
        more: { 80: { dict: "/Type/Metadata/Subtype/XML", data: "<a>Q&#117;enzig</a>" } },
      },
    ],
    [
      "bytes after samples",
      { resources: "/XObject<</X 80 0 R>>", more: { 80: { dict: gray, data: "abcdQuenzig" } } },
    ],
    [
      "a JPEG's comment",
      {
        resources: "/XObject<</X 80 0 R>>",
        more: { 80: { dict: `${gray}/Filter/DCTDecode`, data: "\xff\xd8\xff\xfe\0\x04ab\xff\xd9" } },
      },
    ],
    ...(
      [
        ["a JPEG's thumbnail", "\xff\xe0\0\x14JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abcd\xff\xd9"],
        ["a JPEG's profile", "\xff\xe2\0\x06abcd\xff\xd9"],
        ["bytes between the parts of a JPEG", "\xff\xdd\0\x04\0\0Quenzig\xff\xd9"],
        ["a remark after repeated bytes of a JPEG's marker", "\xff\xff\xfe\0\x04ab\xff\xd9"],
      ] as const
    ).map(([called, data]): [string, Planted] => [
      called,
      {
        resources: "/XObject<</X 80 0 R>>",
        more: { 80: { dict: `${gray}/Filter/DCTDecode`, data: `\xff\xd8${data}` } },
      },
    ]),
    [
      "a remark in JPEG 2000",
      {
        resources: "/XObject<</X 80 0 R>>",
        more: { 80: { dict: `${gray}/Filter/JPXDecode`, data: "\xff\x4f\xff\x64\0\x0b\0\x01Quenzig" } },
      },
    ],
    [
      "an element of metadata",
      {
        root: "/Metadata 80 0 R",
        more: { 80: { dict: "/Type/Metadata/Subtype/XML", data: "<a><Quenzig>b</Quenzig></a>" } },
      },
    ],
    [
      "text between elements of metadata",
      {
        root: "/Metadata 80 0 R",
        more: { 80: { dict: "/Type/Metadata/Subtype/XML", data: "<a>Quenzig<b/></a>" } },
      },
    ],
    [
      "a map of a font",
      {
        resources: "/Font<</F2 80 0 R>>",
        more: {
          80: "<</Type/Font/Subtype/Type1/BaseFont/Courier/ToUnicode 81 0 R>>",
          81: { dict: "", data: `1 beginbfchar <01> ${utf16("Quenzig")} endbfchar` },
        },
      },
    ],
    [
      "a function's program",
      {
        resources: "/ExtGState<</G<</TR 80 0 R>>>>",
        more: { 80: { dict: "/FunctionType 4/Domain[0 1]/Range[0 1]", data: "{ Quenzig }" } },
      },
    ],
    [
      "samples of a function",
      {
        resources: "/ExtGState<</G<</TR 80 0 R>>>>",
        more: {
          80: { dict: "/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8", data: "abQuenzig" },
        },
      },
    ],
    [
      "data that can't be decoded",
      { resources: "/XObject<</X 80 0 R>>", more: { 80: { dict: `${form}/Filter/Unknown`, data: "x" } } },
    ],
    [
      "an attached file",
      {
        root: "/Names<</EmbeddedFiles<</Names[(a) 80 0 R]>>>>",
        more: {
          80: "<</Type/Filespec/F(a)/EF<</F 81 0 R>>>>",
          81: { dict: "/Type/EmbeddedFile", data: "x" },
        },
      },
    ],
  ])("%s", (_, planted) => {
    expect(() => prove(planted)).toThrow("could not be proved");
  });

  it("are read where no page shows them", () => {
    const more = { 80: { dict: `${form}/Resources<</Font<</F1 90 0 R>>>>`, data: "BT /F1 9 Tf (a) Tj ET" } };
    const { cos } = openStrictly(sourceOf(file({ resources: "/XObject<</X 80 0 R>>", more })));
    const contents = proveObjects({ cos, words, shown: words, keepsFiles: false, label: undefined });
    const probe = probeOf(
      cos,
      contents.filter((content) => mayShow(cos, content)),
    );
    expect(probe && openStrictly(sourceOf(probe)).pages.count).toBe(1);
  });
});

describe("bytes that are no objects", () => {
  it.each<[string, (text: string) => string]>([
    ["before the objects", (text) => text.replace("1 0 obj", "%Quenzig\n1 0 obj")],
    ["in an object", (text) => text.replace("/Type/Catalog", "/Type %Q\n/Catalog")],
    ["after the end", (text) => `${text}Quenzig`],
  ])("%s", (_, plant) => {
    const bytes = Buffer.from(plant(Buffer.from(file({})).toString("latin1")), "latin1");
    const source = sourceOf(bytes);
    expect(() => proveBytes(openStrictly(sourceOf(file({}))).cos, source)).toThrow("are no part of it");
  });
});

describe("images that an area touches", () => {
  const drawn = (content: string, resources = "/XObject<</X 80 0 R>>") =>
    openStrictly(sourceOf(file({ content, resources, more: { 80: { dict: gray, data: "abcd" } } })));
  const area = new Map([[1, [{ x0: 0, y0: 0, x1: 50, y1: 200 }]]]);
  const inArea = "q 20 0 0 20 10 10 cm /X Do Q ";
  const outside = "q 20 0 0 20 100 10 cm /X Do Q ";

  const proveIn = async (content: string) => {
    const now = drawn(content);
    using pages = await readers.openPages(now.cos.source);
    proveImages(drawn(inArea + outside), now, area, pages);
  };

  it.each([
    ["are gone", "q Q"],
    ["aren't shown outside the page", outside.replace("100 10", "900 10")],
    ["aren't shown below something opaque", `${outside} 1 g 90 0 50 50 re f`],
    ["aren't shown as a dot", outside.replace("20 0 0 20", "1 0 0 1")],
  ])("%s", async (_, content) => {
    await expect(proveIn(content)).rejects.toThrow("an image that an area touches");
  });

  it("may be shown whole elsewhere", async () => {
    await expect(proveIn(outside)).resolves.toBeUndefined();
  });
});
