/** Where on the pages is what has to go: in text as it is read, and as its glyphs say, what nobody sees included. */
import type { PageReader, Paragraph } from "../core/page-layout.ts";
import { failed, ProblemError } from "../core/problem.ts";
import { CosError } from "../cos/syntax/error.ts";
import { pageParagraphs } from "../reading/formats/text.ts";
import type { DocumentRun } from "../reading/interpreter/page-run.ts";
import { Unsupported } from "../reading/interpreter/state/unsupported.ts";
import { readPage } from "../reading/read-page.ts";
import type { Matcher } from "../search/matcher.ts";
import { SearchPage } from "../search/search-page.ts";
import type { PageTarget } from "./target.ts";

/** What a caller named, and how it is found. */
export interface Wanted {
  readonly name: string;
  readonly find: Matcher;
}

export interface FoundOnPage {
  /** Names of what was found. */
  readonly names: ReadonlySet<string>;
  readonly texts: readonly string[];
  /** The page has no text that could be searched. */
  readonly isEmpty: boolean;
  /** All of its text was recognized on its image. */
  readonly isRecognized: boolean;
}

/** Adds to the target what is found on a page. */
export async function findOnPage(
  reader: PageReader<readonly Paragraph[]>,
  run: DocumentRun,
  page: number,
  wanted: readonly Wanted[],
  target: PageTarget,
): Promise<FoundOnPage> {
  const names = new Set<string>();
  const texts: string[] = [];
  const paragraphs = await reader.page(page);
  const glyphs = glyphParagraphs(run, page);
  for (const read of [paragraphs, glyphs]) {
    const search = new SearchPage(read);
    for (const { name, find } of wanted)
      for (const range of find(search)) {
        const { text, boxes, letters } = search.occurrence(range);
        if (boxes.length === 0)
          throw failed(`page ${page} has the text, but not where it is; nothing was written`);
        names.add(name);
        texts.push(text);
        target.add(boxes, letters);
      }
  }
  return {
    names,
    texts,
    isEmpty: !paragraphs.some(saysSomething),
    isRecognized: !glyphs.some(saysSomething),
  };
}

const saysSomething = ({ text }: Paragraph) => /[\p{L}\p{N}]/u.test(text);

/** The lines of a page by its glyphs alone, those that nobody sees too; none of a page that can't be read so. */
export function glyphParagraphs(run: DocumentRun, page: number): Paragraph[] {
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
    const isOfPage =
      error instanceof Unsupported || error instanceof ProblemError || error instanceof CosError;
    if (!isOfPage || (error instanceof CosError && error.reason === "work")) throw error;
    return [];
  }
}
