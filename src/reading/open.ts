/** Opens a document for its text or layout: our own interpreter reads page by page, and MuPDF reads the pages it can't. */
import { once } from "../core/once.ts";
import type { HiddenText, LayoutReader, PageReader, Paragraph } from "../core/page-layout.ts";
import { failed } from "../core/problem.ts";
import type { TextReader } from "../core/readers.ts";
import { Unsupported } from "../cos/syntax/content/unsupported.ts";
import { CosError } from "../cos/syntax/error.ts";
import type { PdfDocument } from "../document/open.ts";
import type { PlainEngines } from "./fallback.ts";
import { flowParagraphs, needsOrder, paintedParagraphs, paragraphsText } from "./formats/text.ts";
import { asksTooMuch } from "./interpreter/content/drawn-bytes.ts";
import { pageView } from "./interpreter/content/page-source.ts";
import { type CollectOptions, documentRun } from "./interpreter/interpret-page.ts";
import type { DocumentRun } from "./interpreter/page-run.ts";
import { smallFile } from "./interpreter/state/limits.ts";
import { mayBreakWords, withCellWords } from "./layout/tables/cell-words.ts";
import { isUnreadable, makesSense } from "./lines/words/unreadable.ts";
import { type ReadPage, readLayout, readPage } from "./read-page.ts";

export interface ContentOptions {
  /** Used for the remaining pages. */
  readonly engines: PlainEngines;
  /** Called for each page left to MuPDF, with the reason. */
  left?(page: number, reason: string): void;
  /** Called once for each damaged page: the part before the damage was read, or MuPDF's findings. */
  damaged?(page: number): void;
  /** Called with invisible text, each time that a page with such text is read. */
  hidden?(page: number, texts: readonly HiddenText[]): void;
  /** Called for each page whose text is skipped as artifacts. */
  artifacts?(page: number): void;
  /** Called for each page whose text may differ from what its glyphs say: the page's glyphs were not all read, or not in order. */
  partial?(page: number): void;
}

/** Why a page is left to MuPDF, after any error. */
function reasonOf(error: unknown): string {
  if (error instanceof Unsupported) return error.reason;
  if (error instanceof CosError) return `damage (${error.reason})`;
  // A message of unknown origin may quote the document.
  return error instanceof Error ? error.name : "error";
}

/** Excesses that MuPDF doesn't limit either: it would take gigabytes. */
const tooMuch = new Set(["characters", "content too large", "operators", "forms", "blocks"]);

function isTooMuch({ cos }: PdfDocument, error: unknown): boolean {
  if (cos.source.size >= smallFile) return false;
  return error instanceof Unsupported
    ? tooMuch.has(error.reason)
    : error instanceof CosError && error.reason === "limit";
}

const tooLarge = "its content is too large for a file of this size";

/** Budget steps for reading a page, whatever its content. */
const stepsPerPage = 2000;

type Fallback = typeof import("./fallback.ts");

/** Reads pages with the interpreter, or else with MuPDF. */
interface Reading<Page, Own extends Page> {
  read(shared: DocumentRun, page: number): Own;
  textOf(page: Own): string;
  fallback(from: Fallback): (...from: Parameters<Fallback["openText"]>) => Promise<PageReader<Page>>;
}

