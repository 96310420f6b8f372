/** Pages without text of their own, read from their pictures by the built-in recognizer (`model: "ocr"`). */
import { languagesIn } from "../../../core/languages.ts";
import type { Box, LayoutReader, PageReader, Paragraph, Word } from "../../../core/page-layout.ts";
import {
  type FurtherModel,
  type GrayImage,
  type RecognizedPage,
  scriptModelId,
} from "../../../core/page-reading.ts";
import { failed, ProblemError } from "../../../core/problem.ts";
import { type PageSize, type TextReader, TooCostlyError } from "../../../core/readers.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { showsPicture } from "../../../document/pictures.ts";
import { isTessdata } from "../../../models/store/tessdata.ts";
import { languageModelsHere, tessdataHere } from "../../../models/store/tessdata-here.ts";
import { type KnownLanguages, modelsForLanguages } from "../../../ocr/languages.ts";
import { noHints, type PageReading as ScanReading, TooLongError } from "../../../ocr/page-reading.ts";
import type { ScanPassName } from "../../../ocr/passes.ts";
import { PictureReader } from "../../../ocr/recognize.ts";
import { Recognizer, threadsFor } from "../../../ocr/recognizer.ts";
import {
  isPicture,
  onPictures,
  picturesToRead,
  recognizedLayout,
  recognizedParagraphs,
  recognizedText,
  type SizedPage,
} from "../../../reading/recognized.ts";
import { openDrawing } from "../pictures/open-drawing.ts";

/** Pixels per inch: recognition doesn't benefit from more. */
const usualDpi = 150;
/** Maximum pixels per picture: drawings a meter wide are rendered smaller. */
const mostPixels = 20_000_000;

function sizeFor({ width, height }: PageSize): { readonly dpi: number; readonly pixels: PageSize } {
  const area = (Math.max(width, 1) * Math.max(height, 1) * usualDpi ** 2) / 72 ** 2;
  const dpi = area > mostPixels ? usualDpi * Math.sqrt(mostPixels / area) : usualDpi;
  const along = (length: number) => Math.min(Math.max(Math.round((length * dpi) / 72), 1), 20_000);
  return { dpi, pixels: { width: along(width), height: along(height) } };
}

/** Undefined, with a warning, if the page takes too long. */
async function recognized(
  recognizer: Recognizer,
  image: GrayImage,
  { dpi, page, warn }: { readonly dpi: number; readonly page: number; readonly warn: ToolContext["warn"] },
): Promise<RecognizedPage | undefined> {
  try {
    return await recognizer.recognize(image, dpi);
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause;
    if (cause instanceof TooLongError) {
      warn(`page ${page}: recognition takes too long, so the page was skipped`);
      return undefined;
    }
    throw failed(`Page ${page} could not be recognized`, { cause });
  }
}

/** Places in a warning. */
const mostPlaces = 5;

/** A page's detected but unrecognized lines, by their upper left corners. */
function unreadLines(page: number, unread: readonly Box[]): string {
  const places = unread.slice(0, mostPlaces).map(({ x0, y0 }) => `(${Math.round(x0)}, ${Math.round(y0)})`);
  const more = unread.length > mostPlaces ? ` and ${unread.length - mostPlaces} more places` : "";
  return `page ${page}: what looks like text at ${places.join(", ")}${more} could not be recognized (points from the upper left corner)`;
}

/** Undefined, with a warning: the page takes too long to draw. */
function drawnOr(draw: () => GrayImage | undefined, warn: Warn): GrayImage | undefined {
  try {
    return draw();
  } catch (error) {
    if (!(error instanceof TooCostlyError)) throw error;
    warn(`${error.message}, so nothing was recognized on it`);
    return undefined;
  }
}

/** The text recognized on a page; undefined if the page has a single color. */
type Recognize = (page: number) => Promise<SizedPage | undefined>;
type Warn = ToolContext["warn"];

