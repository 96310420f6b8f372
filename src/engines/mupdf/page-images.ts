/** Pages drawn as pictures, for what reads them: by MuPDF, at once in the size that is asked for, on white. */
import type { ColorSpace, Matrix, Pixmap, Rect } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import type { PageRenderer, PageSize } from "../../core/readers.ts";
import { type MupdfDocument, openMupdf } from "./document.ts";
import { release } from "./load.ts";

/** 422 `operation_failed` when MuPDF finds no page. */
export async function openPages(source: ByteSource, password?: string): Promise<PageRenderer> {
  const document = await openMupdf(source, password);
  if (document.pageCount === 0) {
    document[Symbol.dispose]();
    throw failed(
      (names) =>
        `The document is too damaged to be drawn: no page can be found in it. ${names.tool("pdf_repair")} may mend it`,
    );
  }
  const { DeviceRGB, DeviceGray } = document.mupdf.ColorSpace;
  const draw = <T>(page: number, pixels: PageSize, space: ColorSpace, result: (pixmap: Pixmap) => T) =>
    onPage(document, page, "draw", (one) => drawn(document, one, pixels, space, result));
  return {
    pageCount: document.pageCount,
    size: (page) =>
      onPage(document, page, "measure", ({ bounds: [x0, y0, x1, y1] }) => size(x1 - x0, y1 - y0)),
    draw: (page, pixels) =>
      draw(page, pixels, DeviceRGB, (pixmap) => ({ ...pixels, png: pixmap.asPNG().slice() })),
    drawGray: (page, pixels) =>
      draw(page, pixels, DeviceGray, (pixmap) => ({ ...pixels, pixels: rowsOf(pixmap) })),
    [Symbol.dispose]: () => document[Symbol.dispose](),
  };
}

const size = (width: number, height: number): PageSize => ({ width, height });

interface OpenPage {
  readonly page: ReturnType<MupdfDocument["document"]["loadPage"]>;
  /** The CropBox as shown: turned. */
  readonly bounds: Rect;
}

function onPage<T>(document: MupdfDocument, number: number, action: string, work: (page: OpenPage) => T): T {
  return document.run(`${action} page ${number}`, () => {
    const page = document.document.loadPage(number - 1);
    try {
      return work({ page, bounds: page.getBounds() });
    } finally {
      release(page);
    }
  });
}

/** What `result` makes of the page as it is shown, drawn in a colour space; undefined when all of it has one colour. */
function drawn<T>(
  document: MupdfDocument,
  { page, bounds }: OpenPage,
  { width, height }: PageSize,
  space: ColorSpace,
  result: (pixmap: Pixmap) => T,
): T | undefined {
  const { mupdf } = document;
  const [x0, y0, x1, y1] = bounds;
  const [across, down] = [width / Math.max(x1 - x0, 1), height / Math.max(y1 - y0, 1)];
  const matrix: Matrix = [across, 0, 0, down, -x0 * across, -y0 * down];
  const pixmap = new mupdf.Pixmap(space, [0, 0, width, height], false);
  try {
    pixmap.clear(255);
    const device = new mupdf.DrawDevice(matrix, pixmap);
    try {
      // Annotations and filled fields are part of what a reader sees.
      page.run(device, mupdf.Matrix.identity);
      device.close();
    } finally {
      release(device);
    }
    return isPlain(pixmap) ? undefined : result(pixmap);
  } finally {
    release(pixmap);
  }
}

/** Whether all pixels are the same: nothing stands on it. */
function isPlain(pixmap: Pixmap): boolean {
  const pixels = pixmap.getPixels();
  const parts = pixmap.getNumberOfComponents();
  for (let at = parts; at < pixels.length; at++) if (pixels[at] !== pixels[at - parts]) return false;
  return true;
}

/** A copy of the pixels of a gray picture, without what may lie between its rows. */
function rowsOf(pixmap: Pixmap): Uint8Array {
  const [width, height, stride] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getStride()];
  const pixels = pixmap.getPixels();
  if (stride === width) return Uint8Array.from(pixels);
  const rows = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * stride, y * stride + width), y * width);
  return rows;
}
