/** Decodes image files to samples with MuPDF. */
import type { Pixmap } from "mupdf";
import type { DecodedImage, Samples } from "../../core/readers.ts";
import { inMupdf, loadMupdf, type Mupdf, release } from "./load.ts";

/** Undefined for damaged data, or an image that MuPDF doesn't support. */
export async function decodeImage(data: Uint8Array): Promise<DecodedImage | undefined> {
  const mupdf = await loadMupdf();

  try {
    return inMupdf(() => {
      const image = new mupdf.Image(data);
      const pixmap = image.toPixmap();
      try {
        return decoded(mupdf, pixmap);
      } finally {
        release(pixmap, image);
      }
    });
  } catch {
    return undefined;
  }
}

function decoded(mupdf: Mupdf, pixmap: Pixmap): DecodedImage | undefined {
  const components = pixmap.getNumberOfComponents() - pixmap.getAlpha();
  if (pixmap.getColorSpace()?.isLab()) {
    const converted = pixmap.convertToColorSpace(mupdf.ColorSpace.DeviceRGB, pixmap.getAlpha() > 0);
    try {
      return samplesOf(converted, 3);
    } finally {
      release(converted);
    }
  }
  return components === 1 || components === 3 || components === 4 ? samplesOf(pixmap, components) : undefined;
}

/** Copies the samples, dividing premultiplied colors by their opacity. */
function samplesOf(pixmap: Pixmap, components: 1 | 3 | 4): DecodedImage {
  const [width, height, stride] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getStride()];
  const pixels = pixmap.getPixels();
  if (!pixmap.getAlpha() && stride === width * components)
    return { width, height, components, samples: Uint8Array.from(pixels) };

  const alpha = pixmap.getAlpha() ? new Uint8Array(width * height) : undefined;
  const samples = new Uint8Array(width * height * components);
  const perPixel = components + (alpha ? 1 : 0);

  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = y * stride + x * perPixel;
      const opacity = alpha ? (pixels[from + components] ?? 0) : 255;
      if (alpha) alpha[y * width + x] = opacity;
      for (let k = 0; k < components; k += 1, to += 1)
        samples[to] = opacity === 0 ? 0 : Math.round(((pixels[from + k] ?? 0) * 255) / opacity);
    }

  return { width, height, components, samples, alpha };
}

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