/** Never throws; pages throw the fallback's errors. */
function openContent<Page, Own extends Page = Page>(
  document: PdfDocument,
  { engines, left, damaged, hidden, artifacts, partial }: ContentOptions,
  { read, textOf, fallback }: Reading<Page, Own>,
): PageReader<Page> {
  let current = 0;
  const reported = new Set<number>();

  const report = () => {
    if (!reported.has(current)) damaged?.(current);
    reported.add(current);
  };

  const shared = documentRun(document, report);
  if (hidden) shared.onHidden = (texts) => hidden(current, texts);
  shared.onArtifacts = () => artifacts?.(current);
  shared.onPartial = () => partial?.(current);
  const byCodes = once(() => documentRun(document, () => {}, true));

  /** Reads a page whose fonts don't name their letters by its codes, if that gives words. */
  const readByCodes = (page: number, own: Own): Own => {
    partial?.(page);
    const other = read(byCodes(), page);
    return makesSense(textOf(other), textOf(own)) ? other : own;
  };

  const opening = once(async () => {
    const { source, password } = document.cos;
    return await fallback(await import("./fallback.ts"))(engines, source, password);
  });
  let open: PageReader<Page> | undefined;
  // The page numbering is doubtful: a single reader must number all pages.
  const whole = document.pages.inconsistencies.length > 0 ? "page tree" : undefined;

  const byOther = async (page: number) => {
    open = await opening();
    return await open.page(page);
  };

  return {
    pageCount: document.pages.count,
    page(page) {
      let reason = whole;
      current = page;

      if (reason === undefined) {
        try {
          document.cos.budget.during("reading its pages", () => document.cos.budget.spend(stepsPerPage));
          const own = read(shared, page);
          return isUnreadable(textOf(own)) ? readByCodes(page, own) : own;
        } catch (error) {
          if (error instanceof CosError && error.reason === "work") throw error;
          if (isTooMuch(document, error)) throw failed(tooLarge, { cause: error });
          if (error instanceof CosError && error.reason === "syntax") report();
          // Whatever it is: MuPDF reads the page from scratch, and reports what is wrong with it.
          reason = reasonOf(error);
        }
      }

      if (asksTooMuch(document, page)) throw failed(tooLarge);
      left?.(page, reason);
      partial?.(page);

      return byOther(page);
    },
    [Symbol.dispose]: () => open?.[Symbol.dispose](),
  };
}

/** A page's lines with words that narrow cells may have broken joined, judging by its drawings. */
function withWholeCellWords(shared: DocumentRun, page: number, { blocks, drawings }: ReadPage) {
  if (!mayBreakWords(blocks)) return blocks;
  shared.onPartial?.();
  return withCellWords(blocks, drawings, pageView(shared.document, page));
}

/** The paragraphs read, as painted or, if that isn't a reading order, in layout order. */
function paragraphsOf(shared: DocumentRun, page: number, options: CollectOptions): Paragraph[] {
  const read = readPage(shared, page, options);
  if (needsOrder(read.blocks.flatMap(({ lines }) => lines))) {
    shared.onPartial?.();
    return flowParagraphs(readLayout(shared, page, options));
  }
  return paintedParagraphs(withWholeCellWords(shared, page, read));
}

/** A page's text; in a tagged document, without artifacts. */
const readText = (shared: DocumentRun, page: number): string =>
  paragraphsText(paragraphsOf(shared, page, { withoutArtifacts: true }));

/** The paragraphs of that text, whose words know their letters, followed by the artifacts it omits. */
function readParagraphs(shared: DocumentRun, page: number): Paragraph[] {
  let leftOut = false;
  const onArtifacts = () => {
    leftOut = true;
  };
  const own = paragraphsOf({ ...shared, onArtifacts }, page, { withoutArtifacts: true, letters: true });
  return !leftOut ? own : [...own, ...paragraphsOf(shared, page, { onlyArtifacts: true, letters: true })];
}

export const openContentText = (document: PdfDocument, options: ContentOptions): TextReader =>
  openContent(document, options, {
    read: readText,
    textOf: (text) => text,
    fallback: ({ openText }) => openText,
  });

export const openContentParagraphs = (document: PdfDocument, options: ContentOptions) =>
  openContent<Paragraph[]>(document, options, {
    read: readParagraphs,
    textOf: paragraphsText,
    fallback: ({ openParagraphs }) => openParagraphs,
  });

export const openContentLayout = (document: PdfDocument, options: ContentOptions): LayoutReader =>
  openContent(document, options, {
    read: readLayout,
    textOf: ({ pieces }) => pieces.map(({ text }) => text).join(" "),
    fallback: ({ openLayout }) => openLayout,
  });
