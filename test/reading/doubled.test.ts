/** Text painted several times in one place is read once; similar text elsewhere is kept. Tested by reading small pages. */
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { looksDoubled } from "../../src/reading/lines/painted-twice.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

// Codes 1 and 2 stand for an emoji and a right-to-left letter, both beyond U+FFFF.
const codes = `/Encoding<</Differences[1/u1F600/u10D00]>>/FirstChar 1/LastChar 126/Widths[${"500 ".repeat(126)}]`;
const font = `/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica${codes}>>>>>>`;
const line = (x: number, y: number, words: string) => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET\n`;

async function read(tool: "pdf_read_text" | "pdf_extract_structure", ...contents: readonly string[]) {
  const file = pagesPdf(
    contents.map((_, k) => `${font}/Contents ${20 + k} 0 R`),
    { more: Object.fromEntries(contents.map((data, k) => [20 + k, { dict: "", data }])) },
  );
  const { result, context } = await runTool(tool, { input: "a.pdf" }, { "a.pdf": file }, createReaders());
  return { text: JSON.stringify(result), warnings: context.warnings };
}

const count = (text: string, words: string) => text.split(words).length - 1;

describe.each(["pdf_read_text", "pdf_extract_structure"] as const)("%s", (tool) => {
  it("reads words once if they are painted again slightly shifted to look bold", async () => {
    const bold = [0, 0.3, 0.6].map((by) => line(50 + by, 700, "Annual report 2011")).join("");
    const { text } = await read(tool, bold + line(50, 650, "Once only"));
    expect([count(text, "Annual report 2011"), count(text, "Once only")]).toEqual([1, 1]);
  });

  it("reads a page once if all of it is painted twice", async () => {
    const page = ["First line here", "Second line here", "Third line here"];
    const painted = page.map((words, k) => line(50, 700 - 40 * k, words)).join("");
    const { text } = await read(tool, painted + painted);
    expect(page.map((words) => count(text, words))).toEqual([1, 1, 1]);
  });

  it("keeps characters beyond U+FFFF intact if they are painted twice", async () => {
    const painted = line(50, 700, "o\\001o o");
    expect(count((await read(tool, painted + painted)).text, "o\u{1f600}o o")).toBe(1);
  });

  it("keeps characters beyond U+FFFF intact in right-to-left lines", async () => {
    // Painted from left to right, in visual order.
    const { text } = await read(tool, line(50, 700, "oo o\\002\\002\\002\\002"));
    expect([count(text, "\u{10d00}".repeat(4)), count(text, "oo o")]).toEqual([1, 1]);
  });

  it("keeps words repeated in another place", async () => {
    const { text } = await read(tool, line(50, 700, "Not stated") + line(50, 685, "Not stated"));
    expect(count(text, "Not stated")).toBe(2);
  });
});

describe("a page that repeats its text in several places", () => {
  const lines = ["Not stated", "Not known", "Not asked"];
  const page = [0, 1, 2]
    .map((k) => lines.map((words, row) => line(50 + 150 * k, 700 - 40 * row, words)).join(""))
    .join("");

  it.each(["pdf_read_text", "pdf_extract_structure"] as const)(
    "keeps each repetition in %s",
    async (tool) => {
      for (const content of [page, page + page]) {
        const { text } = await read(tool, content);
        expect(count(text, "Not known")).toBe(3);
      }
    },
  );
});

describe("identical pages", () => {
  it("keep their text in Markdown, because it isn't a running header", async () => {
    const label = line(50, 760, "To the harbour") + line(50, 740, "Gate 7");
    const { text } = await read("pdf_extract_structure", label, label, label, label);
    expect([count(text, "To the harbour"), count(text, "Gate 7")]).toEqual([4, 4]);
  });

  it("lose a running header only if each page has text of its own", async () => {
    const header = line(50, 760, "The handbook");
    const bodies = [1, 2, 3, 4].map((n) =>
      line(50, 600, `Everything else is here, in line ${n} of its own.`),
    );
    const full = await read("pdf_extract_structure", ...bodies.map((body) => header + body));
    expect([count(full.text, "The handbook"), count(full.text, "Everything else")]).toEqual([0, 4]);

    const sparse = await read("pdf_extract_structure", header, header + bodies[1], header, header);
    expect([count(sparse.text, "The handbook"), count(sparse.text, "Everything else")]).toEqual([4, 1]);
  });
});

describe("unknown characters", () => {
  // Two-byte glyph numbers without any mapping to characters.
  const numbered =
    "<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 1>>>>]>>";
  const unknown = `/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/G ${numbered}>>>>`;
  const shapes = (count: number) => `BT /G 12 Tf 50 700 Td <${"0FF0".repeat(count)}> Tj ET\n`;

  it.each(["pdf_read_text", "pdf_extract_structure"] as const)("are reported by %s", async (tool) => {
    const file = (content: string) =>
      pagesPdf([`${unknown}/Contents 20 0 R`], { more: { 20: { dict: "", data: content } } });
    const warned = async (content: string) => {
      const files = { "a.pdf": file(content) };
      const { context } = await runTool(tool, { input: "a.pdf" }, files, createReaders());
      return context.warnings.join();
    };
    expect(await warned(shapes(6) + line(50, 600, "Helvetica"))).toContain("are unknown");
    expect(await warned(shapes(1) + line(50, 600, "Enough that can be read"))).toBe("");
  });
});

describe("looksDoubled", () => {
  it.each([
    ["a line repeated immediately", "Title\nTitle\nbody", true],
    ["several repeated lines", "one two\nthree\nfour\nx\none two\nthree\nfour", true],
    ["figures and short cells", "10\n10\nx\nx\n12.5\n12.5", false],
    ["two words of a table", "kilo\ngram\nkilo\ngram", false],
    ["nothing", "", false],
  ])("%s", (_, text, doubled) => {
    expect(looksDoubled(text.split("\n"))).toBe(doubled);
  });
});
