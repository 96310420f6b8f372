/** Renders pages as pictures with MuPDF, directly in the requested size, on white. */
import type { ColorSpace, Device, DisplayList, Matrix, Pixmap, Rect } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import { type PageRenderer, type PageSize, type Picture, TooCostlyError } from "../../core/readers.ts";
import { type Corrections, createCorrections } from "./correct-drawing.ts";
import { type MupdfDocument, openMupdf } from "./document.ts";
import { mostPixelsDrawn, pixelsDrawn } from "./drawing-cost.ts";
import { release } from "./load.ts";
import { pngFile } from "./png-file.ts";
import { seenInk } from "./seen-ink.ts";

type Drawing = MupdfDocument & Corrections;

/** 422 `operation_failed` if MuPDF finds no pages. */
export async function openPages(source: ByteSource, password?: string): Promise<PageRenderer> {
  const opened = await openMupdf(source, password);
  const document: Drawing = { ...opened, ...createCorrections(opened) };

  if (document.pageCount === 0) {
    document[Symbol.dispose]();
    throw failed(
      (names) =>
        `The document is too damaged to be drawn: no page can be found in it. ${names.tool("pdf_repair")} may repair it`,
    );
  }

  const { DeviceRGB, DeviceGray } = document.mupdf.ColorSpace;
  const draw = <T>(page: number, pixels: PageSize, space: ColorSpace, result: (pixmap: Pixmap) => T) =>
    onPage(document, page, "draw", (one) => drawn(document, one, pixels, space, result));
  const lists = listsOf(document);

  return {
    pageCount: document.pageCount,
    size: (page) =>
      onPage(document, page, "measure", ({ bounds: [x0, y0, x1, y1] }) => size(x1 - x0, y1 - y0)),
    draw: (page, pixels) =>
      draw(page, pixels, DeviceRGB, (pixmap) => ({ ...pixels, png: pixmap.asPNG().slice() })),
    drawGray: (page, pixels) =>
      draw(page, pixels, DeviceGray, (pixmap) => ({ ...pixels, pixels: rowsOf(pixmap) })),
    picture: async (page, picture) => await pictureFile(document, page, picture),
    samples: (number, picture, into) =>
      lists.use(number, "draw", (list, bounds) => {
        const matrix = matrixOf(picture, bounds, 0);
        const space = picture.gray ? DeviceGray : DeviceRGB;
        return withPixmap(document, space, picture.pixels, (pixmap) => {
          drawInto(document, { number, pixmap, matrix }, (device, own) => list.run(device, own));
          return rowsOf(pixmap, into);
        });
      }),
    text: (number) =>
      lists.use(number, "read", (list) => {
        const text = list.toStructuredText("");
        try {
          return text.asText();
        } finally {
          release(text);
        }
      }),
    seenInk: (number, letters) =>
      lists.use(number, "draw", (list, bounds) =>
        seenInk(document.mupdf, number, letters, bounds, (device, matrix) => list.run(device, matrix)),
      ),
    [Symbol.dispose]() {
      lists[Symbol.dispose]();
      document[Symbol.dispose]();
    },
  };
}

/** Display lists of pages, so that a page's text and picture come from one reading of it; keeps the last. */
function listsOf(document: Drawing) {
  let last: { readonly number: number; readonly list: DisplayList; readonly bounds: Rect } | undefined;

  return {
    use<T>(number: number, action: string, work: (list: DisplayList, bounds: Rect) => T): T {
      return document.run(`${action} page ${number}`, () => {
        if (last?.number !== number) {
          release(last?.list);
          last = undefined;
          last = onPage(document, number, action, ({ page, bounds }) => ({
            ...{ number, bounds, list: page.toDisplayList(true) },
          }));
        }
        return work(last.list, last.bounds);
      });
    },
    [Symbol.dispose]: () => release(last?.list),
  };
}

const size = (width: number, height: number): PageSize => ({ width, height });

interface OpenPage {
  readonly number: number;
  readonly page: ReturnType<MupdfDocument["document"]["loadPage"]>;
  /** The displayed CropBox, after rotation. */
  readonly bounds: Rect;
}

function onPage<T>(document: Drawing, number: number, action: string, work: (page: OpenPage) => T): T {
  return document.run(`${action} page ${number}`, () => {
    document.correct(number);
    const page = document.document.loadPage(number - 1);
    try {
      return work({ number, page, bounds: page.getBounds() });
    } finally {
      release(page);
    }
  });
}

/** `result` of the displayed page, rendered in a color space; undefined if the page has a single color. */
function drawn<T>(
  document: Drawing,
  { number, page, bounds }: OpenPage,
  { width, height }: PageSize,
  space: ColorSpace,
  result: (pixmap: Pixmap) => T,
): T | undefined {
  const [x0, y0, x1, y1] = bounds;
  const [across, down] = [width / Math.max(x1 - x0, 1), height / Math.max(y1 - y0, 1)];
  const matrix: Matrix = [across, 0, 0, down, -x0 * across, -y0 * down];
  return withPixmap(document, space, { width, height }, (pixmap) => {
    // Annotations and filled fields are part of the visible page.
    drawInto(document, { number, pixmap, matrix }, (device, own) => page.run(device, own));
    return isPlain(pixmap) ? undefined : result(pixmap);
  });
}