/** The models for languages that the caller named; those of the system's own are added to `further`. */
function namedLanguages(language: string, further: FurtherModel[], warn: Warn): KnownLanguages {
  const { languages } = languagesIn(language);
  const own = languageModelsHere(languages);
  further.push(...own.values());
  const { without, ...known } = modelsForLanguages(languages, own);
  const names = without.map(({ name, code }) => `${name} (${code})`);
  if (names.length > 0)
    warn(
      ({ field }) =>
        `${field("language")}: Tesseract's own model of ${names.join(" and ")} is not on this computer, so the built-in model of the script reads it, without a word list`,
    );
  return known;
}

/** Recognizes a document's pages in order, several of which may be requested at once. */
async function openRecognition({ document, wanted, context, language }: WantedPages) {
  const renderer = await openDrawing(document, context.readers);
  const further: FurtherModel[] = [...(await tessdataHere())];
  const threads = threadsFor(wanted.length);
  const languages = language === undefined ? undefined : namedLanguages(language, further, context.warn);
  const recognizer = new Recognizer(further, threads, undefined, languages);

  const warnOfScript = (page: number, script: string, warn: Warn) => {
    const id = scriptModelId(script);
    if (isTessdata(id) && !further.some((model) => model.script === script))
      warn(`page ${page} seems to be in ${script} script; to read it, run "pdfd models download ${id}"`);
  };

  return {
    threads,
    async recognize(page: number, warn: Warn): Promise<SizedPage | undefined> {
      const size = renderer.size(page);
      const { dpi, pixels } = sizeFor(size);
      const image = drawnOr(() => renderer.drawGray(page, pixels), warn);
      const found = image && (await recognized(recognizer, image, { dpi, page, warn }));
      warnOfScript(page, found?.doubtful ?? "", warn);
      if (found?.unread?.length) warn(unreadLines(page, found.unread));
      return found && { ...found, ...size };
    },
    [Symbol.dispose]() {
      recognizer[Symbol.dispose]();
      renderer[Symbol.dispose]();
    },
  };
}

/** A page's picture as far as the named pass reads it, with the page's size in points. Throws `TooLongError`. */
export async function readUntil(
  document: PdfDocument,
  page: number,
  last: ScanPassName,
  { readers }: ToolContext,
): Promise<ScanReading & PageSize> {
  using renderer = await openDrawing(document, readers);
  using reader = new PictureReader(await tessdataHere());
  const size = renderer.size(page);
  const { dpi, pixels } = sizeFor(size);
  const image = renderer.drawGray(page, pixels);
  if (!image) throw failed(`Page ${page} is empty`);
  const read = await reader.readUntil(image, { dpi, hints: noHints, languages: undefined, last });
  return { ...read, ...size };
}

/** The words on a page's picture; none if nothing was recognized. */
export async function wordsOnPicture(
  document: PdfDocument,
  page: number,
  context: ToolContext,
): Promise<Word[]> {
  using recognition = await openRecognition({ document, wanted: [page], context });
  const found = await recognition.recognize(page, () => {});
  const lines = found ? recognizedParagraphs(found).flatMap((paragraph) => paragraph.lines) : [];
  return lines.flatMap(({ sources = [] }) => sources.flatMap(({ words }) => words));
}

/** Pages of a document, in the order in which a call reads them. */
interface WantedPages {
  readonly document: PdfDocument;
  readonly wanted: readonly number[];
  readonly context: ToolContext;
  /** The languages that the caller named, as given. */
  readonly language?: string | undefined;
}

