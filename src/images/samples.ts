/** Re-encodes decoded samples, as small as their colors allow. */

import { deflate } from "../core/builtins.ts";
import { filterPngRows } from "../core/png-row.ts";
import type { DecodedImage } from "../core/readers.ts";
import { dictOf, name } from "../cos/syntax/value.ts";
import type { CodedData, Picture } from "./picture.ts";

export interface Rows {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly bits: number;
  /** One per byte, or per two bytes if it has 16 bits. */
  readonly samples: Uint8Array;
}

/** Samples as Flate data, with the PNG predictor where it helps: not for few bits or colors. */
export function codedRows(rows: Rows, isIndexed = false): CodedData & { readonly bits: number } {
  const { width, channels, bits } = rows;
  const data = packed(rows);
  const isFiltered = bits >= 8 && !isIndexed;
  const row = Math.ceil((width * channels * bits) / 8);
  const filtered = isFiltered ? filterPngRows(data, row, Math.max(1, (channels * bits) / 8)) : data;
  const parameters = dictOf({ Predictor: 15, Colors: channels, BitsPerComponent: bits, Columns: width });
  return {
    bits,
    data: deflate(filtered),
    entries: { Filter: name("FlateDecode"), DecodeParms: isFiltered ? parameters : undefined },
  };
}

/** Packs samples of fewer than 8 bits; each row begins with a new byte (ISO 32000-2, 8.9.3). */
function packed({ width, height, channels, bits, samples }: Rows): Uint8Array {
  if (bits >= 8) return samples;
  const [perRow, row] = [width * channels, Math.ceil((width * channels * bits) / 8)];
  const out = new Uint8Array(row * height);
  for (let at = 0, y = 0; y < height; y += 1)
    for (let k = 0; k < perRow; k += 1, at += 1) {
      const bit = k * bits;
      const byte = y * row + (bit >> 3);
      out[byte] = (out[byte] ?? 0) | ((samples[at] ?? 0) << (8 - bits - (bit & 7)));
    }
  return out;
}

/** An engine's decoded image as a picture. Without a profile, images that contain only gray become gray. */
export function pictureOf(image: DecodedImage, profile: Uint8Array | undefined): Picture {
  const { width, height, alpha } = image;
  const size = { width, height };
  const shown = profile ? image : withoutColor(image);
  const { components, samples } = shown;
  const few = indexed(shown);
  const color = few
    ? codedRows({ ...size, channels: 1, bits: few.bits, samples: few.samples }, true)
    : codedRows({ ...size, channels: components, bits: 8, samples });
  const isOpaque = alpha === undefined || alpha.every((value) => value === 255);

  return {
    ...size,
    ...color,
    components,
    profile,
    palette: few?.palette,
    alpha: isOpaque ? undefined : codedRows({ ...size, channels: 1, bits: 8, samples: alpha }),
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
