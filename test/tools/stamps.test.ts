/** pdf_add_page_labels and pdf_add_watermark: what they accept and write, and what other readers see. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { openStrictly } from "../../src/document/open.ts";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { findTool } from "../../src/tools/index.ts";
import { inkOf, render } from "../support/ink.ts";
import { memorySource } from "../support/memory-files.ts";
import { samplePdf } from "../support/pdf.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { openPdfjs, textOf } from "../support/pdfjs.ts";
import { runProgram } from "../support/run-program.ts";
import { checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const labels = "pdf_add_page_labels";
const watermark = "pdf_add_watermark";
const tools = [labels, watermark];
const one = pagesPdf([""]);
const ten = pagesPdf(Array.from({ length: 10 }, () => ""));

async function stamp(tool: string, options: object, bytes: Uint8Array = one) {
  const fields = { input: "a.pdf", output: "b.pdf", ...options };
  const run = await runTool(tool, fields, { "a.pdf": bytes }, lazyReaders());
  const written = run.file("b.pdf");
  expect(checked(written)).toMatchObject({ exit: 0 });
  return { written, warnings: run.context.warnings };
}

/** The text of each page, read by pdf.js. */
async function pageTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await openPdfjs(bytes);
  const texts: string[] = [];
  for (let page = 1; page <= document.numPages; page++) texts.push((await textOf(document, page)).trim());
  await document.destroy();
  return texts;
}

/** pdftotext's output, trimmed and without the direction marks it puts around Arabic and Hebrew. */
function pdftotext(bytes: Uint8Array): string {
  return withFile(bytes, (path) =>
    runProgram("pdftotext", [path, "-"])
      .stdout.toString()
      .replaceAll(/[\u202a-\u202e\f]/g, "")
      .trim(),
  );
}

async function readText(bytes: Uint8Array): Promise<string> {
  const { result } = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": bytes }, lazyReaders());
  return JSON.stringify(result);
}

it("warns of a misspelled placeholder and keeps it as text", async () => {
  const { written, warnings } = await stamp(labels, { text: "{Page} of {total}" });
  expect(await pageTexts(written)).toEqual(["{Page} of 1"]);
  expect(warnings).toEqual(["{Page} is left unchanged in the label: only {page} and {total} are replaced"]);
  expect((await stamp(labels, { text: "{page} {total} {" })).warnings).toEqual([]);
});

describe("texts of any script", () => {
  const texts = [
    "Übergrößenträger",
    "Ελληνικά",
    "Вода",
    "保密信息",
    "機密",
    "기밀",
    "ภาษาไทย",
    "سري",
    "סודי",
    "गोपनीय",
    "Tiếng Việt",
    "Ħŵ łóżko ß €",
  ];
  it.each(texts.map((text, k) => [text, k % 2 === 0 ? watermark : labels] as const))(
    "%s reads back unchanged and is visible, by %s",
    async (text, tool) => {
      const { written } = await stamp(tool, { text });
      expect(await pageTexts(written)).toEqual([text]);
      expect(await readText(written)).toContain(text);
      if (requireTool("pdftotext") === undefined) {
        // In slanted right-to-left text, pdftotext breaks the line every few letters.
        const lines = pdftotext(written);
        expect(tool === watermark ? lines.replaceAll(/\s/g, "") : lines).toBe(
          tool === watermark ? text.replaceAll(/\s/g, "") : text,
        );
      }
      if (requireTool("pdftoppm") === undefined) expect(inkOf(render(written)).count).toBeGreaterThan(20);
    },
  );

  it.each([
    "\u05e9\u05dc\u05d5\u05dd (\u05d0) 12",
    "\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645 2024",
  ])("%s reads back in order, even slanted", async (text) => {
    for (const tool of tools) expect(await readText((await stamp(tool, { text })).written)).toContain(text);
  });

  it("can mix directions, scripts and numbers", async () => {
    const { written } = await stamp(labels, { text: "سري 2026 draft 機密 {page}" });
    for (const read of [pdftotext(written), (await pageTexts(written)).join(), await readText(written)])
      for (const part of ["سري", "2026", "draft", "機密", "1"]) expect(read).toContain(part);
  });

  it.each([
    ["a 😀 b", 'U+1F600 "😀"'],
    ["\ue000", "U+E000"],
    ["\u{1F1E9}\u{1F1EA}", "U+1F1E9"],
    ["ok \u0378 \u0379", "U+0378"],
  ])("refuses %s and names the characters no font has", async (text, named) => {
    for (const tool of tools) {
      const run = stamp(tool, { text });
      await expect(run).rejects.toMatchObject({ code: "validation", errors: [{ field: "text" }] });
      await expect(run).rejects.toThrow(named);
    }
  });
});