/** The `wanted` pages in order: `make` may request its page's recognized text, and is called ahead for the pages recognized at once. */
export async function openPagesAhead<Page>(
  from: WantedPages,
  make: (page: number, recognize: Recognize) => Promise<Page>,
): Promise<{ page(number: number): Promise<Page> } & Disposable> {
  const { wanted, context } = from;
  const recognition = await openRecognition(from);
  const places = new Map(wanted.map((page, at) => [page, at]));
  const begun = new Map<number, () => Promise<Page>>();
  let [ahead, isClosed] = [0, false];
  /** A page is prepared up to its recognition before the next one begins. */
  let before: Promise<void> = Promise.resolve();

  const begin = (page: number) => {
    const warnings: Parameters<Warn>[0][] = [];
    let next = () => {};
    const earlier = before;
    before = new Promise((done) => {
      next = done;
    });
    const made = earlier
      .then(() => {
        if (isClosed) throw new Error("the pages are closed");
        return make(page, (own) => {
          const found = recognition.recognize(own, (warning) => warnings.push(warning));
          next();
          return found;
        });
      })
      .finally(() => next());
    // If it is no longer requested, its failure is ignored.
    made.catch(() => {});
    begun.set(page, async () => {
      const done = await made;
      for (const warning of warnings) context.warn(warning);
      return done;
    });
  };

  return {
    page(number) {
      const at = places.get(number) ?? wanted.length;
      if (!begun.has(number)) begin(number);
      ahead = Math.max(ahead, at + 1);
      for (; ahead < Math.min(at + recognition.threads, wanted.length); ahead += 1) begin(wanted[ahead] ?? 0);
      const done = begun.get(number);
      begun.delete(number);
      return done?.() ?? Promise.reject(new Error("a page was lost"));
    },
    [Symbol.dispose]() {
      isClosed = true;
      recognition[Symbol.dispose]();
    },
  };
}

/** A reader of the `wanted` pages that adds each page's recognized text. The given reader still belongs to the caller. */
async function withRecognition<Page>(
  own: PageReader<Page>,
  from: WantedPages,
  add: (page: Page, number: number, recognize: Recognize) => Promise<Page>,
): Promise<PageReader<Page>> {
  const pages = await openPagesAhead(from, async (number, recognize) =>
    add(await own.page(number), number, recognize),
  );
  const { wanted, context } = from;
  let done = 0;
  return {
    pageCount: own.pageCount,
    async page(number) {
      const total = wanted.length;
      const report = (progress: number) =>
        context.progress({ progress, total, message: `page ${Math.min(done + 1, total)} of ${total}` });
      report(Math.min(done, total));
      const page = await pages.page(number);
      done += 1;
      if (done === total) report(total);
      return page;
    },
    [Symbol.dispose]: () => pages[Symbol.dispose](),
  };
}

/** Page layouts; for pages without text, from their pictures. */
export function openRecognizedLayout(reader: LayoutReader, from: WantedPages): Promise<LayoutReader> {
  return withRecognition(reader, from, async (own, number, recognize) => {
    const pictures = picturesToRead(own);
    const whole = isPicture(own);
    const found = whole || pictures.length > 0 ? await recognize(number) : undefined;
    if (found === undefined) return own;
    return recognizedLayout(own, whole ? found : onPictures(pictures, found));
  });
}

/** Their text as paragraphs, including the text on their pictures. */
export function openRecognizedParagraphs(
  reader: PageReader<readonly Paragraph[]>,
  layouts: LayoutReader,
  from: WantedPages,
): Promise<PageReader<readonly Paragraph[]>> {
  return withRecognition(reader, from, async (own, number, recognize) => {
    const whole = own.length === 0;
    const pictures =
      !whole && showsPicture(from.document, number) ? picturesToRead(await layouts.page(number)) : [];
    const found = whole || pictures.length > 0 ? await recognize(number) : undefined;
    if (found === undefined) return own;
    return [...own, ...recognizedParagraphs(whole ? found : onPictures(pictures, found))];
  });
}

/** Page text, including the text on their pictures. `layouts` is used for pages that have both. */
export function openRecognizedText(
  reader: TextReader,
  layouts: LayoutReader,
  from: WantedPages,
): Promise<TextReader> {
  return withRecognition(reader, from, async (own, number, recognize) => {
    if (own === "") {
      const found = await recognize(number);
      return found ? recognizedText(found) : "";
    }
    const pictures = showsPicture(from.document, number) ? picturesToRead(await layouts.page(number)) : [];
    const found = pictures.length > 0 ? await recognize(number) : undefined;
    const more = found ? recognizedText(onPictures(pictures, found)) : "";
    return more === "" ? own : `${own}\n\n${more}`;
  });
}
