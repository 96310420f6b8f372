/** Pages without text of their own, read from their pictures by the recogniser inside the program (`model: "ocr"`). */
import type { LayoutReader, PageReader, Paragraph } from "../../core/page-layout.ts";
import { type GrayImage, type RecognisedPage, scriptModelId } from "../../core/page-reading.ts";
import { failed, ProblemError } from "../../core/problem.ts";
import type { PageSize, TextReader } from "../../core/readers.ts";
import type { ToolContext } from "../../core/tool.ts";
import type { PdfDocument } from "../../document/open.ts";
import { showsPicture } from "../../document/pictures.ts";
import { isTessdata } from "../../models/store/tessdata.ts";
import { tessdataHere } from "../../models/store/tessdata-here.ts";
import { Recogniser, TooLongError } from "../../ocr/recognise.ts";
import { drawnBytes } from "../../reading/interpreter/content/drawn-bytes.ts";
import { maxContentBytes } from "../../reading/interpreter/state/limits.ts";
import {
  isPicture,
  onPictures,
  picturesToRead,
  recognisedLayout,
  recognisedParagraphs,
  recognisedText,
} from "../../reading/recognised.ts";

/** Pixels to the inch: recognition gains nothing from more. */
const usualDpi = 150;
/** Pixels of a picture: drawings of a metre are drawn smaller. */
const mostPixels = 20_000_000;

function sizeFor({ width, height }: PageSize): { readonly dpi: number; readonly pixels: PageSize } {
  const area = (Math.max(width, 1) * Math.max(height, 1) * usualDpi ** 2) / 72 ** 2;
  const dpi = area > mostPixels ? usualDpi * Math.sqrt(mostPixels / area) : usualDpi;
  const along = (length: number) => Math.min(Math.max(Math.round((length * dpi) / 72), 1), 20_000);
  return { dpi, pixels: { width: along(width), height: along(height) } };
}

/** Undefined, with a warning: the page takes too long. */
async function recognised(
  recogniser: Recogniser,
  image: GrayImage,
  { dpi, page, warn }: { readonly dpi: number; readonly page: number; readonly warn: ToolContext["warn"] },
): Promise<RecognisedPage | undefined> {
  try {
    return await recogniser.recognise(image, dpi);
  } catch (cause) {
    // Its memory is in no state that is known.
    recogniser[Symbol.dispose]();
    if (cause instanceof ProblemError) throw cause;
    if (cause instanceof TooLongError) {
      warn(
        `page ${page}: it takes longer to recognize than pages of text do, so nothing was recognised on it`,
      );
      return undefined;
    }
    throw failed(`Page ${page} could not be recognised`, { cause });
  }
}

/** What is recognised on a page; undefined where all of it has one colour. */
type Recognise = (page: number) => Promise<RecognisedPage | undefined>;

/** Recognises pages of a document, one after the other. */
export interface Recognition extends Disposable {
  readonly recognise: Recognise;
}

export async function openRecognition(document: PdfDocument, context: ToolContext): Promise<Recognition> {
  const { source, password } = document.cos;
  const renderer = await context.readers.openPages(source, password);
  const further = await tessdataHere();
  const recogniser = new Recogniser(further);
  const warnOfScript = (page: number, script = "") => {
    const id = scriptModelId(script);
    if (isTessdata(id) && !further.some((model) => model.script === script))
      context.warn(
        `page ${page} seems to be in ${script} script, which "pdfd models download ${id}" makes readable`,
      );
  };
  return {
    async recognise(page) {
      if (drawnBytes(document, page) > maxContentBytes) {
        context.warn(`page ${page}: its content is too large to be drawn, so nothing was recognised on it`);
        return undefined;
      }
      const { dpi, pixels } = sizeFor(renderer.size(page));
      const image = renderer.drawGray(page, pixels);
      const found = image && (await recognised(recogniser, image, { dpi, page, warn: context.warn }));
      warnOfScript(page, found?.doubtful);
      return found;
    },
    [Symbol.dispose]() {
      recogniser[Symbol.dispose]();
      renderer[Symbol.dispose]();
    },
  };
}

/** A reader of the `wanted` pages that adds to each page what is recognised on it. The reader that is given stays the caller's. */
async function withRecognition<Page>(
  own: PageReader<Page>,
  document: PdfDocument,
  wanted: readonly number[],
  context: ToolContext,
  add: (page: Page, number: number, recognise: Recognise) => Promise<Page>,
): Promise<PageReader<Page>> {
  const recognition = await openRecognition(document, context);
  let done = 0;
  return {
    pageCount: own.pageCount,
    async page(number) {
      done += 1;
      const total = wanted.length;
      context.progress({ progress: Math.min(done, total), total, message: `page ${number}` });
      return await add(await own.page(number), number, recognition.recognise);
    },
    [Symbol.dispose]: () => recognition[Symbol.dispose](),
  };
}

/** Layouts of pages; those of pages without text come from their pictures. */
export function openRecognisedLayout(
  reader: LayoutReader,
  document: PdfDocument,
  wanted: readonly number[],
  context: ToolContext,
): Promise<LayoutReader> {
  return withRecognition(reader, document, wanted, context, async (own, number, recognise) => {
    const pictures = picturesToRead(own);
    const whole = isPicture(own);
    const found = whole || pictures.length > 0 ? await recognise(number) : undefined;
    if (found === undefined) return own;
    return recognisedLayout(own, whole ? found : onPictures(pictures, found));
  });
}

/** Their text as paragraphs, with what is on their pictures. */
export function openRecognisedParagraphs(
  reader: PageReader<readonly Paragraph[]>,
  layouts: LayoutReader,
  document: PdfDocument,
  wanted: readonly number[],
  context: ToolContext,
): Promise<PageReader<readonly Paragraph[]>> {
  return withRecognition(reader, document, wanted, context, async (own, number, recognise) => {
    const whole = own.length === 0;
    const pictures =
      !whole && showsPicture(document, number) ? picturesToRead(await layouts.page(number)) : [];
    const found = whole || pictures.length > 0 ? await recognise(number) : undefined;
    if (found === undefined) return own;
    return [...own, ...recognisedParagraphs(whole ? found : onPictures(pictures, found))];
  });
}

/** The text of pages, with what stands on their pictures. `layouts` is asked for pages that have both. */
export function openRecognisedText(
  reader: TextReader,
  layouts: LayoutReader,
  document: PdfDocument,
  wanted: readonly number[],
  context: ToolContext,
): Promise<TextReader> {
  return withRecognition(reader, document, wanted, context, async (own, number, recognise) => {
    if (own === "") {
      const found = await recognise(number);
      return found ? recognisedText(found) : "";
    }
    const pictures = showsPicture(document, number) ? picturesToRead(await layouts.page(number)) : [];
    const found = pictures.length > 0 ? await recognise(number) : undefined;
    const more = found ? recognisedText(onPictures(pictures, found)) : "";
    return more === "" ? own : `${own}\n\n${more}`;
  });
}
