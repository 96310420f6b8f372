/** Pages without text of their own, read from their pictures by the recogniser inside the program (`model: "ocr"`). */
import type { ByteSource } from "../../core/document-io.ts";
import type { LayoutReader, PageLayout } from "../../core/page-layout.ts";
import type { GrayImage, RecognisedLine, RecognisedPage } from "../../core/page-reading.ts";
import { failed, ProblemError } from "../../core/problem.ts";
import type { PageRenderer, PageSize, TextReader } from "../../core/readers.ts";
import type { ToolContext } from "../../core/tool.ts";
import { Recogniser } from "../../ocr/recognise.ts";
import { linesOn, picturesToRead, recognisedLayout, recognisedText } from "../../reading/recognised.ts";

/** Pixels to the inch: recognition gains nothing from more. */
const usualDpi = 150;
/** Pixels of a picture: drawings of a metre are drawn smaller. */
const mostPixels = 20_000_000;

interface Shared extends Disposable {
  /** What stands on the page's pictures; undefined where it has text of its own and no picture that may hold more. */
  read(layout: PageLayout): Promise<{ page: RecognisedPage; lines: readonly RecognisedLine[] } | undefined>;
}

function sizeFor({ width, height }: PageSize): { readonly dpi: number; readonly pixels: PageSize } {
  const area = (Math.max(width, 1) * Math.max(height, 1) * usualDpi ** 2) / 72 ** 2;
  const dpi = area > mostPixels ? usualDpi * Math.sqrt(mostPixels / area) : usualDpi;
  const along = (length: number) => Math.min(Math.max(Math.round((length * dpi) / 72), 1), 20_000);
  return { dpi, pixels: { width: along(width), height: along(height) } };
}

async function recognised(
  recogniser: Recogniser,
  image: GrayImage,
  dpi: number,
  page: number,
): Promise<RecognisedPage> {
  try {
    return await recogniser.recognise(image, dpi);
  } catch (cause) {
    // Its memory is in no state that is known.
    recogniser[Symbol.dispose]();
    if (cause instanceof ProblemError) throw cause;
    throw failed(`Page ${page} could not be recognised`, { cause });
  }
}

async function openShared(source: ByteSource, total: number, context: ToolContext): Promise<Shared> {
  const renderer: PageRenderer = await context.readers.openPages(source);
  const recogniser = new Recogniser();
  let done = 0;
  return {
    async read(layout) {
      const { page } = layout;
      done += 1;
      context.progress({ progress: Math.min(done, total), total, message: `page ${page}` });
      const pictures = picturesToRead(layout);
      if (layout.pieces.length > 0 && pictures.length === 0) return undefined;
      const { dpi, pixels } = sizeFor(renderer.size(page));
      const image = renderer.drawGray(page, pixels);
      if (image === undefined) return undefined;
      const found = await recognised(recogniser, image, dpi, page);
      if (layout.pieces.length === 0) return { page: found, lines: found.lines };
      // Boxes of a turned picture are not those of the page.
      return found.turn === 0 ? { page: found, lines: linesOn(pictures, found) } : undefined;
    },
    [Symbol.dispose]() {
      recogniser[Symbol.dispose]();
      renderer[Symbol.dispose]();
    },
  };
}

/** Layouts of pages; those of pages without text come from their pictures. The reader that is given stays the caller's. */
export async function openRecognisedLayout(
  reader: LayoutReader,
  source: ByteSource,
  wanted: readonly number[],
  context: ToolContext,
): Promise<LayoutReader> {
  const shared = await openShared(source, wanted.length, context);
  return {
    pageCount: reader.pageCount,
    async page(number) {
      const own = await reader.page(number);
      const found = await shared.read(own);
      return found ? recognisedLayout(own, found.page, found.lines) : own;
    },
    [Symbol.dispose]: () => shared[Symbol.dispose](),
  };
}

/** The layout of a page; without any text where it cannot be told. */
async function layoutOf(reader: LayoutReader, page: number): Promise<PageLayout> {
  try {
    return await reader.page(page);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { page, width: 0, height: 0, pieces: [], images: [], drawings: [] };
  }
}

/** The text of pages, with what stands on their pictures. The readers that are given stay the caller's. */
export async function openRecognisedText(
  text: TextReader,
  layouts: LayoutReader,
  source: ByteSource,
  wanted: readonly number[],
  context: ToolContext,
): Promise<TextReader> {
  const shared = await openShared(source, wanted.length, context);
  return {
    pageCount: text.pageCount,
    async page(number) {
      const own = await text.page(number);
      const layout = await layoutOf(layouts, number);
      const found = await shared.read(layout);
      return [own, found ? recognisedText(found.lines) : ""].filter((part) => part !== "").join("\n\n");
    },
    [Symbol.dispose]: () => shared[Symbol.dispose](),
  };
}
