/** Samples of images as PDF stores them: packed, each row beginning with a new byte (ISO 32000-2, 8.9.3). */

/** The layout of packed rows. */
export interface RowShape {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Samples per pixel. */
  readonly components: number;
  /** Per sample: 1, 2, 4, 8 or 16. */
  readonly bits: number;
}

/** Bytes of one row. */
export const bytesPerRow = ({ width, components, bits }: Omit<RowShape, "height">): number =>
  Math.ceil((width * components * bits) / 8);

/** Packs samples, one in each byte. Those of 8 bits are packed, and those of 16 are expected as two bytes, so both are returned. */
export function packSamples(samples: Uint8Array, shape: RowShape): Uint8Array {
  const { width, height, components, bits } = shape;
  if (bits >= 8) return samples;
  const [perRow, row] = [width * components, bytesPerRow(shape)];
  const out = new Uint8Array(row * height);
  for (let at = 0, y = 0; y < height; y += 1)
    for (let bit = 0; bit < perRow * bits; bit += bits, at += 1) {
      const byte = y * row + (bit >> 3);
      out[byte] = (out[byte] ?? 0) | ((samples[at] ?? 0) << (8 - bits - (bit & 7)));
    }
  return out;
}

/** The inverse: samples of fewer than 8 bits, one in each byte. */
export function unpackSamples(packed: Uint8Array, shape: RowShape): Uint8Array {
  const { width, height, components, bits } = shape;
  if (bits >= 8) return packed;
  const [perRow, row, mask] = [width * components, bytesPerRow(shape), 2 ** bits - 1];
  const out = new Uint8Array(perRow * height);
  for (let at = 0, y = 0; y < height; y += 1)
    for (let bit = 0; bit < perRow * bits; bit += bits, at += 1)
      out[at] = ((packed[y * row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask;
  return out;
}
