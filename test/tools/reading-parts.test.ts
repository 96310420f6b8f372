/** Reading a document in parts, each starting at the previous one's `next_page`, loses and repeats nothing. */
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

/** Real and typeset documents of two to five pages, covering all producers and scripts in the corpus. */
const files = [
  "b-docling-odf-odf_presentation_01.odp",
  "b-tags-PDFBOX-4417-001031",
  "b-rt-de-ifg.weasyprint-twocol",
  "b-rt-eip1559.groff-ms",
  "b-rt-eip1559.weasyprint-book",
  "b-rt-gpu.chromium-plain",
  "b-rt-hi-render.libreoffice-hf",
  "b-rt-rfc3595.wkhtmltopdf-web",
  "b-rt-rust05.latex-two-hf",
  "b-rt-ar-render.libreoffice-hf",
  // Paragraphs around footnotes continue across page breaks.
  "b-icdar-eu-004",
  // Tables continue across every page break and repeat their header rows.
  "b-rt-ru-asvsv3.libreoffice-hf",
  "b-rt-zh-asvsv3.libreoffice-hf",
];

const readers = createReaders();

/** The answers to successive calls, until the document is read. */
async function parts(tool: Tool, bytes: Uint8Array, input: object): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  let pages: string | undefined;
  do {
    const call = validate(tool.input, { input: "a.pdf", ...input, ...(pages && { pages }) });
    const context = testContext({ "a.pdf": bytes }, readers);
    const answer = { ...Object(await tool.run(call, context)) };
    answers.push({ ...answer, cut: context.warnings.find((warning) => warning.includes("was cut")) });
    const next: unknown = answer.next_page;
    // The next call requests all remaining pages.
    pages = typeof next === "number" ? `${next}-${answer.total_pages}` : undefined;
  } while (pages !== undefined && answers.length < 50);
  return answers;
}

/** The parts for the smallest of the tried sizes that cuts no page. */
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

/** Joins two halves of a table and the row that the page break split: its rest is one cell in the second half's first row. */
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
 * The parts' HTML joined as in the whole document: without header rows repeated in a table that continues, and with
 * split rows rejoined.
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
 * Rendered Markdown with the footnotes separated: each part numbers its own and puts them at its end. A mark whose note
 * is in another part would remain visible in the text.
 */
function notesApart(html: string): { readonly text: string; readonly notes: string } {
  const notes = (html.match(noteSection) ?? []).map((section) => section.replace(/<h2.*?<\/h2>/s, ""));
  const text = html.replaceAll(noteSection, "").replaceAll(/<sup><a [^>]*data-footnote-ref.*?<\/sup>/gs, "");
  return { text, notes: told(notes.join("\n")) };
}

/** JSON pages without section ids, because a part can't know how many sections precede it. */
function jsonPages(answers: readonly Record<string, unknown>[]): unknown[] {
  return answers.flatMap(({ content }) =>
    JSON.parse(String(content)).pages.map((page: { blocks: object[] }) => ({
      ...page,
      blocks: page.blocks.map((block) => ({ ...block, section: undefined })),
    })),
  );
}

describe("the parts of a document", () => {
  it.each(files)("add up to the whole: %s", async (id) => {
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
