import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatFaults } from "../../bench/score/formats.ts";
import { validate } from "../../src/core/json/validate.ts";
import type { Progress } from "../../src/core/tool.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { schemaPath, structureSchema } from "../structure-schema.ts";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
import { testContext } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { simplePdf } from "../support/simple-pdf.ts";

const text = (x: number, y: number, size: number, words: string, font = "F1") =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${words}) Tj ET\n`;

async function call(
  bytes: Uint8Array,
  input: object = {},
  onContent?: (text: string, states: readonly Progress[]) => void,
  readers = createReaders(),
) {
  const context = testContext({ "a.pdf": bytes }, readers);
  const checked = validate(pdfExtractStructure.input, { input: "a.pdf", ...input });
  const answer: unknown = await pdfExtractStructure.run(
    { ...checked, ...(onContent && { max_chars: Number.MAX_SAFE_INTEGER }) },
    { ...context, onContent: onContent && ((text) => onContent(text, context.states)) },
  );
  validate(pdfExtractStructure.output, answer);
  return { warnings: context.warnings, ...Object(answer) };
}

const page =
  text(50, 740, 20, "A large title") +
  text(50, 700, 10, "Some words that make up the text of a paragraph, which goes on") +
  text(50, 688, 10, "and ends here.") +
  text(60, 660, 9, "let a = 1;", "F2") +
  text(71, 649, 9, "return a;", "F2");

/** Three pages and two bookmarks; the first contains another. */
const withOutline = pagesPdf(["", "", ""], {
  root: "/Outlines 14 0 R",
  more: {
    14: "<</First 15 0 R/Last 16 0 R/Count 2>>",
    15: "<</Title(One)/Parent 14 0 R/Next 16 0 R/Dest[3 0 R/Fit]/First 17 0 R/Last 17 0 R/Count 1>>",
    16: "<</Title(Two)/Parent 14 0 R/Prev 15 0 R/Dest[5 0 R/Fit]>>",
    17: "<</Title(One and a half)/Parent 15 0 R/Dest[4 0 R/Fit]>>",
  },
});

describe("pdf_extract_structure", () => {
  it("returns Markdown, HTML and JSON", async () => {
    const bytes = simplePdf([page]);
    const markdown = await call(bytes);
    expect(markdown).toMatchObject({
      format: "markdown",
      total_pages: 1,
      has_text: true,
      truncated: false,
      next_page: null,
    });
    expect(markdown.content).toBe(
      "# A large title\n\nSome words that make up the text of a paragraph, which goes on and ends here.\n\n```\nlet a = 1;\n  return a;\n```",
    );
    const html = await call(bytes, { format: "html" });
    expect(html.content).toContain("<h1>A large title</h1>\n\n<p>Some words");
    const json = JSON.parse((await call(bytes, { format: "json" })).content);
    expect(json).toMatchObject({ version: 1, unit: "pt", origin: "top-left" });
    const [heading] = json.pages[0].blocks;
    expect(heading).toMatchObject({ type: "heading", level: 1, section: "s1", text: "A large title" });
    expect(heading.lines[0]).toMatchObject({
      text: "A large title",
      font: "Helvetica",
      size: 20,
      bold: false,
    });
    const [x0, y0, x1, y1] = heading.bbox;
    expect(x0).toBeCloseTo(50, -1);
    expect(y0).toBeGreaterThan(30);
    expect(y1).toBeLessThan(75);
    expect(x1).toBeGreaterThan(150);
  });

  it("takes sections from bookmarks if there are any; each ends where the next begins", async () => {
    const section = (id: string, title: string, level: number, pages: number[], children: object[]) => ({
      ...{ id, title, level, startPage: pages[0], endPage: pages[1], children },
    });
    const { sections } = await call(withOutline, { pages: "2" });
    expect(sections).toEqual([
      section("s1", "One", 1, [1, 2], [section("s2", "One and a half", 2, [2, 2], [])]),
      section("s3", "Two", 1, [3, 3], []),
    ]);
  });

  it("takes sections from headings if there are no bookmarks", async () => {
    const titled = ["First", "Second"].map(
      (title) => text(50, 740, 20, title) + text(50, 700, 10, `Of ${title}.`),
    );
    const { sections } = await call(simplePdf(titled));
    expect(sections).toMatchObject([
      { title: "First", level: 1, startPage: 1, endPage: 1 },
      { title: "Second", startPage: 2, endPage: 2 },
    ]);
  });

  it("reports that a document has no text", async () => {
    expect(await call(simplePdf(["0 0 10 10 re f"]))).toMatchObject({
      has_text: false,
      content: "",
      sections: [],
    });
  });

  describe("without a limit on the content", () => {
    const sentence = (page: number) =>
      text(50, 700, 10, `What page ${page} has to say ends with a full stop.`);
    const pages = Array.from({ length: 60 }, (_, at) => sentence(at + 1));
    const whole = simplePdf(pages);

    it("delivers content as soon as it is final, and reports progress", async () => {
      const { content } = await call(whole);
      const taken: { readonly piece: string; readonly read: number }[] = [];
      const result = await call(whole, {}, (piece, states) =>
        taken.push({ piece, read: states.at(-1)?.progress ?? 0 }),
      );
      expect(result).toMatchObject({ content: "", has_text: true, truncated: false, next_page: null });
      expect(taken.map(({ piece }) => piece).join("")).toBe(content);
      expect(taken.map(({ read }) => read)).toEqual([...pages.slice(1).map((_, at) => at + 2), 60]);
    });

    it.each(["markdown", "html", "json"])(
      "delivers no %s twice when the document turns out to be damaged",
      async (format) => {
        // The unknown operator makes every page fall back to MuPDF, which reports damage once.
        const left = simplePdf(pages.map((content) => `frob\n${content}`));
        const readers = createReaders();
        let isDamaged = false;
        const openMupdfText: typeof readers.openMupdfText = async (...request) => {
          const own = await readers.openMupdfText(...request);
          return {
            pageCount: own.pageCount,
            page(number) {
              // Beyond the pages that are read before the first is written.
              if (isDamaged && number === 23) {
                isDamaged = false;
                throw new CosError("syntax", "damaged");
              }
              return own.page(number);
            },
            [Symbol.dispose]: () => own[Symbol.dispose](),
          };
        };
        const { content } = await call(left, { format }, undefined, { ...readers, openMupdfText });
        isDamaged = true;
        let taken = "";
        const readTo: number[] = [];
        await call(
          left,
          { format },
          (piece, states) => {
            taken += piece;
            readTo.push(states.at(-1)?.progress ?? 0);
          },
          { ...readers, openMupdfText },
        );
        // Progress restarts at one for the remaining pages.
        expect(readTo).toContain(22);
        expect(Math.max(...readTo)).toBeLessThan(60);
        expect(taken).toBe(content);
      },
    );
  });

  it("publishes its JSON Schema unchanged", () => {
    expect(readFileSync(schemaPath, "utf8"), "run bun test/structure-schema.ts").toBe(structureSchema());
  });
});

describe("on real files", () => {
  const sample = corpusPdfs().filter((_, at) => at % 19 === 0);

  it.each(sample.map((file) => [file.id, file] as const))(
    "%s is valid in all formats",
    { timeout: 60_000 },
    async (_, file) => {
      expect(await formatFaults(file)).toEqual([]);
    },
  );

  it("reads tagged tables with their spans and empty cells", async () => {
    const { content } = await call(readFileSync(corpusPath("b-structure/b-tags-pr-138-example.pdf")), {
      max_chars: 400_000,
    });
    expect(content).toContain("colspan=");
    expect(content).toContain("<td></td>");
  });
});
