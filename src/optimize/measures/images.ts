/** Reduces images to fewer samples or JPEG: the loss is invisible at the requested resolution and quality. */
import type { Readers, Samples } from "../../core/readers.ts";
import {
  type CosDict,
  isArray,
  isDict,
  isNamed,
  isStream,
  name,
  withEntries,
} from "../../cos/syntax/value.ts";
import { basicComponentsOf } from "../../document/images/color-space.ts";
import type { OpenStream } from "../../document/object-draft.ts";
import { numberAt, streamAt } from "../../document/typed-get.ts";
import type { Draft, Measure } from "../draft.ts";
import { deflate, deflatedSize } from "../recode.ts";

export interface ImageOptions {
  readonly max_dpi?: number | undefined;
  readonly quality?: number | undefined;
}

/** The JPEG quality that most programs use for pictures. */
const usualQuality = 85;
/** An image slightly larger than requested stays: the loss would gain little. */
const slack = 1.1;
/** Minimum pixels of an image worth reducing, and maximum that fits in memory. */
const minPixels = 64;
const maxBytes = 64 * 1024 * 1024;
const pointsPerInch = 72;

/** Width and height in points by number, for each image that pages draw. */
export type ImageSizes = ReadonlyMap<number, readonly [width: number, height: number]>;

/** Reduces images: those with options. `drawn` has the sizes of images, for options with a resolution. */
export function lossyImages(
  optionsOf: (num: number) => ImageOptions | undefined,
  readers: Readers,
  drawn: ImageSizes,
): Measure {
  return {
    name: "images",
    why: "Cameras and scanners produce more samples than a page shows, and lossless compression keeps their noise.",
    async apply(draft) {
      for (const num of imagesOf(draft)) {
        const options = optionsOf(num);
        const made = options && (await reduced(draft, num, { options, readers, drawn: drawn.get(num) }));
        if (made) draft.shrink(num, "images", made);
      }
    },
  };
}

/** Numbers of the images that the document uses. */
export const imagesOf = ({ reached }: Draft): readonly number[] =>
  reached.order.filter((num) => reached.roles.get(num) === "image");

interface Wanted {
  readonly options: ImageOptions;
  readonly readers: Readers;
  /** Width and height in points; undefined if unknown. */
  readonly drawn: readonly [width: number, height: number] | undefined;
}

/** An image with fewer samples, or as JPEG, which need not be smaller; undefined if it can't be reduced. */
export async function reduced(
  draft: Draft,
  num: number,
  { options, readers, drawn }: Wanted,
): Promise<OpenStream | undefined> {
  const stream = draft.get(num);
  if (!isStream(stream) || !isPicture(draft, stream.dict)) return undefined;
  const open = draft.open(stream);
  if (!open || (open.codec && !isNamed(open.codec.filter, "DCTDecode"))) return undefined;
  // JPEG data has one parameter, which says how it is read; some programs write others, which mean nothing.
  const parameters = open.codec?.parameters ?? null;
  if (isDict(parameters) && parameters.has("ColorTransform")) return undefined;
  const samples = open.codec ? await readers.decodeJpeg(open.data) : samplesOf(draft, open.dict, open.data);
  if (!samples) return undefined;
  const smaller = fitted(samples, options.max_dpi, drawn);
  if (smaller === samples && options.quality === undefined) return undefined;

  const size = { Width: smaller.width, Height: smaller.height };
  const dict = withEntries(open.dict, { ...size, BitsPerComponent: 8 });
  const data = await readers.encodeJpeg(smaller, options.quality ?? usualQuality);
  // Drawings with flat colors are smaller without JPEG, and lose nothing more.
  const mayDeflate = smaller !== samples && deflatedSize(smaller.data) < 2 * data.length;
  const deflated = mayDeflate ? deflate(smaller.data) : undefined;
  return deflated && deflated.length < data.length
    ? { dict, data: smaller.data }
    : { dict, data, codec: { filter: name("DCTDecode"), parameters: null } };
}

/** Whether samples are 8-bit gray or RGB, and nothing depends on individual values or their number. */
function isPicture({ cos }: Draft, dict: CosDict): boolean {
  if (dict.get("ImageMask") === true || cos.resolve(dict.get("BitsPerComponent")) !== 8) return false;
  if (isArray(cos.resolve(dict.get("Mask"))) || dict.has("SMaskInData") || dict.has("Alternates"))
    return false;
  const mask = streamAt(cos, dict.get("SMask"));
  if (mask?.dict.has("Matte")) return false;
  return [1, 3].includes(basicComponentsOf(cos, dict.get("ColorSpace")) ?? 0);
}

function samplesOf({ cos }: Draft, dict: CosDict, data: Uint8Array): Samples | undefined {
  const [width, height] = [numberAt(cos, dict.get("Width")), numberAt(cos, dict.get("Height"))];
  const components = basicComponentsOf(cos, dict.get("ColorSpace"));
  if (!width || !height || !components || components === 4 || width * height < minPixels) return undefined;
  if (data.length !== width * height * components || data.length > maxBytes) return undefined;
  return { width, height, components, data };
}

/** The samples, reduced if drawn at a higher resolution than this. */
function fitted(
  samples: Samples,
  maxDpi: number | undefined,
  drawn: readonly [number, number] | undefined,
): Samples {
  if (maxDpi === undefined || !drawn) return samples;
  const [across, down] = drawn.map((points) => Math.max(1, Math.ceil((points / pointsPerInch) * maxDpi)));
  const [width, height] = [Math.min(samples.width, across ?? 1), Math.min(samples.height, down ?? 1)];
  if (samples.width <= width * slack && samples.height <= height * slack) return samples;
  return averaged(samples, width, height);
}

/** Each sample is the mean of those it replaces. */
function averaged(
  { width: from, height: rows, components, data }: Samples,
  width: number,
  height: number,
): Samples {
  const out = new Uint8Array(width * height * components);

  for (let y = 0; y < height; y++) {
    const [top, bottom] = [
      Math.floor((y * rows) / height),
      Math.max(Math.floor((y * rows) / height) + 1, Math.floor(((y + 1) * rows) / height)),
    ];
    for (let x = 0; x < width; x++) {
      const [left, right] = [
        Math.floor((x * from) / width),
        Math.max(Math.floor((x * from) / width) + 1, Math.floor(((x + 1) * from) / width)),
      ];
      for (let c = 0; c < components; c++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++)
            sum += data[(row * from + column) * components + c] ?? 0;
        out[(y * width + x) * components + c] = Math.round(sum / ((bottom - top) * (right - left)));
      }
    }
  }

  return { width, height, components, data: out };
}
