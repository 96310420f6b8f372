/** pdf_read_text by a model: each page's text is Markdown. */
import type { Message } from "../../core/message.ts";
import { writtenMarkdown } from "../../reading/model-output/block-text.ts";
import type { WrittenBlock } from "../../reading/model-output/model.ts";
import type { ModelPages } from "./model-pages.ts";
import type { PagesRead } from "./pages-read.ts";

export interface PartRead {
  readonly truncated: boolean;
  /** The page to go on with. */
  readonly next: number | null;
}

/**
 * Reads pages into `pages` until the next no longer fits, and none behind it: each takes as long as all the rest of a call. Whole pages
 * come back; a first page that is too long is cut between blocks, or in its first one where that alone is too long.
 */
export async function readModelText(
  source: ModelPages,
  wanted: readonly number[],
  maxChars: number,
  pages: PagesRead,
  warn: (message: Message) => void,
): Promise<PartRead> {
  let remaining = maxChars;
  for (const [at, page] of wanted.entries()) {
    // Nothing more fits, so the next page is not read.
    if (remaining === 0) return { truncated: true, next: page };
    const blocks = await source.read(page);
    if (!blocks) return { truncated: true, next: page };
    const text = markdownOf(blocks);
    if (text.length <= remaining) {
      pages.add({ page, text });
      remaining -= text.length;
      continue;
    }
    if (pages.hasText) return { truncated: true, next: page };
    pages.add({ page, text: beginning(blocks, remaining) });
    warn(({ field }) => `page ${page} has ${text.length} characters and was cut at ${field("max_chars")}`);
    return { truncated: true, next: wanted[at + 1] ?? null };
  }
  return { truncated: false, next: null };
}

export function markdownOf(blocks: readonly WrittenBlock[]): string {
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
