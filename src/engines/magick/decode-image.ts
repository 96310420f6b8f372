/** Decodes image files to samples with ImageMagick (WebAssembly, npm's @imagemagick/magick-wasm). */
import {
  ClassType,
  ColorSpace,
  DensityUnit,
  type IMagickImage,
  initializeImageMagick,
  MagickError,
  MagickFormat,
  MagickImageCollection,
  MagickReadSettings,
  ResourceLimits,
} from "@imagemagick/magick-wasm";
import { sliceChannels } from "../../core/channels.ts";
import { once } from "../../core/once.ts";
import type { DecodedImage, ImageFile, ImageFormat } from "../../core/readers.ts";
import { asset } from "../../host/assets/assets.ts";
import { markBroken } from "./broken.ts";

/** Only the named format is read: ImageMagick knows 200, some of which are programs. */
const formats: Readonly<Record<ImageFormat, MagickFormat>> = {
  ...{ avif: MagickFormat.Avif, bmp: MagickFormat.Bmp, gif: MagickFormat.Gif, heic: MagickFormat.Heic },
  ...{ jp2: MagickFormat.Jp2, jpc: MagickFormat.J2c, tiff: MagickFormat.Tiff, webp: MagickFormat.WebP },
};
/** Bytes of pixels, and of one request. */
const mostMemory = 1_000_000_000n;

const load = once(async () => {
  await initializeImageMagick(await asset("magick.wasm"));
  ResourceLimits.memory = mostMemory;
  ResourceLimits.maxMemoryRequest = mostMemory;
  // Pixels beyond that would go to a file in memory.
  ResourceLimits.disk = 0n;
});

/** Undefined for data without a picture. */
export async function decodeImage(file: ImageFile): Promise<DecodedImage | undefined> {
  await load();
  const settings = new MagickReadSettings({ format: formats[file.format] });
  settings.frameIndex = file.index ?? 0;
  settings.frameCount = file.format === "tiff" || file.format === "bmp" ? 1 : 2;

  // Only the first of a TIFF's pages could be looked at.
  if (file.format !== "tiff" && !isAccepted(file, settings)) return undefined;

  const images = MagickImageCollection.create();
  try {
    const isWhole = isDone(() => images.read(file.data, settings));
    // A frame of an animation may cover a part of its canvas.
    if (file.format === "gif" && images.length > 0) images.coalesce();
    const [first] = images;
    return first && { ...decoded(first, file.format), isWhole, hasMore: images.length > 1 };
  } finally {
    images.dispose();
  }
}

/** Passes the size of the picture on; false if there is none. */
function isAccepted({ data, accept }: ImageFile, settings: MagickReadSettings): boolean {
  const images = MagickImageCollection.create();
  try {
    isDone(() => images.ping(data, settings));
    for (const { width, height, page } of images)
      accept(Math.max(width, page.width), Math.max(height, page.height));
    return images.length > 0;
  } finally {
    images.dispose();
  }
}

/** Whether ImageMagick finds no error in data; it may have read a part. */
function isDone(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof MagickError) return false;
    markBroken();
    throw error;
  }
}

/** Components by color space; images in others are converted. */
const spaces: Readonly<Partial<Record<ColorSpace, 1 | 3 | 4>>> = {
  ...{ [ColorSpace.Gray]: 1, [ColorSpace.sRGB]: 3, [ColorSpace.CMYK]: 4 },
};
const perInch = {
  [DensityUnit.Undefined]: 0,
  [DensityUnit.PixelsPerInch]: 1,
  [DensityUnit.PixelsPerCentimeter]: 2.54,
};

function decoded(image: IMagickImage, format: ImageFormat): Omit<DecodedImage, "isWhole" | "hasMore"> {
  const { width, height, density, orientation } = image;
  const profile = image.getProfile("icc")?.data;
  if (spaces[image.colorSpace] === undefined)
    image.colorSpace = image.colorSpace === ColorSpace.LinearGray ? ColorSpace.Gray : ColorSpace.sRGB;
  const components = spaces[image.colorSpace] ?? 3;
  // Otherwise, pixels have an index too.
  image.classType = ClassType.Direct;
  const pixels = image.getPixels((all) => all.getArea(0, 0, width, height).slice());
  const perPixel = pixels.length / (width * height);
  // A JPEG 2000 codestream can't define its last channel, which programs write as opacity.
  const hasAlpha = image.hasAlpha || (format === "jpc" && perPixel === components + 1);
  const part = (from: number, count: number) => sliceChannels(pixels, perPixel, from, count);
  const unit = perInch[density.units];

  return {
    width,
    height,
    components,
    samples: part(0, components),
    alpha: hasAlpha ? part(components, 1) : undefined,
    profile,
    orientation: orientation === 0 ? undefined : orientation,
    dpi: [density.x * unit, density.y * unit],
  };
}