describe("the fields", () => {
  const accepts = (tool: string, fields: object) => {
    const found = findTool(tool);
    if (!found) throw new Error(`no ${tool}`);
    return () => validate(found.input, { input: "a", output: "b", ...fields });
  };

  it("count characters, not UTF-16 units", () => {
    expect(accepts(labels, { text: "𝔸".repeat(120) })).not.toThrow();
    expect(accepts(labels, { text: "𝔸".repeat(121) })).toThrow("120");
    expect(accepts(watermark, { text: "𝔸".repeat(60) })).not.toThrow();
    expect(accepts(watermark, { text: "𝔸".repeat(61) })).toThrow("60");
  });
});

describe("labels", () => {
  it("use the document's page numbers, whatever is selected", async () => {
    const { written } = await stamp(labels, { pages: "3-5, 4" }, ten);
    const texts = await pageTexts(written);
    expect(texts.slice(1, 6)).toEqual(["", "3 / 10", "4 / 10", "5 / 10", ""]);
  });

  it("replace every {page} and {total}, and nothing else", async () => {
    const { written } = await stamp(
      labels,
      { text: "{page}{page} $& {Page} {total}", start: 41, pages: "2" },
      ten,
    );
    expect((await pageTexts(written))[1]).toBe("4242 $& {Page} 10");
  });

  it("of a thousand pages embed one small font and append an update", async () => {
    const pages = pagesPdf(Array.from({ length: 1000 }, () => ""));
    const { written } = await stamp(labels, {}, pages);
    expect(Buffer.compare(written.subarray(0, pages.length), pages)).toBe(0);
    const { cos } = openStrictly(memorySource(written));
    const fonts = Array.from({ length: cos.objectCount }, (_, num) => cos.object(num)).filter(
      (value) => value instanceof Map && value.has("FontFile2"),
    );
    expect(fonts).toHaveLength(1);
    expect(written.length - pages.length).toBeLessThan(450 * 1000);
  });
});

