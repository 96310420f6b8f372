/** Decodes and encodes JPEG data with MuPDF. */
import type { Samples } from "../../core/readers.ts";
import { decodeImage } from "./decode-image.ts";
import { inMupdf, loadMupdf, release } from "./load.ts";

/** Undefined for data that doesn't decode to 8-bit gray or RGB. */
export async function decodeJpeg(data: Uint8Array): Promise<Samples | undefined> {
  const image = await decodeImage(data);
  if (!image || image.components === 4 || image.alpha) return undefined;
  const { width, height, components, samples } = image;
  return { width, height, components, data: samples };
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
