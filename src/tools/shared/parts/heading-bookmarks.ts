/** Bookmarks from the headings that pdf_extract_structure detects: the tree of its sections. */
import { failed } from "../../../core/problem.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { Bookmark } from "../../../document/details/bookmarks.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { pageBoxes } from "../../../document/pages/boxes.ts";
import { taggedTables } from "../../../document/tags/tagged-tables.ts";
import { extractStructure } from "../../../reading/extract.ts";
import type { Section } from "../../../reading/layout/outline/sections.ts";
import { openContentLayout } from "../../../reading/open.ts";
import { HiddenTexts } from "../hidden-texts.ts";
import type { StructureDocument } from "../structure-document.ts";
import { contentOptions } from "../unreadable-text.ts";

/** Headings down to a level as bookmarks. Throws 422 `operation_failed` if there are none. */
export async function headingBookmarks(
  document: PdfDocument,
  name: string,
  maxLevel: number,
  context: ToolContext,
): Promise<Bookmark[]> {
  using reader = openContentLayout(document, contentOptions(context, new HiddenTexts()));
  const { content, sections } = await extractStructure(reader, {
    format: "json",
    maxChars: Number.MAX_SAFE_INTEGER,
    pages: Array.from({ length: document.pages.count }, (_, at) => at + 1),
    bookmarks: [],
    rotation: (page) => pageBoxes(document.cos, document.pages, page).rotation,
    taggedTables: taggedTables(document),
    warn: context.warn,
  });
  if (sections.length === 0)
    throw failed(
      ({ field }) => `no headings were found in ${name}; give the bookmarks as ${field("bookmarks")}`,
    );

  // The writer of this JSON is extract_structure's own.
  const { pages }: StructureDocument = JSON.parse(content);
  const tops = new Map<string, number>();
  for (const block of pages.flatMap(({ blocks }) => blocks))
    if (block.type === "heading" && block.section !== undefined && !tops.has(block.section))
      tops.set(block.section, block.bbox[1]);

  return bookmarksOf(sections, tops, maxLevel);
}

function bookmarksOf(
  sections: readonly Section[],
  tops: ReadonlyMap<string, number>,
  maxLevel: number,
): Bookmark[] {
  return sections
    .filter(({ level }) => level <= maxLevel)
    .map(({ id, title, startPage, children }) => {
      const y = tops.get(id);
      const below = bookmarksOf(children, tops, maxLevel);
      return {
        title,
        page: startPage,
        ...(y !== undefined && { y: Math.max(0, y) }),
        ...(below.length > 0 && { children: below }),
      };
    });
}
