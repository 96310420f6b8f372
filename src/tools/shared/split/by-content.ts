/** Where parts begin, by a document's bookmarks or its text. */
import { maxBookmarks } from "../../../core/limits.ts";
import { inPages, pageRanges } from "../../../core/page-selector.ts";
import { failed, isFailure } from "../../../core/problem.ts";
import type { ToolContext } from "../../../core/tool.ts";
import { bookmarks } from "../../../document/navigation/outline.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { showsPicture } from "../../../document/pictures.ts";
import { openContentParagraphs } from "../../../reading/open.ts";
import type { Matcher } from "../../../search/matcher.ts";
import { SearchPage } from "../../../search/search-page.ts";
import { contentOptions } from "../unreadable-text.ts";
import type { Begin } from "./part.ts";

/** Pages to which bookmarks of a level lead. The first of several on one page gives the title. */
export function bookmarkBegins(document: PdfDocument, level: number, { warn }: ToolContext): Begin[] {
  const all = bookmarks(document, maxBookmarks + 1);
  if (all.length > maxBookmarks)
    warn(`the outline is longer than ${maxBookmarks} bookmarks: the rest is ignored`);
  const ofLevel = all.slice(0, maxBookmarks).filter((bookmark) => bookmark.level === level);
  const titles = new Map<number, string>();
  for (const { page, title } of ofLevel) if (page !== undefined && !titles.has(page)) titles.set(page, title);
  if (titles.size === 0) throw failed(`No bookmark of level ${level} leads to a page of the document`);

  const astray = ofLevel.filter(({ page }) => page === undefined).length;
  if (astray > 0) warn(`bookmarks of level ${level} that lead to no page, and so begin no file: ${astray}`);
  return [...titles].map(([page, title]) => ({ page, title })).sort((a, b) => a.page - b.page);
}

/** Pages with a match, whose first is the title. */
export async function textBegins(
  document: PdfDocument,
  matcher: Matcher,
  context: ToolContext,
  done: (pages: number) => void,
): Promise<Begin[]> {
  using reader = openContentParagraphs(document, contentOptions(context));
  const { count } = document.pages;
  const begins: Begin[] = [];
  const [unread, pictures]: [number[], number[]] = [[], []];

  for (let number = 1; number <= count; number += 1) {
    try {
      const paragraphs = await reader.page(number);
      if (paragraphs.length === 0 && showsPicture(document, number)) pictures.push(number);
      const page = new SearchPage(paragraphs);
      const [first] = matcher(page);
      if (first) begins.push({ page: number, title: titleOf(page.text.slice(first.start, first.end)) });
    } catch (error) {
      // Whatever is wrong with the expression concerns all pages.
      if (!isFailure(error)) throw error;
      unread.push(number);
    }
    done(number);
  }

  const named = (pages: readonly number[]) => inPages(pageRanges(pages));
  if (unread.length > 0) context.warn(`${named(unread)} can't be read, so no file begins there`);
  if (pictures.length > 0)
    context.warn(
      ({ tool }) =>
        `${named(pictures)} can't match without text; ${tool("pdf_add_text_layer")} recognizes the text of scans`,
    );
  if (begins.length === 0) throw failed("No page has text that matches the pattern");
  return begins;
}

/** One line of text, as in bookmarks. */
export const titleOf = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
