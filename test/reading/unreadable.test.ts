/** Pages whose fonts don't name their letters; their codes may still reveal them. */
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { isUnreadable, makesSense } from "../../src/reading/lines/words/unreadable.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { testContext } from "../support/memory-files.ts";
import { buildPdf } from "../support/pdf-builder.ts";

const sentence = "The quick brown fox jumps over the lazy dog and reads what stands here";

/** Two lines in a font with glyphs named glyph1, glyph2, …; each code is its letter's code plus `shift`. */
function unnamedGlyphs(shift: number): Uint8Array {
  const shown = [...sentence].map((letter) => String.fromCharCode(letter.charCodeAt(0) + shift)).join("");
  const names = Array.from({ length: 95 }, (_, at) => `/glyph${7 * at + 1}`).join("");
  const widths = "600 ".repeat(95);
  return buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
      4: { dict: "", data: `BT /F1 12 Tf 72 700 Td (${shown}) Tj 0 -20 Td (${shown}) Tj ET` },
      5: `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own/FirstChar 32/LastChar 126/Widths[${widths}]/Encoding<</Differences[32${names}]>>/FontDescriptor 6 0 R>>`,
      6: "<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 4/FontBBox[0 0 600 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
    },
  });
}

async function call(tool: Tool, bytes: Uint8Array): Promise<string> {
  const context = testContext({ "a.pdf": bytes }, createReaders());
  return JSON.stringify(await tool.run(validate(tool.input, { input: "a.pdf" }), context));
}

describe("a page whose fonts don't name their letters", () => {
  it("is read by its codes if they form words", async () => {
    const bytes = unnamedGlyphs(0);
    expect(await call(pdfReadText, bytes)).toContain(sentence);
    expect(await call(pdfExtractStructure, bytes)).toContain(sentence);
  });

  it("stays unreadable if its codes don't form words", async () => {
    const answer = await call(pdfReadText, unnamedGlyphs(1));
    expect(answer).not.toContain("Uif!rvjdl");
    expect(answer).toContain("\ufffd\ufffd\ufffd");
  });
});

describe("isUnreadable", () => {
  it.each([
    ["\ufffd".repeat(30), true],
    [`${"\ue012".repeat(30)} and words`, true],
    [`\ufffd ${sentence}`, false],
    ["\ufffd\ufffd", false],
    [sentence, false],
  ])("%j: %s", (text, unreadable) => {
    expect(isUnreadable(text)).toBe(unreadable);
  });
});

describe("makesSense", () => {
  const first = "\ufffd".repeat(60);
  it.each([
    [sentence, true],
    ["Быстрая лиса прыгает через ленивую собаку и читает, что здесь написано (1).", true],
    ["Uif!rvjdl!cspxo!gpy!kvnqt!pwfs!uif!mb{z!eph!boe!sfbet", false],
    ["7KH TXLFN EURZQ IR[ MXPSV RYHU WKH OD]\\ GRJ", false],
    ["short", false],
    ["\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd and then some words that can be read at all", false],
  ])("%j: %s", (other, sense) => {
    expect(makesSense(other, first)).toBe(sense);
  });
});
