/** Pages read by a model, for the reading tools: rendered and cleaned here, read in another process. Losses become warnings. */
import { inWords, type Message } from "../../../core/message.ts";
import type { ModelName, ModelPage } from "../../../core/page-reading.ts";
import { ProblemError } from "../../../core/problem.ts";
import type { TextReader } from "../../../core/readers.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { pixelSize } from "../../../models/page-model/page-size.ts";
import { openText } from "../../../reading/fallback.ts";
import { modelBlocks } from "../../../reading/model-output/blocks.ts";
import { cleanText } from "../../../reading/model-output/clean.ts";
import { modelText } from "../../../reading/model-output/json.ts";
import type { ModelBlock } from "../../../reading/model-output/model.ts";
import { openDrawing } from "../pictures/open-drawing.ts";

export interface ModelPages extends Disposable {
  /**
   * A page's blocks. A failure on the first page is thrown: any cause shows within a minute of reading. A later one becomes a
   * warning and undefined: the earlier pages are worth more than an error, and reading continues from there.
   */
  read(page: number): Promise<readonly ModelBlock[] | undefined>;
}

/** If a model's text is shorter than this fraction of a page's embedded text, it is doubted. */
const muchLess = 0.5;
/** Too few characters of embedded text for a comparison: page numbers, marks. */
const littleText = 200;
/** Maximum characters per page; a model's own limit is lower, a server's may not be. */
const maxWritten = 200_000;

/**
 * Opens a document for a model. Throws 422 `operation_failed` at once if the model can't read now, after all possible problems
 * with the document.
 */
export async function openModelPages(
  document: PdfDocument,
  model: ModelName,
  wanted: readonly number[],
  context: ToolContext,
): Promise<ModelPages> {
  const { readers, reading, warn } = context;
  const { source, password } = document.cos;
  const renderer = await openDrawing(document, readers);
  const embedded = await disposingOnError(renderer, () => openText(readers, source, password));

  const close = () => {
    renderer[Symbol.dispose]();
    embedded[Symbol.dispose]();
  };

  await disposingOnError({ [Symbol.dispose]: close }, () => reading.ready(model));
  let done = 0;
  let anyRead = false;

  async function written(page: number): Promise<ModelPage> {
    const image = renderer.draw(page, pixelSize(renderer.size(page)));
    // An empty page needs no model.
    if (!image) return { text: "", end: "stop" };
    return await reading.read({ model, png: Buffer.from(image.png).toString("base64"), page });
  }

  async function blocksOf(page: number): Promise<readonly ModelBlock[]> {
    const { text, end } = await written(page);
    if (end !== "stop" || text.length > maxWritten)
      warn(
        end === "repetition"
          ? `page ${page}: the model began to repeat itself; text may be missing from there on`
          : `page ${page}: the model reached its length limit, and the rest of the page is missing`,
      );
    const blocks = modelBlocks(cleanText(text.slice(0, maxWritten)));
    return withEmbedded(page, blocks, await embeddedText(embedded, page), warn);
  }

  return {
    async read(page) {
      try {
        const blocks = await blocksOf(page);
        anyRead = true;
        done += 1;
        context.progress({
          progress: done,
          total: wanted.length,
          message: `page ${done} of ${wanted.length}`,
        });
        return blocks;
      } catch (error) {
        if (!anyRead || !(error instanceof ProblemError)) throw error;
        warn((names) => `reading stopped before page ${page}: ${inWords(error.detail, names)}`);
        return undefined;
      }
    },
    [Symbol.dispose]: close,
  };
}

/** Returns the step's result; if it fails, closes the resource opened before. */
async function disposingOnError<T>(opened: Disposable, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    opened[Symbol.dispose]();
    throw error;
  }
}

/** A page's embedded text; empty if unreadable. */
async function embeddedText(reader: TextReader, page: number): Promise<string> {
  try {
    return await reader.page(page);
  } catch (error) {
    if (error instanceof ProblemError) return "";
    throw error;
  }
}

/** If a model sees nothing on a page with text, it is wrong or the text is hidden. The text is then returned with a warning. */
function withEmbedded(
  page: number,
  blocks: readonly ModelBlock[],
  embedded: string,
  warn: (message: Message) => void,
): readonly ModelBlock[] {
  const length = blocks.reduce((sum, block) => sum + modelText(block).trim().length, 0);
  const own = embedded.trim().length;
  if (own === 0) return blocks;

  if (length === 0) {
    warn(`page ${page}: the model read nothing on its image; the page's embedded text is used instead`);
    const paragraphs = embedded.split(/\n\s*\n/).filter((text) => text.trim() !== "");
    return [...blocks, ...paragraphs.map((text): ModelBlock => ({ type: "paragraph", text: literal(text) }))];
  }

  if (own >= littleText && length < muchLess * own)
    warn(
      ({ field }) =>
        `page ${page}: the model wrote ${length} characters, its embedded text has ${own}; compare with a call without ${field("high_accuracy")}`,
    );

  return blocks;
}

/** Plain text as equivalent Markdown. */
const literal = (text: string): string => text.trim().replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
