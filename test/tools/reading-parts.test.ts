/** Parts of a document, each from where the one before says to go on, are the whole: nothing lost, nothing twice. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../src/tools/read/pdf-read-text.ts";
import { corpusPath } from "../support/corpus.ts";
import { testContext } from "../support/memory-files.ts";
import { outlineOfHtml, renderMarkdown } from "../support/structure-judges.ts";

/** Real documents and typeset ones of two to five pages, of all producers and scripts at hand. */
const files = [
  "b-docling-odf-odf_presentation_01.odp",
  "b-tags-PDFBOX-4417-001031",
  "b-rt-de-ifg.weasyprint-twocol",
  "b-rt-de-ifg.groff-ms-2c-gs",
  "b-rt-eip1559.groff-ms",
  "b-rt-eip1559.weasyprint-book",
  "b-rt-gpu.chromium-plain",
  "b-rt-gpu.libreoffice-hf",
  "b-rt-gpu.weasyprint-report",
  "b-rt-hi-render.libreoffice-hf",
  "b-rt-http.groff-ms-2c",
  "b-rt-oteltrace.libreoffice-hf",
  "b-rt-rfc3595.libreoffice-odt",
  "b-rt-rfc3595.weasyprint-twocol",
  "b-rt-rfc3595.wkhtmltopdf-web",
  "b-rt-rust05.latex-two-hf",
  "b-rt-rust05.chromium-web",
  "b-rt-slix.weasyprint-twocol",
  "b-rt-slix.libreoffice-2col",
  "b-rt-ar-render.libreoffice-hf",
  // Paragraphs around footnotes go on over page borders.
  "b-icdar-eu-004",
  "b-rt-rfc3595.latex-art",
  // Tables go on over every page border, with their heads printed again.
  "b-rt-ru-asvsv3.libreoffice-hf",
  "b-rt-zh-asvsv3.libreoffice-hf",
];

const readers = createReaders();

/** The answers to one call after the other, until nothing is left to go on with. */
async function parts(tool: Tool, bytes: Uint8Array, input: object): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  let pages: string | undefined;
  do {
    const call = validate(tool.input, { input: "a.pdf", ...input, ...(pages && { pages }) });
    const context = testContext({ "a.pdf": bytes }, readers);
    const answer = { ...Object(await tool.run(call, context)) };
    answers.push({ ...answer, cut: context.warnings.find((warning) => warning.includes("was cut")) });
    const next: unknown = answer.next_page;
    // Every page is asked for again that a part had left.
    pages = typeof next === "number" ? `${next}-${answer.total_pages}` : undefined;
  } while (pages !== undefined && answers.length < 50);
  return answers;
}

/** Of the sizes that give more than one part, the smallest that cuts no page in two. */
async function fewParts(bytes: Uint8Array, format: string, whole: number) {
  for (const share of [0.6, 0.8, 0.95]) {
    const most = Math.max(100, Math.ceil(share * whole));
    const answers = await parts(pdfExtractStructure, bytes, { format, max_chars: most });
    for (const { content } of answers) expect(String(content).length).toBeLessThanOrEqual(most);
    if (answers.every(({ cut }) => cut === undefined)) return answers;
  }
  throw new Error("one page is most of the document");
}

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
const told = (html: string) =>
  letters(
    outlineOfHtml(html)
      .map((entry) => entry.replace(/^\S+ /, ""))
      .join(""),
  );

const firstRow = /<table>\s*(?:<thead>\s*)?<tr>.*?<\/tr>/s;

const aRow = /<tr>.*?<\/tr>/s;
const cellsOf = (row: string) =>
  [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, text]) => text ?? "");

/** Two halves of a table, with the row whole that a page border parted: its rest is the first row of the second, in one cell. */
function withWholeRow(half: string, rest: string): string {
  const at = half.lastIndexOf("<tr>");
  const [last, first] = [cellsOf(half.slice(at)), cellsOf(aRow.exec(rest)?.[0] ?? "")];
  const [filled, ...more] = first.flatMap((text, k) =>
    text.replaceAll(/<[^>]*>/g, "").trim() === "" ? [] : [k],
  );
  const isRest = filled && more.length === 0 && last[filled] && /^\p{Ll}/u.test(first[filled] ?? "");
  if (!isRest) return half + rest;
  const whole = last.map((text, k) => `<td>${text} ${first[k]}</td>`).join("");
  return `${half.slice(0, at)}<tr>${whole}</tr></table>${rest.replace(aRow, "")}`;
}

/**
 * The parts' HTML in one, without the heads that tables have again where the part before ends in them, and with rows whole: the
 * whole has them once.
 */
function joinedParts(htmls: readonly string[]): string {
  let joined = "";
  for (const html of htmls) {
    const last = joined.slice(joined.lastIndexOf("<table>"));
    const [head, again] = [firstRow.exec(last)?.[0] ?? "", firstRow.exec(html)];
    const continues =
      last.trimEnd().endsWith("</table>") && again?.index === 0 && told(again[0]) === told(head);
    joined = continues
      ? withWholeRow(joined, `\n${html.replace(firstRow, "<table>")}`)
      : `${joined}\n${html}`;
  }
  return told(joined);
}

const noteSection = /<section data-footnotes.*?<\/section>/gs;

/**
 * Rendered Markdown with the footnotes apart: they are numbered anew in each part, and stand at its end. A mark whose note is in
 * another part would stay as it is written, and be seen among the text.
 */
function notesApart(html: string): { readonly text: string; readonly notes: string } {
  const notes = (html.match(noteSection) ?? []).map((section) => section.replace(/<h2.*?<\/h2>/s, ""));
  const text = html.replaceAll(noteSection, "").replaceAll(/<sup><a [^>]*data-footnote-ref.*?<\/sup>/gs, "");
  return { text, notes: told(notes.join("\n")) };
}

/** Pages of JSON without what a part cannot know: how many sections came before it. */
function jsonPages(answers: readonly Record<string, unknown>[]): unknown[] {
  return answers.flatMap(({ content }) =>
    JSON.parse(String(content)).pages.map((page: { blocks: object[] }) => ({
      ...page,
      blocks: page.blocks.map((block) => ({ ...block, section: undefined })),
    })),
  );
}

describe("the parts of a document", () => {
  it.each(files)("make up the whole: %s", async (id) => {
    const bytes = readFileSync(corpusPath(`b-structure/${id}.pdf`));

    const [text] = await parts(pdfReadText, bytes, { max_chars: 200_000 });
    const pages: { text: string }[] = Object(text).pages;
    const longest = Math.max(100, ...pages.map((page) => page.text.length));
    const texts = await parts(pdfReadText, bytes, { max_chars: longest });
    expect(texts.flatMap((answer) => answer.pages)).toEqual(pages);
    if (pages.length > 2) expect(texts.length).toBeGreaterThan(1);

    for (const format of ["markdown", "html", "json"]) {
      const [whole] = await parts(pdfExtractStructure, bytes, { format, max_chars: 400_000 });
      const content = String(Object(whole).content);
      const answers = await fewParts(bytes, format, content.length);
      if (format === "json") {
        expect(jsonPages(answers)).toEqual(jsonPages([{ content }]));
        continue;
      }
      const html = (markup: string) => notesApart(format === "html" ? markup : renderMarkdown(markup));
      const htmls = answers.map(({ content: part }) => html(String(part)));
      const all = html(content);
      expect(joinedParts(htmls.map(({ text }) => text))).toBe(told(all.text));
      expect(htmls.map(({ notes }) => notes).join("")).toBe(all.notes);
    }
  });
});
