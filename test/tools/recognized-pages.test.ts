/** Scanned pages with built-in text recognition, and the warnings without it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { pdfSearch } from "../../src/tools/read/pdf-search.ts";
import { type DrawnLine, enlarged, imageObject, picture, scanned } from "../ocr/pictures.ts";
import { corpusPath } from "../support/corpus.ts";
import { withCostlyPage } from "../support/costly-pages.ts";
import { testContext } from "../support/memory-files.ts";
import { type BuiltStream, pagesPdf } from "../support/pdf-builder.ts";

const readers = createReaders();
async function call(tool: Tool, bytes: Uint8Array, input: object = {}) {
  const context = testContext({ "a.pdf": bytes }, readers);
  const answer: unknown = await tool.run(validate(tool.input, { input: "a.pdf", ...input }), context);
  return { answer: Object(answer), warnings: context.warnings, states: context.states };
}
const ocr = { high_accuracy: true, model: "ocr" };

const lines: readonly DrawnLine[] = [
  { text: "Minutes of the meeting", x: 72, baseline: 100, size: 24 },
  { text: "The committee heard the report of its secretary, and it found", x: 72, baseline: 150, size: 12 },
  { text: "that most of the letters asked for the same.", x: 72, baseline: 165, size: 12 },
];
const image = await picture(lines);
const askew = await picture(lines, { angle: 2 });

describe("a scanned page", () => {
  it("is read as text", async () => {
    const { answer, states } = await call(pdfReadText, scanned([image, image]), { ...ocr, pages: "2" });
    expect(answer).toMatchObject({ total_pages: 2, has_text: true, truncated: false });
    expect(answer.pages).toEqual([
      {
        page: 2,
        text: lines
          .map(({ text }) => text)
          .join("\n")
          .replace("\n", "\n\n"),
      },
    ]);
    expect(states.at(-1)).toMatchObject({ progress: 1, total: 1 });
  });

  it("has its progress reported", async () => {
    const heading = await picture(lines.slice(0, 1));
    for (const tool of [pdfReadText, pdfExtractStructure]) {
      const { states } = await call(tool, scanned([heading, heading]), ocr);
      expect(states).toMatchObject([
        { progress: 0, total: 2, message: "page 1 of 2" },
        { progress: 1, total: 2, message: "page 2 of 2" },
        { progress: 2, total: 2, message: "page 2 of 2" },
      ]);
    }
  });

  it("has a structure with positions and confidence", async () => {
    const { answer } = await call(pdfExtractStructure, scanned([image]), { ...ocr, format: "json" });
    const [page] = JSON.parse(answer.content).pages;
    expect(page).toMatchObject({ kind: "scanned", has_text: false, width: 612, height: 792 });
    expect(page.blocks.map(({ type, text }: { type: string; text: string }) => [type, text])).toEqual([
      ["heading", "Minutes of the meeting"],
      ["paragraph", `${lines[1]?.text} ${lines[2]?.text}`],
    ]);
    const [line] = page.blocks[1].lines;
    expect(line.confidence).toBeGreaterThan(0.6);
    expect(line.confidence).toBeLessThanOrEqual(1);
    const [x0, y0, x1, y1] = line.bbox;
    expect(x0).toBeCloseTo(72, -1);
    expect([y0 < 150, y1 > 148, x1 > 300, x1 < 400]).toEqual([true, true, true, true]);
    expect(answer.sections).toMatchObject([{ title: "Minutes of the meeting", startPage: 1 }]);
  });

  it.each([
    ["rotated by 90 degrees", image, "/Rotate 90", [690, 150, 706, 180]],
    ["askew", askew, "", [160, 90, 180, 98]],
  ])("that is %s has its words where they appear", async (_, shown, entries, inside) => {
    const { answer } = await call(pdfSearch, scanned([shown], entries), { ...ocr, query: "of" });
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = answer.hits[0].boxes[0];
    const [left = 0, top = 0, right = 0, low = 0] = inside;
    expect([x0 < right, x1 > left, y0 < low, y1 > top]).toEqual([true, true, true, true]);
    expect([x1 - x0 < 30, y1 - y0 < 30]).toEqual([true, true]);
  });

  it("has vertical text in its margin, after the rest", async () => {
    const words = "There is not enough evidence to recommend this treatment.";
    for (const matrix of ["0 1 -1 0 60 200", "0 -1 1 0 40 600"]) {
      const more = `BT /F 12 Tf ${matrix} Tm (${words}) Tj ET`;
      const document = scanned([await picture(lines, { more })]);
      const structure = await call(pdfExtractStructure, document, { ...ocr, format: "json" });
      const [page] = JSON.parse(structure.answer.content).pages;
      const { text, bbox } = page.blocks.at(-1);
      expect(text).toBe(words);
      expect([bbox[0] > 35, bbox[2] < 65, bbox[3] - bbox[1] > 250]).toEqual([true, true, true]);
    }
  });

  it("that is rotated is read upright, with boxes in displayed coordinates", async () => {
    const document = scanned([image], "/Rotate 90");
    const { answer } = await call(pdfExtractStructure, document, { ...ocr, format: "json" });
    const [page] = JSON.parse(answer.content).pages;
    expect(page).toMatchObject({ width: 792, height: 612, rotation: 90 });
    expect(page.blocks[0].text).toBe("Minutes of the meeting");
    const [x0, y0, x1, y1] = page.blocks[0].bbox;
    // Text 100 points below the top is now 100 points from the right edge.
    expect([x0 > 670, x1 < 730, y0 > 60, y1 > 250]).toEqual([true, true, true, true]);
  });

  it("is reported if it isn't read, with ways to read it", async () => {
    const blank = pagesPdf([""]);
    for (const tool of [pdfReadText, pdfExtractStructure]) {
      const { answer, warnings } = await call(tool, scanned([image, image]));
      expect(answer.has_text).toBe(false);
      expect(warnings).toEqual([
        'pages 1-2 are pictures without text; high_accuracy with model "ocr" reads them, or a model that is downloaded once (0.8b, 4b)',
      ]);
      expect((await call(tool, blank)).warnings).toEqual([]);
      expect((await call(tool, blank, ocr)).answer.has_text).toBe(false);
    }
  });
});

it("reads the pages around one that takes too long to draw", async () => {
  const page = "/Contents 101 0 R/Resources<</XObject<</I 100 0 R>>>>";
  const content = { dict: "", data: "q 612 0 0 792 0 0 cm /I Do Q" };
  const document = withCostlyPage("groups", page, { 100: imageObject(image), 101: content });
  const { answer, warnings } = await call(pdfReadText, document, ocr);
  expect(answer.pages.map(({ text }: { text: string }) => text.split("\n")[0])).toEqual([
    lines[0]?.text,
    "",
    lines[0]?.text,
  ]);
  expect(warnings).toEqual(["page 2 takes too long to draw, so nothing was recognized on it"]);
});

describe("a page of an odd size", () => {
  const read = async (size: string, object: BuiltStream) => {
    const [width, height] = size.split(" ");
    const content = { dict: "", data: `q ${width} 0 0 ${height} 0 0 cm /I Do Q` };
    const entries = `/MediaBox[0 0 ${size}]/Contents 9 0 R/Resources<</XObject<</I 10 0 R>>>>`;
    const { answer } = await call(
      pdfReadText,
      pagesPdf([entries], { more: { 9: content, 10: object } }),
      ocr,
    );
    return answer.pages[0].text;
  };

  it("is read if it is a poster at 600 dpi", async () => {
    expect(await read("2384 3370", enlarged(image, 15))).toMatch(/^Minutes of the meeting\n\nThe committee/);
  });

  it("is empty if it is tiny or extremely narrow", async () => {
    const dot = imageObject({ width: 2, height: 2, pixels: Uint8Array.of(0, 255, 255, 0) });
    for (const size of ["3 3", "0.5 0.5", "14400 1", "1 14400"]) expect(await read(size, dot)).toBe("");
  });
});

describe("a page with text", () => {
  const own = "BT /F 12 Tf 72 600 Td (Words of its own) Tj ET";

  it("keeps its text if the text covers the image", async () => {
    const { answer } = await call(pdfReadText, scanned([image], "", own), ocr);
    expect(answer.pages[0].text).toBe("Words of its own");
  });

  it("also has its images read if they are beside the text", async () => {
    const aside = `Q q ${own} Q q`;
    const document = scanned([image], "", aside);
    const small = Buffer.from(document)
      .toString("latin1")
      .replace("q 612 0 0 792 0 0 cm", "q 400 0 0 500 9 9 cm");
    const { answer } = await call(pdfReadText, Buffer.from(small, "latin1"), ocr);
    expect(answer.pages[0].text).toMatch(/^Words of its own\n\nMinutes of the meeting\n/);
  });
});

it("finds headings, lists and a table in a real scan", async () => {
  const path = corpusPath("b-structure/b-rt-rfc3595.latex-art.scan-gray.pdf");
  const { answer } = await call(pdfExtractStructure, readFileSync(path), {
    ...ocr,
    pages: "1",
  });
  expect(answer.content).toContain("## Motivation");
  expect(answer.content).toContain("- Start Date: 2024-03-25");
  expect(answer.content).toContain("| Compiler | 15 | 31 |");
});
