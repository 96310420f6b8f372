/** Re-encodes decoded samples, as small as their colors allow. */

import type { DecodedImage } from "../core/readers.ts";
import { packSamples, type RowShape } from "../document/images/packing.ts";
import { type CodedData, encodeSamples } from "../document/images/samples.ts";
import type { Picture } from "./picture.ts";

/** Samples, one per byte, or per two bytes if they have 16 bits. */
export interface Rows extends RowShape {
  readonly samples: Uint8Array;
}

export function codedRows(rows: Rows, isIndexed = false): CodedData & { readonly bits: number } {
  return { bits: rows.bits, ...encodeSamples(rows, packSamples(rows.samples, rows), isIndexed) };
}

type Pixels = Pick<DecodedImage, "width" | "height" | "components" | "samples" | "alpha">;

/** An engine's decoded image as a picture. Without a profile, images that contain only gray become gray. */
export function pictureOf(image: Pixels, profile: Uint8Array | undefined): Picture {
  const { width, height, alpha } = image;
  const size = { width, height };
  const shown = profile ? image : withoutColor(image);
  const { components, samples } = shown;
  const few = indexed(shown);
  const color = few
    ? codedRows({ ...size, components: 1, bits: few.bits, samples: few.samples }, true)
    : codedRows({ ...size, components, bits: 8, samples });
  const isOpaque = alpha === undefined || alpha.every((value) => value === 255);

  return {
    ...size,
    ...color,
    components,
    profile,
    palette: few?.palette,
    alpha: isOpaque ? undefined : codedRows({ ...size, components: 1, bits: 8, samples: alpha }),
  };
}

type Colors = Pick<DecodedImage, "components" | "samples">;

interface Indexed {
  readonly bits: number;
  readonly samples: Uint8Array;
  /** In RGB or gray, like the image. */
  readonly palette: Uint8Array;
}

const maxColors = 256;
/** More grays take no fewer bits than gray samples. */
const maxGrays = 16;

/** The image with a palette if it has few colors: like drawings, and images stored that way. */
function indexed({ components, samples }: Colors): Indexed | undefined {
  if (components === 4) return undefined;

  const numbers = new Map<number, number>();
  const out = new Uint8Array(samples.length / components);

  for (let at = 0, to = 0; at < samples.length; at += components) {
    let color = samples[at] ?? 0;
    if (components === 3) color = (color << 16) | ((samples[at + 1] ?? 0) << 8) | (samples[at + 2] ?? 0);
    let number = numbers.get(color);
    if (number === undefined) {
      if (numbers.size === (components === 1 ? maxGrays : maxColors)) return undefined;
      number = numbers.size;
      numbers.set(color, number);
    }
    out[to++] = number;
  }

  const bits = [1, 2, 4, 8].find((count) => numbers.size <= 2 ** count) ?? 8;
  const palette = [...numbers.keys()].flatMap((color) =>
    components === 1 ? [color] : [color >> 16, (color >> 8) & 255, color & 255],
  );

  return { bits, samples: out, palette: Uint8Array.from(palette) };
}

function withoutColor(image: Colors): Colors {
  const { components, samples } = image;
  if (components !== 3) return image;
  for (let at = 0; at < samples.length; at += 3)
    if (samples[at] !== samples[at + 1] || samples[at] !== samples[at + 2]) return image;
  return { components: 1, samples: samples.filter((_, k) => k % 3 === 0) };
}
