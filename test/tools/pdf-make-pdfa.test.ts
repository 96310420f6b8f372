/** pdf_make_pdfa: fixes without a visible change, and refusals in words. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { blankFont } from "../../src/fonts/opentype/blank-font.ts";
import { pdfFromOffice } from "../../src/tools/convert/pdf-from-office.ts";
import { verdicts, withoutVeraPdf } from "../conformance/verapdf.ts";
import { imageFiles } from "../support/image-files.ts";
import { cii } from "../support/invoices.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { samplePdf } from "../support/pdf.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { recognizeWords } from "../support/recognized-words.ts";
import { callOrError } from "../support/run-tool.ts";

const script = pagesPdf(["/Annots[10 0 R]"], {
  root: "/OpenAction<</S/JavaScript/JS(1)>>",
  more: { 10: "<</Subtype/Text/Rect[10 10 30 30]/Contents(A comment)/F 2>>" },
});
const make = (bytes: Uint8Array, fields: object = {}) =>
  callOrError("pdf_make_pdfa", { input: "a.pdf", output: "b.pdf", ...fields }, { "a.pdf": bytes });
const kinds = (result: unknown) =>
  (result as { changed: { what: string }[] }).changed.map(({ what }) => what);

const scan = pagesPdf(["/Contents 10 0 R/Resources<</XObject<</Im 11 0 R>>>>"], {
  more: {
    10: { dict: "", data: "612 0 0 792 0 0 cm /Im Do" },
    11: {
      dict: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8",
      data: "x",
    },
  },
});
/** Text whose map has a range that counts beyond its last byte, as scanners write it for all codes. */
const overrunning = pagesPdf(["/Contents 10 0 R/Resources<</Font<</F 11 0 R>>>>"], {
  more: {
    10: { dict: "", data: "BT /F 24 Tf 72 700 Td (AZ) Tj ET" },
    11: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 12 0 R>>",
    12: {
      dict: "",
      data: "begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <5a> <22f0> endbfrange endcmap",
    },
  },
});
/**
 * Fonts that need other programs: one that isn't embedded and has the widths of no other, one whose program has neither a map of
 * codes nor its widths, and one whose drawings state others. The form's appearance is out of date.
 */
const fonts = pagesPdf(
  [
    `/Contents 10 0 R/Annots[15 0 R]/Resources<</Font<</A <</Type/Font/Subtype/TrueType/BaseFont/Condensed/FirstChar 65/LastChar 90
/Widths[${"400 ".repeat(26)}]/Encoding/WinAnsiEncoding/FontDescriptor<</Type/FontDescriptor/FontName/Condensed/Flags 32
/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>/B 11 0 R/C 13 0 R>>>>`,
  ],
  {
    root: "/AcroForm<</Fields[15 0 R]/NeedAppearances true/DA(/Helv 9 Tf 0 g)>>",
    more: {
      10: { dict: "", data: "BT /A 24 Tf 72 700 Td (WIDE) Tj /B 24 Tf <01> Tj /C 24 Tf <01> Tj ET" },
      11: `<</Type/Font/Subtype/TrueType/BaseFont/Blank/FirstChar 1/LastChar 1/Widths[800]/FontDescriptor<</Type/FontDescriptor
/FontName/Blank/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 12 0 R>>>>`,
      12: { dict: "", data: blankFont(3) },
      13: `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 1/LastChar 1/Widths[600]
/Encoding<</Type/Encoding/Differences[1/square]>>/CharProcs<</square 14 0 R>>/Resources<<>>>>`,
      14: { dict: "", data: "500 0 d0 0 0 400 400 re f" },
      15: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(Ada)/Rect[72 600 172 620]/F 4/AP<</N 16 0 R>>>>",
      16: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<<>>", data: "" },
    },
  },
);
const images = { "c.jpg": imageFiles.jpegCmyk, "t.tif": imageFiles.tiffFax, "a.webp": imageFiles.webpAlpha };
/** Other tools with the field `pdfa`. */
const made = {
  images: (pdfa: string) =>
    callOrError("pdf_from_images", { inputs: Object.keys(images), output: "b.pdf", pdfa }, images),
  layer: (pdfa: string) =>
    callOrError("pdf_add_text_layer", { input: "a.pdf", output: "b.pdf", pdfa }, { "a.pdf": scan }),
  async office(pdfa: string) {
    const convert = async () => ({
      ...{ pdf: memorySource(samplePdf({ pages: ["A letter"] })), fonts: [], warnings: [] },
      [Symbol.dispose]() {},
    });
    const files = testContext({ "in.docx": Buffer.from("PK") }, createReaders());
    const context = { ...files, office: { convert } };
    const call = { input: "in.docx", output: "b.pdf", pdfa };
    await pdfFromOffice.run(v.parse(pdfFromOffice.input, call), context);
    return { context };
  },
};

