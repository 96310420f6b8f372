/** Locates the content to remove: in the text as read, and as its glyphs say, including invisible text. */

import { boxAround } from "../core/geometry.ts";
import type { PageReader, Paragraph } from "../core/page-layout.ts";
import { failed, ProblemError } from "../core/problem.ts";
import { isOfContent } from "../cos/syntax/content/unsupported.ts";
import { pageParagraphs } from "../reading/formats/text.ts";
import type { DocumentRun } from "../reading/interpreter/page-run.ts";
import { readPage } from "../reading/read-page.ts";
import { SearchPage } from "../search/search-page.ts";
import type { PageTarget } from "./target.ts";
import { type SeenPage, seenLines } from "./words/seen-lines.ts";
import type { Wanted } from "./words/word-check.ts";

/** What reads a document's pages to find text on them. */
export interface TextSources {
  readonly reader: PageReader<readonly Paragraph[]>;
  readonly run: DocumentRun;
  /** Pages whose text may differ from what their glyphs say. */
  readonly partial: ReadonlySet<number>;
}

export interface FoundOnPage {
  /** Names of the items found. */
  readonly names: ReadonlySet<string>;
  readonly texts: readonly string[];
  /** The page has no searchable text. */
  readonly isEmpty: boolean;
  /** All of its text was recognized on its image. */
  readonly isRecognized: boolean;
  /** It shows shapes that may be words, and whose letters its fonts don't say. */
  readonly hasUnnamed: boolean;
}

/** Adds a page's matches to the target. */
export async function findOnPage(
  sources: TextSources,
  page: number,
  wanted: readonly Wanted[],
  target: PageTarget,
): Promise<FoundOnPage> {
  const names = new Set<string>();
  const texts: string[] = [];
  const [paragraphs, glyphs = paragraphs] = await readings(sources, page);

  for (const read of new Set([paragraphs, glyphs])) {
    const search = new SearchPage(read);
    for (const { name, find } of wanted)
      for (const range of find(search)) {
        const { text, boxes, letters } = search.occurrence(range);
        if (boxes.length === 0)
          throw failed(`page ${page} has the text, but its position is unknown; nothing was written`);
        names.add(name);
        texts.push(text);
        target.add(boxes, letters);
      }
  }

  const { lines, hasUnnamed } = seen(sources.run, page);
  for (const line of lines) {
    const { text } = line;
    const search = new SearchPage([{ text, lines: [] }]);
    for (const { name, find } of wanted)
      for (const { start, end } of find(search)) {
        const own = line.letters(start, end);
        if (own.length === 0) continue;
        names.add(name);
        if (own.every(({ x, y }) => target.isOrigin(x, y))) continue;
        texts.push(text.slice(start, end));
        target.add([boxAround(own.map(({ box }) => box))], own);
      }
  }

  return {
    names,
    texts,
    isEmpty: !paragraphs.some(saysSomething),
    isRecognized: !glyphs.some(saysSomething),
    hasUnnamed,
  };
}

/** The letters that people see; none for a page that can't be read that way. */
function seen(run: DocumentRun, page: number): SeenPage {
  try {
    return seenLines(run.document, run, page);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return { lines: [], hasUnnamed: false };
  }
}

const saysSomething = ({ text }: Paragraph) => /[\p{L}\p{N}]/u.test(text);

/** A page's text as people read it, and as its glyphs say if that may differ. */
export async function readings(
  { reader, run, partial }: TextSources,
  page: number,
): Promise<[readonly Paragraph[], (readonly Paragraph[])?]> {
  const paragraphs = await reader.page(page);
  return partial.has(page) ? [paragraphs, glyphParagraphs(run, page)] : [paragraphs];
}

/** The lines of a page by its glyphs only, including invisible ones; none if it can't be read that way. */
function glyphParagraphs(run: DocumentRun, page: number): Paragraph[] {
  try {
    const { blocks } = readPage(run, page, { withUnshown: true, letters: true, byGlyphs: true });
    return pageParagraphs(
      blocks.map(({ lines }) => ({
        lines: lines.map((line) => ({
          text: line.text,
          place: { box: line.box, size: line.size },
          sources: [line, ...(line.alsoFrom ?? [])],
        })),
      })),
    );
  } catch (error) {
    if (!(error instanceof ProblemError || isOfContent(error))) throw error;
    return [];
  }
}
