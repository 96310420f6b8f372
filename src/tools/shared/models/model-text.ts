/** pdf_read_text with a model: each page's text is Markdown. */
import type { PageReader, Paragraph } from "../../../core/page-layout.ts";
import type { ModelName } from "../../../core/page-reading.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { pageView } from "../../../reading/interpreter/content/page-source.ts";
import { modelMarkdown } from "../../../reading/model-output/block-text.ts";
import type { ModelBlock } from "../../../reading/model-output/model.ts";
import type { ReadText } from "../pages-read.ts";
import type { ModelPages } from "./model-pages.ts";

/** The text of pages read by a model; once nothing more fits, no page is read, since each takes as long as the rest of the call. */
export function modelText(pages: ModelPages): ReadText {
  return async (page, room) => {
    const blocks = room > 0 ? await pages.read(page) : undefined;
    return blocks && { text: markdownOf(blocks), beginning: (length) => beginning(blocks, length) };
  };
}

function markdownOf(blocks: readonly ModelBlock[]): string {
  return blocks
    .map(modelMarkdown)
    .filter((text) => text !== "")
    .join("\n\n");
}

/** As many blocks as fit; if not even the first one does, its beginning. */
function beginning(blocks: readonly ModelBlock[], length: number): string {
  for (let count = blocks.length - 1; count > 0; count--) {
    const text = markdownOf(blocks.slice(0, count));
    if (text !== "" && text.length <= length) return text;
  }
  const text = markdownOf(blocks).slice(0, length);
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** A model's pages as paragraphs, whose positions on the page are unknown. */
export async function openModelParagraphs(
  document: PdfDocument,
  model: ModelName,
  wanted: readonly number[],
  context: ToolContext,
): Promise<PageReader<Paragraph[]>> {
  const { openModelPages } = await import("./model-pages.ts");
  const pages = await openModelPages(document, model, wanted, context);
  return {
    pageCount: document.pages.count,
    async page(number) {
      const { width, height } = pageView(document, number);
      const place = { box: { x0: 0, y0: 0, x1: width, y1: height }, size: 0 };
      const texts = ((await pages.read(number)) ?? []).map(modelMarkdown).filter((text) => text !== "");
      return texts.map((text) => ({ text, lines: [{ text, place, start: 0 }] }));
    },
    [Symbol.dispose]: () => pages[Symbol.dispose](),
  };
}