describe("pdf_make_pdfa", () => {
  it("names what it changed", async () => {
    const { result, context } = await make(script);
    expect(context.states.at(-1)).toEqual({ progress: 1, total: 1, message: "1 of 1 pages" });
    expect(kinds(result)).toEqual(
      expect.arrayContaining(["output_intent", "scripts", "annotations", "metadata"]),
    );
  });

  it.skipIf(withoutVeraPdf)(
    "writes each level, and what other tools make, as veraPDF reads them",
    async () => {
      using _ = recognizeWords();
      const invoice = await callOrError(
        "pdf_attach",
        { input: "a.pdf", output: "b.pdf", invoice: { path: "i.xml" } },
        { "a.pdf": script, "i.xml": Buffer.from(cii("urn:cen.eu:en16931:2017")) },
      );
      const levels = ["2b", "2u", "3b", "1b", "4"];
      const runs = [
        ...(await Promise.all(levels.map((level) => make(script, { level })))),
        invoice,
        ...[await made.images("2b"), await made.layer("2u"), await made.office("3b")],
        await make(overrunning, { level: "3u" }),
        await make(fonts),
      ];
      const folder = mkdtempSync(join(tmpdir(), "pdfa-"));
      try {
        const paths = runs.map(({ context }, at) => {
          const path = join(folder, `${at}.pdf`);
          writeFileSync(path, context.files.stored.get("/files/b.pdf") ?? new Uint8Array(0));
          return path;
        });
        const judged = verdicts(paths);
        expect(paths.map((path) => judged.get(path))).toMatchObject(
          [...levels, "3b", "2b", "2u", "3b", "3u", "2b"].map((flavour) => [{ verdict: "PASS", flavour }]),
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it("knows no text that a map's range gives beyond its last byte, as veraPDF", async () => {
    const rulesOf = async (profile: string) => {
      const input = { input: "a.pdf", profile };
      const { result } = await callOrError("pdf_check", input, { "a.pdf": overrunning });
      const { violations }: { readonly violations: readonly { rule: string }[] } = Object(result);
      return violations.map(({ rule }) => rule);
    };
    expect(await rulesOf("pdfa-3u")).toContain("6.2.11.7.2-1");
    expect(await rulesOf("lint")).not.toContain("text_not_copyable");
  });

  it("draws missing fonts as wide as the document says, and fields whose appearances are out of date", async () => {
    const { result, context } = await make(fonts);
    expect(kinds(result)).toEqual(["fonts", "output_intent", "appearances", "fields", "metadata"]);
    const written = context.files.stored.get("/files/b.pdf") ?? new Uint8Array(0);
    using text = await createReaders().openPages(memorySource(written));
    expect(text.text(1).match(/WIDE|Ada/g)).toEqual(["WIDE", "Ada"]);
  });

  it("names a font that can't be had", async () => {
    const page = "/Contents 10 0 R/Resources<</Font<</F 11 0 R>>>>";
    const { error } = await make(
      pagesPdf([page], {
        more: {
          10: { dict: "", data: "BT /F 9 Tf 9 9 Td <0041> Tj ET" },
          11: "<</Type/Font/Subtype/Type0/BaseFont/Secret/Encoding/Identity-H/DescendantFonts[12 0 R]>>",
          12: "<</Type/Font/Subtype/CIDFontType2/BaseFont/Secret/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>",
        },
      }),
    );
    expect(error?.message).toContain("no font replaces Secret, which the file lacks");
  });

  it("refuses 4f without attachments, and says 4", async () => {
    const { error, context } = await make(script, { level: "4f" });
    expect(error).toMatchObject({ code: "operation_failed", hint: { command: "4" } });
    expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf"]);
  });

  it("refuses a page that breaks a rule which has no fix, and lists the rule", async () => {
    const { error } = await make(pagesPdf(["/Annots[<</Subtype/Movie/Rect[0 0 9 9]/F 4>>]"]));
    expect(error).toMatchObject({
      code: "operation_failed",
      violations: [{ rule: "6.3.1-1" }, { rule: "6.3.3-1" }],
    });
  });
});

describe("a tool with the field pdfa", () => {
  it("fails naming it, and writes nothing: images with opacity at level 1b", async () => {
    const { error, context } = await made.images("1b");
    expect(error).toMatchObject({
      ...{ code: "operation_failed", errors: [{ field: "pdfa" }], violations: [{ rule: "6.4-2" }] },
      message: expect.stringMatching(/^pdfa: the document can't be made PDF\/A-1b/),
    });
    expect([...context.files.stored.keys()]).toEqual(Object.keys(images).map((name) => `/files/${name}`));
    expect(context.files.open.size).toBe(0);
  });
});