/** A part of the page as a file. The scale determines the pixel size, however the sides are rounded. */
async function pictureFile(document: Drawing, page: number, picture: Picture): Promise<Uint8Array> {
  const { width, height } = picture.pixels;
  const dpi = picture.scale * 72;
  if (picture.quality === undefined && width * height > bandPixels)
    return await pngFile(picture.pixels, picture.gray ? 1 : 3, dpi, bandsOf(document, page, picture));
  return drawnPart(document, page, picture, { from: 0, rows: height }, (pixmap) => {
    pixmap.setResolution(Math.round(dpi), Math.round(dpi));
    return (picture.quality === undefined ? pixmap.asPNG() : pixmap.asJPEG(picture.quality, false)).slice();
  });
}

/** A larger PNG is rendered in bands of this many pixels: MuPDF's memory has room for one and its compressed form. */
const bandPixels = 16_000_000;

function* bandsOf(document: Drawing, page: number, picture: Picture): Generator<Uint8Array> {
  const { width, height } = picture.pixels;
  const most = Math.max(1, Math.floor(bandPixels / width));
  for (let from = 0; from < height; from += most) {
    const rows = Math.min(most, height - from);
    yield drawnPart(document, page, picture, { from, rows }, rowsOf);
  }
}

/** `result` of some rows of the picture. */
function drawnPart<T>(
  document: Drawing,
  number: number,
  picture: Picture,
  { from, rows }: { readonly from: number; readonly rows: number },
  result: (pixmap: Pixmap) => T,
): T {
  const { ColorSpace } = document.mupdf;
  const { pixels, gray, annotations } = picture;
  return onPage(document, number, "draw", ({ page, bounds }) => {
    const matrix = matrixOf(picture, bounds, from);
    const space = gray ? ColorSpace.DeviceGray : ColorSpace.DeviceRGB;
    return withPixmap(document, space, { width: pixels.width, height: rows }, (pixmap) => {
      drawInto(document, { number, pixmap, matrix }, (device, own) => {
        page.runPageContents(device, own);
        if (annotations) page.runPageAnnots(device, own);
        page.runPageWidgets(device, own);
      });
      return result(pixmap);
    });
  });
}

/** Places a picture's box on the pixels that begin at row `from`. */
function matrixOf({ box, scale }: Pick<Picture, "box" | "scale">, [x0, y0]: Rect, from: number): Matrix {
  return [scale, 0, 0, scale, -(x0 + box.x0) * scale, -(y0 + box.y0) * scale - from];
}

/** Passes a pixmap to `work`, and frees it. */
function withPixmap<T>(
  { mupdf }: MupdfDocument,
  space: ColorSpace,
  { width, height }: PageSize,
  work: (pixmap: Pixmap) => T,
): T {
  const pixmap = new mupdf.Pixmap(space, [0, 0, width, height], false);
  try {
    return work(pixmap);
  } finally {
    release(pixmap);
  }
}

interface Target {
  /** Of the page. */
  readonly number: number;
  readonly pixmap: Pixmap;
  readonly matrix: Matrix;
}

/** Draws on white. Throws `TooCostlyError`. */
function drawInto(
  { mupdf }: MupdfDocument,
  { number, pixmap, matrix }: Target,
  run: (device: Device, matrix: Matrix) => void,
): void {
  const size = { width: pixmap.getWidth(), height: pixmap.getHeight() };
  if (pixelsDrawn(mupdf, size, (device) => run(device, matrix)) > mostPixelsDrawn)
    throw new TooCostlyError(number);

  pixmap.clear(255);
  const device = new mupdf.DrawDevice(matrix, pixmap);
  try {
    run(device, mupdf.Matrix.identity);
    device.close();
  } finally {
    release(device);
  }
}

/** Whether all pixels are equal, so the page is empty. */
function isPlain(pixmap: Pixmap): boolean {
  const pixels = pixmap.getPixels();
  const parts = pixmap.getNumberOfComponents();
  for (let at = parts; at < pixels.length; at++) if (pixels[at] !== pixels[at - parts]) return false;
  return true;
}

/** A copy of the pixels, without padding between rows; made in `into` if it has the size. */
export function rowsOf(pixmap: Pixmap, into?: Uint8Array): Uint8Array {
  const [height, stride] = [pixmap.getHeight(), pixmap.getStride()];
  const width = pixmap.getWidth() * pixmap.getNumberOfComponents();
  const pixels = pixmap.getPixels();
  const rows = into?.length === width * height ? into : new Uint8Array(width * height);

  if (stride === width) rows.set(new Uint8Array(pixels.buffer, pixels.byteOffset, rows.length));
  else
    for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * stride, y * stride + width), y * width);
  return rows;
}
