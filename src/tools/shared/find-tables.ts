/** Finds a document's tables, on its pages as they are or as recognized. */
import { type ModelName, recognizerName } from "../../core/page-reading.ts";
import { pageSet } from "../../core/page-selector.ts";
import type { ToolContext } from "../../core/tool.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageBoxes, pageSize } from "../../document/pages/boxes.ts";
import { taggedTables } from "../../document/tags/tagged-tables.ts";
import { openContentLayout } from "../../reading/open.ts";
import { type FoundTables, readTables, type TableOptions } from "../../tables/read-tables.ts";
import { HiddenTexts } from "./hidden-texts.ts";
import { warnPictures } from "./models/scanned-pages.ts";
import { outlineEntries } from "./parts/outline-entries.ts";
import { type Bbox, boxOnPage } from "./pictures/page-picture.ts";
import { countProgress } from "./progress.ts";
import { contentOptions } from "./unreadable-text.ts";

export interface TableFields {
  readonly pages?: string | undefined;
  readonly bbox?: Bbox | undefined;
  readonly join_pages: boolean;
  readonly high_accuracy: boolean;
  readonly model: ModelName | typeof recognizerName;
}

/** Pages recognized before the first table is read. */
const mostStylePages = 8;

export async function findTables(
  document: PdfDocument,
  { pages, bbox, join_pages, high_accuracy, model }: TableFields,
  context: ToolContext,
): Promise<FoundTables> {
  const wanted = [...pageSet(pages, document.pages.count)].sort((a, b) => a - b);
  const sizeOf = (page: number) => pageSize(pageBoxes(document.cos, document.pages, page));
  const parts = bbox && new Map(wanted.map((page) => [page, boxOnPage(sizeOf(page), bbox, page)]));
  if (high_accuracy && model !== recognizerName) {
    const { findModelTables } = await import("./models/model-tables.ts");
    return await findModelTables(document, model, wanted, context);
  }

  const hidden = new HiddenTexts();
  using layout = openContentLayout(document, contentOptions(context, hidden));
  const recognized = high_accuracy ? await recognizedLayout() : undefined;
  using reader = recognized ?? layout;
  const options: TableOptions = {
    pages: wanted,
    partOf: parts && ((page) => parts.get(page) ?? { x0: 0, y0: 0, x1: 0, y1: 0 }),
    joinPages: join_pages,
    bookmarks: outlineEntries(document, context.warn),
    taggedTables: taggedTables(document),
    ...(recognized && { stylePages: wanted.slice(0, mostStylePages) }),
    warn: context.warn,
    // Recognition reports its own.
    ...(!recognized && { progress: countProgress(context, wanted.length, "pages") }),
  };
  const found = await readTables(reader, options);
  const read = new Set(found.withText);
  warnPictures(
    document,
    wanted.filter((page) => !read.has(page)),
    context.warn,
  );
  hidden.warn((page) => read.has(page), context.warn);
  return found;

  async function recognizedLayout() {
    const { openRecognizedLayout } = await import("./models/recognized-pages.ts");
    return await openRecognizedLayout(layout, { document, wanted, context });
  }
}
