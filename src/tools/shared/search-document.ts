/** Searches one document: its pages in order, the hits on them, and any unreadable pages. */

import type { InputFile } from "../../core/document-io.ts";
import { once } from "../../core/once.ts";
import type { PageReader, Paragraph } from "../../core/page-layout.ts";
import { type ModelName, recognizerName } from "../../core/page-reading.ts";
import { pageRanges, pageSet } from "../../core/page-selector.ts";
import { ProblemError } from "../../core/problem.ts";
import type { ToolContext } from "../../core/tool.ts";
import { bookmarks } from "../../document/navigation/outline.ts";
import type { PdfDocument } from "../../document/open.ts";
import { openContentLayout, openContentParagraphs } from "../../reading/open.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { CharacterFold, fold } from "../../search/fold.ts";
import type { Matcher } from "../../search/matcher.ts";
import { type Range, SearchPage } from "../../search/search-page.ts";
import { bboxOf, type Hit, type SearchHits } from "./search-hits.ts";
import { contentOptions } from "./unreadable-text.ts";

export interface DocumentSearch {
  readonly matcher: Matcher;
  readonly pages: string | undefined;
  readonly password: string;
  /** Characters before and after a hit. */
  readonly context: number;
  /** The model that reads page images, if any. */
  readonly model: ModelName | typeof recognizerName | undefined;
  /** The languages of its scans, as given. */
  readonly language?: string | undefined;
  /** The file's name among those searched. */
  readonly name: string;
}

export interface Unreadable {
  readonly input: string;
  readonly pages?: string;
  readonly reason: "needs_password" | "damaged" | "no_text";
}

type Paragraphs = PageReader<readonly Paragraph[]>;

/** Searches a document into `hits`; `onPage` gets the number of finished pages and the total. Throws the errors of opening it. */
export async function searchDocument(
  file: InputFile,
  search: DocumentSearch,
  hits: SearchHits,
  context: ToolContext,
  onPage: (done: number, total: number) => void = () => {},
): Promise<Unreadable[]> {
  const reset = hits.mark();
  return await withDocument(file, context, search.password, async (document) => {
    reset();
    const all = [...pageSet(search.pages, document.pages.count)].sort((a, b) => a - b);
    const first = hits.from?.file === search.name ? hits.from.page : 1;
    const wanted = all.filter((page) => page >= first);
    using reader = await openReader(document, wanted, search, context);
    const sectionOf = sectionFinder(document);
    const damaged: number[] = [];
    const withoutText: number[] = [];
    let failure: ProblemError | undefined;

    for (const [at, number] of wanted.entries()) {
      let paragraphs: readonly Paragraph[] = [];
      try {
        paragraphs = await reader.page(number);
        if (paragraphs.length === 0) withoutText.push(number);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        failure ??= error;
        damaged.push(number);
      }
      const page = new SearchPage(paragraphs);
      const found = search.matcher(page);
      hits.take(search.name, number, found.length, (index) =>
        hitOf(page, found[index] ?? { start: 0, end: 0 }, {
          ...{ input: file.path, number, context: search.context, sectionOf },
        }),
      );
      onPage(at + 1, wanted.length);
      if (hits.isFull) break;
    }

    if (failure && damaged.length === wanted.length) throw failure;
    hits.fileDone();

    return [...unreadable(file.path, damaged, "damaged"), ...unreadable(file.path, withoutText, "no_text")];
  });
}

const unreadable = (input: string, pages: readonly number[], reason: Unreadable["reason"]): Unreadable[] =>
  pages.length === 0 ? [] : [{ input, pages: pageRanges(pages, pages.length), reason }];

/** The text of a document with its letters; for pages that are images, as read by a model. `partial` as in `ContentOptions`. */
export async function openReader(
  document: PdfDocument,
  wanted: readonly number[],
  { model, language }: Pick<DocumentSearch, "model" | "language">,
  context: ToolContext,
  partial?: (page: number) => void,
): Promise<Paragraphs> {
  if (model !== undefined && model !== recognizerName) {
    const { openModelParagraphs } = await import("./models/model-text.ts");
    return await openModelParagraphs(document, model, wanted, context);
  }
  const own = openContentParagraphs(document, { ...contentOptions(context), ...(partial && { partial }) });
  if (model === undefined) return own;

  const { openRecognizedParagraphs } = await import("./models/recognized-pages.ts");
  const layouts = openContentLayout(document, { engines: context.readers });
  const read = await openRecognizedParagraphs(own, layouts, { document, wanted, context, language });

  return {
    pageCount: read.pageCount,
    page: (number) => read.page(number),
    [Symbol.dispose]() {
      for (const one of [read, layouts, own]) one[Symbol.dispose]();
    },
  };
}

interface HitContext {
  readonly input: string;
  readonly number: number;
  readonly context: number;
  readonly sectionOf: SectionOf;
}

function hitOf(page: SearchPage, range: Range, { input, number, context, sectionOf }: HitContext): Hit {
  const { text, boxes } = page.occurrence(range);
  const { start } = page.paragraphAt(range.start);
  const { end } = page.paragraphAt(range.end - 1);
  const section = sectionOf(page, number, range.start);
  return {
    input,
    page: number,
    text,
    before: tail(page.text.slice(start, range.start), context),
    after: head(page.text.slice(range.end, end), context),
    ...(section !== undefined && { section }),
    boxes: boxes.map(bboxOf),
  };
}

// Doesn't split surrogate pairs.
const head = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
const tail = (text: string, most: number) =>
  most === 0 ? "" : text.slice(-most).replace(/^[\udc00-\udfff]/, "");

/** The title of the section at a position. */
type SectionOf = (page: SearchPage, number: number, index: number) => string | undefined;

/** Maximum bookmarks used to find sections. */
const maxBookmarks = 10_000;
const characters = new CharacterFold({ matchCase: false, matchAccents: false });

/**
 * Sections by a document's bookmarks, which are read on the first hit: several on one page are ordered by the position of
 * their titles.
 */
function sectionFinder(document: PdfDocument): SectionOf {
  const known = once(() =>
    bookmarks(document, maxBookmarks).filter(({ page, title }) => page !== undefined && title !== ""),
  );
  return (page, number, index) => {
    const before = known().findLast(({ page: at = 0 }) => at < number);
    const here = known().filter(({ page: at }) => at === number);
    if (here.length === 0) return before?.title;
    const { text, at } = page.folded(characters);
    const begun = here.findLast(({ title }) => {
      const place = text.indexOf(fold(title, characters).text);
      return place < 0 || (at[place] ?? 0) <= index;
    });

    return (begun ?? before)?.title;
  };
}
