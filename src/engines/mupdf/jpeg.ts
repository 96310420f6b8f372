/** JPEG data to samples and back, by MuPDF. */
import type { Samples } from "../../core/readers.ts";
import { inMupdf, loadMupdf, release } from "./load.ts";

/** Undefined for data that is not decoded as gray or RGB of 8 bits. */
export async function decodeJpeg(data: Uint8Array): Promise<Samples | undefined> {
  const mupdf = await loadMupdf();
  try {
    return inMupdf(() => {
      const image = new mupdf.Image(data);
      const pixmap = image.toPixmap();
      try {
        const [width, height, stride] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getStride()];
        const components = pixmap.getNumberOfComponents() - pixmap.getAlpha();
        if ((components !== 1 && components !== 3) || stride !== width * components) return undefined;
        return { width, height, components, data: Uint8Array.from(pixmap.getPixels()) };
      } finally {
        release(pixmap, image);
      }
    });
  } catch {
    return undefined;
  }
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
