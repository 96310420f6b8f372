/** Finds blank pages by their pictures: nothing is drawn, or on a scan, nothing but paper and specks. */
import { once } from "../../../core/once.ts";
import { inPages, pageRanges } from "../../../core/page-selector.ts";
import { isFailure } from "../../../core/problem.ts";
import type { Samples } from "../../../core/readers.ts";
import type { ToolContext } from "../../../core/tool.ts";
import { arePicturesReadable } from "../../../document/images/readable.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { showsPicture } from "../../../document/pictures.ts";
import { inkOf, isPlain } from "../../../ocr/picture/marks.ts";
import { openContentLayout } from "../../../reading/open.ts";
import { isScan } from "../../../reading/recognized.ts";
import { openDrawing } from "./open-drawing.ts";
import { wholePage } from "./page-picture.ts";

/** Dots per inch: small print on scans is judged by its strokes. */
const [scanDpi, drawnDpi] = [150, 100];

/** Blank pages, ascending. Pages that can't be drawn aren't among them, with a warning. */
export async function blankPages(
  document: PdfDocument,
  context: Pick<ToolContext, "readers" | "warn">,
  done: (pages: number) => void = () => {},
): Promise<number[]> {
  using drawing = await openDrawing(document, context.readers);
  const layouts = once(() => openContentLayout(document, { engines: context.readers }));
  const [blank, unknown]: [number[], number[]] = [[], []];

  for (let page = 1; page <= document.pages.count; page += 1) {
    try {
      const hasPictures = showsPicture(document, page);
      const isScanned = hasPictures && isScan(await layouts().page(page));
      const found = wholePage(drawing, page, { dpi: isScanned ? scanDpi : drawnDpi, gray: isScanned });
      if (!isBlank(found)) continue;
      const isKnown =
        !hasPictures || !isEmpty(found) || (await arePicturesReadable(document, page, context.readers));
      (isKnown ? blank : unknown).push(page);
    } catch (error) {
      if (!isFailure(error)) throw error;
      unknown.push(page);
    } finally {
      done(page);
    }
  }

  if (unknown.length > 0)
    context.warn(
      `${inPages(pageRanges(unknown))} can't be drawn completely, so ${unknown.length === 1 ? "it doesn't" : "they don't"} count as blank`,
    );
  return blank;
}

const isBlank = ({ dpi, ...picture }: ReturnType<typeof wholePage>): boolean =>
  picture.components === 1
    ? inkOf({ ...picture, pixels: picture.data }, dpi).length === 0
    : isPlain(picture, dpi);

/** Whether all pixels are equal: the page is empty, or its pictures can't be drawn. */
const isEmpty = ({ data, components }: Samples): boolean =>
  data.every((value, at) => value === data[at % components]);
