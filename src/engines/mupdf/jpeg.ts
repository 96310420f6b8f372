/** Decodes and encodes JPEG data with MuPDF. */
import type { Pixmap } from "mupdf";
import type { Samples } from "../../core/readers.ts";
import { inMupdf, loadMupdf, release } from "./load.ts";
import { rowsOf } from "./page-images.ts";

/** Undefined for data that doesn't decode to 8-bit gray or RGB. */
export async function decodeJpeg(data: Uint8Array): Promise<Samples | undefined> {
  const mupdf = await loadMupdf();

  try {
    return inMupdf(() => {
      const image = new mupdf.Image(data);
      const pixmap = image.toPixmap();
      try {
        return samplesOf(pixmap);
      } finally {
        release(pixmap, image);
      }
    });
  } catch {
    return undefined;
  }
}

function samplesOf(pixmap: Pixmap): Samples | undefined {
  const components = pixmap.getNumberOfComponents();
  if (pixmap.getAlpha() || (components !== 1 && components !== 3)) return undefined;
  return { width: pixmap.getWidth(), height: pixmap.getHeight(), components, data: rowsOf(pixmap) };
}

export async function encodeJpeg(samples: Samples, quality: number): Promise<Uint8Array> {
  const mupdf = await loadMupdf();
  const { width, height, components, data } = samples;
  return inMupdf(() => {
    const space = components === 1 ? mupdf.ColorSpace.DeviceGray : mupdf.ColorSpace.DeviceRGB;
    const pixmap = new mupdf.Pixmap(space, [0, 0, width, height], false);
    try {
      pixmap.getPixels().set(data);
      return pixmap.asJPEG(quality, false).slice();
    } finally {
      release(pixmap);
    }
  });
}
