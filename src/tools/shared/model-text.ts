/** pdf_read_text by a model: each page's text is Markdown. */
import { writtenMarkdown } from "../../reading/model-output/block-text.ts";
import type { WrittenBlock } from "../../reading/model-output/model.ts";
import type { ModelPages } from "./model-pages.ts";
import type { ReadText } from "./pages-read.ts";

/** The text of pages that a model reads; where nothing more fits no page is read: each takes as long as all the rest of a call. */
export function modelText(pages: ModelPages): ReadText {
  return async (page, room) => {
    const blocks = room > 0 ? await pages.read(page) : undefined;
    return blocks && { text: markdownOf(blocks), beginning: (length) => beginning(blocks, length) };
  };
}

function markdownOf(blocks: readonly WrittenBlock[]): string {
  return blocks
    .map(writtenMarkdown)
    .filter((text) => text !== "")
    .join("\n\n");
}

/** As many blocks as fit; of the first one what does. */
function beginning(blocks: readonly WrittenBlock[], length: number): string {
  for (let count = blocks.length - 1; count > 0; count--) {
    const text = markdownOf(blocks.slice(0, count));
    if (text !== "" && text.length <= length) return text;
  }
  const text = markdownOf(blocks).slice(0, length);
  return text.isWellFormed() ? text : text.slice(0, -1);
}