describe("a page that is stamped", () => {
  it.each(tools)("by %s keeps its content; without a selector every page is stamped", async (tool) => {
    const three = samplePdf({ pages: ["one", "two", "three"] });
    const all = await pageTexts((await stamp(tool, { text: "stamp" }, three)).written);
    expect(all).toEqual(["one", "two", "three"].map((text) => expect.stringMatching(`^${text}.*stamp$`)));
    const some = await pageTexts((await stamp(tool, { text: "stamp", pages: "3, 1, 1-1" }, three)).written);
    expect(some).toEqual([expect.stringMatching("stamp"), "two", expect.stringMatching("stamp")]);
  });

  it("can be stamped repeatedly", async () => {
    let bytes = pagesPdf(["/Rotate 90/CropBox[50 50 300 400]/Contents 10 0 R"], {
      more: { 10: { dict: "", data: "Q 2 0 0 2 0 0 cm q" } },
    });
    for (let k = 0; k < 4; k++)
      bytes = (await stamp(labels, { text: `no ${k}`, margin: 60 + 15 * k }, bytes)).written;
    expect(await pageTexts(bytes)).toEqual(["no 0no 1no 2no 3"]);
    if (requireTool("pdftoppm") !== undefined) return;
    const last = await stamp(watermark, { text: "HHHHHHHHHH", color: "#000000", opacity: 1 }, bytes);
    const { centre } = inkOf(render(last.written, 1, 144), 40);
    expect(Math.abs(centre[0] - 0.5)).toBeLessThan(0.01);
    expect(Math.abs(centre[1] - 0.5)).toBeLessThan(0.01);
  });

  it("looks the same outside the stamp", async ({ skip }) => {
    skip(requireTool("pdftoppm") !== undefined, "needs pdftoppm");
    const odd = pagesPdf(["/Contents 10 0 R"], {
      more: {
        10: { dict: "", data: "2 0 0 2 0 0 cm q 0 0 99 99 re f Q 110 110 50 50 re f q 3 0 0 3 0 0 cm" },
      },
    });
    const before = render(odd);
    const after = render((await stamp(labels, { position: "top-right" }, odd)).written);
    const lower = before.grey.length / 2;
    expect(Buffer.compare(before.grey.subarray(lower), after.grey.subarray(lower))).toBe(0);
    expect(inkOf(after).count).toBeGreaterThan(inkOf(before).count);
  });

  it("shows a watermark over an image of any gray", async ({ skip }) => {
    skip(requireTool("pdftoppm") !== undefined, "needs pdftoppm");
    for (const grey of [0, 128, 255]) {
      const scan = pagesPdf(["/Resources<</XObject<</I 10 0 R>>>>/Contents 11 0 R"], {
        more: {
          10: {
            dict: "/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode",
            data: deflateSync(new Uint8Array(64).fill(grey)),
          },
          11: { dict: "", data: "612 0 0 792 0 0 cm /I Do" },
        },
      });
      const before = render(scan);
      const after = render((await stamp(watermark, { text: "CONFIDENTIAL" }, scan)).written);
      const changed = after.grey.filter((value, at) => Math.abs(value - (before.grey[at] ?? 0)) > 8).length;
      expect(changed / after.grey.length).toBeGreaterThan(0.02);
    }
  });

  it("shows joined letters without seams", async ({ skip }) => {
    skip(requireTool("pdftoppm") !== undefined, "needs pdftoppm");
    const { written } = await stamp(watermark, { text: "गोपनीय سري", color: "#000000", opacity: 0.5 });
    const { grey } = render(written, 1, 150);
    const dark = grey.filter((value) => value < 140);
    expect(dark.length).toBeGreaterThan(1000);
    expect(dark.reduce((darkest, value) => Math.min(darkest, value), 255)).toBeGreaterThan(120);
  });
});

describe("special documents", () => {
  it("lose their signatures, with a warning", async () => {
    const signed = pagesPdf(["/Annots[10 0 R]"], {
      root: "/AcroForm<</SigFlags 3/Fields[10 0 R]>>",
      more: {
        10: "<</Subtype/Widget/T(s)/FT/Sig/V 11 0 R/Rect[0 0 9 9]/F 4>>",
        11: "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 10 20 30]/Contents<5161>>>",
      },
    });
    for (const tool of tools) {
      const { written, warnings } = await stamp(tool, { text: "copy" }, signed);
      expect(warnings.join()).toContain("not signed");
      expect(Buffer.from(written).toString("latin1")).not.toContain("ByteRange");
      expect(await pageTexts(written)).toEqual(["copy"]);
    }
  });

  it("with a page object used three times get a stamp on each page", async () => {
    const repeated = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 3/Kids[3 0 R 3 0 R <</Type/Page>>]/MediaBox[0 0 300 300]>>",
        3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
        4: { dict: "", data: "q" },
      },
    });
    const { written } = await stamp(labels, { text: "{page}" }, repeated);
    expect(await pageTexts(written)).toEqual(["1", "2", "3"]);
  });

  it("stay protected", async ({ skip }) => {
    skip(requireTool("qpdf") !== undefined, "needs qpdf");
    for (const bits of ["40", "128", "256"]) {
      const weak = bits === "256" ? [] : ["--allow-weak-crypto"];
      const protect = [...weak, "--encrypt", "", "owner", bits, "--", "-"];
      const locked = withFile(ten, (path) => runProgram("qpdf", [path, ...protect])).stdout;
      for (const tool of tools) {
        const { written } = await stamp(tool, { text: "ключ {page}" }, locked);
        expect(openStrictly(memorySource(written)).cos.encryption).toBeDefined();
        const [, second] = await pageTexts(written);
        expect(second).toBe(tool === labels ? "ключ 2" : "ключ {page}");
      }
    }
  });
});
