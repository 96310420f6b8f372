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
import { numberAt, streamAt } from "../../document/typed-get.ts";
import type { Draft, Measure } from "../draft.ts";
import { deflate } from "../recode.ts";

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

export function lossyImages(options: ImageOptions, readers: Readers, drawnSizes: () => ImageSizes): Measure {
  return {
    name: "images",
    why: "Cameras and scanners produce more samples than a page shows, and lossless compression keeps their noise.",
    async apply(draft) {
      const sizes = options.max_dpi === undefined ? new Map() : drawnSizes();
      for (const num of draft.reached.order)
        if (draft.reached.roles.get(num) === "image") await shrink(draft, num, { options, readers, sizes });
    },
  };
}

interface Wanted {
  readonly options: ImageOptions;
  readonly readers: Readers;
  readonly sizes: ImageSizes;
}

async function shrink(draft: Draft, num: number, { options, readers, sizes }: Wanted): Promise<void> {
  const stream = draft.get(num);
  if (!isStream(stream) || !isPicture(draft, stream.dict)) return;
  const open = draft.open(stream);
  if (!open || (open.codec && !isNamed(open.codec.filter, "DCTDecode"))) return;
  // Parameters that affect how JPEG data is read would have to change too.
  if (open.codec && isDict(open.codec.parameters)) return;
  const samples = open.codec ? await readers.decodeJpeg(open.data) : samplesOf(draft, open.dict, open.data);
  if (!samples) return;
  const smaller = fitted(samples, options.max_dpi, sizes.get(num));
  if (smaller === samples && options.quality === undefined) return;

  const size = { Width: smaller.width, Height: smaller.height };
  const dict = withEntries(open.dict, { ...size, BitsPerComponent: 8 });
  const data = await readers.encodeJpeg(smaller, options.quality ?? usualQuality);
  const before = draft.sizeOf(stream);
  // Drawings with flat colors are smaller without JPEG, and lose nothing more.
  const deflated = smaller === samples ? undefined : deflate(smaller.data);

  if (deflated && deflated.length < data.length)
    draft.shrink(num, "images", { dict, data: smaller.data }, before);
  else
    draft.shrink(
      num,
      "images",
      { dict, data, codec: { filter: name("DCTDecode"), parameters: null } },
      before,
    );
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
