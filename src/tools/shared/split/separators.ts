/** Finds the sheets that separate documents in a stack of scans: by barcodes, QR codes or patch code T. */
import { area, height, width } from "../../../core/geometry.ts";
import { once } from "../../../core/once.ts";
import type { Box } from "../../../core/page-layout.ts";
import type { GrayImage } from "../../../core/page-reading.ts";
import { inPages, pageRanges } from "../../../core/page-selector.ts";
import { failed, isFailure } from "../../../core/problem.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { withWhite } from "../../../ocr/picture/bitmap.ts";
import { inkOf } from "../../../ocr/picture/marks.ts";
import { patchCodesT } from "../../../ocr/picture/patch-code.ts";
import { openContentLayout, openContentParagraphs } from "../../../reading/open.ts";
import { isScan } from "../../../reading/recognized.ts";
import type { Matcher } from "../../../search/matcher.ts";
import { SearchPage } from "../../../search/search-page.ts";
import { openDrawing } from "../pictures/open-drawing.ts";
import { wholePage } from "../pictures/page-picture.ts";
import { titleOf } from "./by-content.ts";
import { type Begin, type Part, partsAt } from "./part.ts";

const usualDpi = 170;
/** Characters on a sheet that separates, not counting its codes. */
const mostCharacters = 200;
/** Of a page: a picture of substance covers at least this with its box, and of that, so much with ink. */
const [leastPicture, leastFill] = [0.04, 0.1];

export interface Separators {
  /** Finds the text of codes that separate. */
  readonly matcher: Matcher | undefined;
  /** Whether sheets stay, as first pages. */
  readonly isKept: boolean;
}

/** A document's parts after its separator sheets, which have the texts of their codes as titles. */
export async function partsBySheets(
  document: PdfDocument,
  { matcher, isKept }: Separators,
  context: ToolContext,
  done: (pages: number) => void,
): Promise<Part[]> {
  const { count } = document.pages;
  const begins = await separatorBegins(document, matcher, context, done);
  const parts = partsAt(begins, count, !isKept);
  if (parts.length === 0) throw failed("All pages are separator sheets; nothing was written");
  // Sheets printed on both sides have the same code twice.
  const vain = begins.filter(({ page, title }, at) => {
    const next = begins[at + 1];
    return !isKept && page + 1 === (next?.page ?? count + 1) && title !== next?.title;
  });
  if (vain.length > 0)
    context.warn(`no page follows the separator on ${inPages(pageRanges(vain.map(({ page }) => page)))}`);
  return parts;
}

/** The separator sheets, ascending. Without a matcher, any code separates if its sheet shows little else. */
async function separatorBegins(
  document: PdfDocument,
  matcher: Matcher | undefined,
  context: ToolContext,
  done: (pages: number) => void,
): Promise<Begin[]> {
  const { readers, warn } = context;
  using drawing = await openDrawing(document, readers);
  const options = { engines: readers };
  const texts = once(() => openContentParagraphs(document, options));
  const layouts = once(() => openContentLayout(document, options));
  const begins: Begin[] = [];
  const unknown: number[] = [];

  const showsLittleElse = async (page: number, image: GrayImage, codes: readonly Box[], dpi: number) => {
    const ink = inkOf(withWhite(image, codes, Math.round(dpi / 10)), dpi);
    const letters = ink.reduce((sum, mark) => sum + lettersIn(mark, dpi), 0);
    const isPicture = (mark: Box & { readonly area: number }) =>
      area(mark) >= leastPicture * image.pixels.length && mark.area >= leastFill * area(mark);
    if (ink.some(isPicture) || letters > 2 * mostCharacters) return false;
    const text = (await texts().page(page)).map((paragraph) => paragraph.text).join(" ");
    const isRead = text !== "" && !isScan(await layouts().page(page));
    return Math.max(text.length, isRead ? 0 : letters) <= mostCharacters;
  };

  const sheetAt = async (page: number): Promise<Begin | undefined> => {
    const {
      width: across,
      height: down,
      data,
      dpi,
    } = wholePage(drawing, page, { dpi: usualDpi, gray: true });
    const image = { width: across, height: down, pixels: data };
    const codes = (await readers.readBarcodes(image)).filter(({ text }) => text !== "");
    const matching = matcher
      ? codes.find(({ text }) => matcher(new SearchPage([{ text, lines: [] }])).length > 0)
      : undefined;
    if (matching) return { page, title: titleOf(matching.text) };
    const patches = patchCodesT(image, dpi);
    if (patches.length === 0 && (matcher || codes.length === 0)) return undefined;
    const boxes = [...codes.map(({ box }) => box), ...patches].map(wholePixels);
    if (!(await showsLittleElse(page, image, boxes, dpi))) return undefined;
    return { page, title: matcher ? undefined : titleOf(codes[0]?.text ?? "") };
  };

  for (let page = 1; page <= document.pages.count; page += 1) {
    try {
      const sheet = await sheetAt(page);
      if (sheet) begins.push(sheet);
    } catch (error) {
      if (!isFailure(error)) throw error;
      unknown.push(page);
    }
    done(page);
  }

  if (unknown.length > 0) warn(`${inPages(pageRanges(unknown))} can't be read, so no file begins there`);
  if (begins.length === 0)
    throw failed(
      matcher
        ? "No page has a code that matches the pattern"
        : "No page is a sheet with a code and little else",
    );
  return begins;
}

const wholePixels = ({ x0, y0, x1, y1 }: Box): Box => ({
  ...{ x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) },
});

/** In inches: type is at most so high, and a line at most so thick. */
const [highestType, thickestLine] = [0.5, 0.04];
/** The width of a letter by its height, with its share of the spaces between words. */
const letterWidth = 0.65;

/** How many characters a mark may be: letters touch each other. */
function lettersIn(mark: Box, dpi: number): number {
  const [across, down] = [width(mark), height(mark)];
  const isLine = Math.min(across, down) < thickestLine * dpi && Math.max(across, down) > highestType * dpi;
  if (isLine) return 0;
  return down > highestType * dpi ? 1 : Math.max(1, Math.round(across / (letterWidth * down)));
}
