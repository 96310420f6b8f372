/** Pages that the interpreter leaves to MuPDF, which returns plain lines. */
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { openLayout, openText } from "../../src/reading/fallback.ts";
import { memorySource } from "../support/memory-files.ts";
import { runTool } from "../support/run-tool.ts";
import { contentPdf } from "./interpreter/pages.ts";

const lines = "BT /F 12 Tf 14 TL 50 700 Td (Plain words, bro-) Tj T* (ken) Tj T* (and \\007 more) Tj ET ";
const turned = "BT /G 20 Tf 0 1 -1 0 300 300 Tm (upwards) Tj ET ";
const image = "q 10 0 0 10 50 50 cm BI /W 4 /H 2 /BPC 8 /CS/G ID ab EI cd EI Q ";
/** An unknown operator. */
const odd = "frob ";

describe("a page left to MuPDF", () => {
  it.each(["pdf_read_text", "pdf_extract_structure"] as const)("is read by %s", async (tool) => {
    const files = { "a.pdf": contentPdf(lines + odd) };
    const { result, context } = await runTool(tool, { input: "a.pdf" }, files, createReaders());
    expect(JSON.stringify(result)).toContain("Plain words, broken");
    expect(context.notes).toEqual(["page 1 is left to MuPDF: operator"]);
  });

  it("has its text in the engine's order, with broken words rejoined", async () => {
    using reader = await openText(createReaders(), memorySource(contentPdf(lines + turned)));
    expect(await reader.page(1)).toMatch(/^Plain words, broken\nand \ufffd more\n\nupwards$/);
  });

  it("has a layout with fonts, positions and images", async () => {
    using reader = await openLayout(createReaders(), memorySource(contentPdf(lines + turned + image)));
    const { width, height, pieces, images } = await reader.page(1);
    expect([width, height]).toEqual([600, 800]);
    expect(images).toEqual([{ x0: 50, y0: 740, x1: 60, y1: 750 }]);
    const [first, ...others] = pieces;
    expect(first).toMatchObject({ baseline: 100, size: 12, horizontal: true, rightToLeft: false });
    expect(first?.words.map(({ text, spaced }) => [text, spaced])).toEqual([
      ["Plain", false],
      ["words,", true],
      ["bro-", true],
    ]);
    expect(first?.words[0]?.face).toEqual({ name: "Helvetica", bold: false, italic: false, mono: false });
    const rights = first?.words.map(({ box }) => box.x1) ?? [];
    expect(rights).toEqual(rights.toSorted((a, b) => a - b));
    expect(rights.at(-1)).toBeCloseTo(first?.box.x1 ?? 0, 3);
    expect(others.at(-1)).toMatchObject({ size: 20, horizontal: false });
  });

  it("fails with the page number if it is damaged", async () => {
    using reader = await openText(createReaders(), memorySource(contentPdf(lines)));
    await expect(reader.page(2)).rejects.toThrow("Cannot read page 2");
  });
});
