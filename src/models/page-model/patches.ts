/** A picture in the vision encoder's format: squares of 16 pixels, in blocks of four, twice along the time axis (Qwen2-VL's order). */

/** Side of a square in pixels. */
export const patchSize = 16;
/** Squares per side of a block: one token of the language model. */
export const blockSize = 2;
/** A still picture counts as two equal moments. */
const moments = 2;

/** 8-bit RGB, row by row. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface Patches {
  /** Squares × (3 colors × 2 moments × 16 × 16). */
  readonly values: Float32Array;
  /** Squares along each side. */
  readonly rows: number;
  readonly columns: number;
}

/** Maps 0…255 to −1…1 through 32-bit numbers, rounding in the same order as the model's own preprocessing. */
const scaled = Float32Array.from(
  { length: 256 },
  (_, value) => (Math.fround(value * 0.00392156862745098) - 0.5) / 0.5,
);

/** Both sides of the picture must be multiples of 32 pixels. */
export function patchesOf({ width, height, pixels }: RgbImage): Patches {
  const unit = patchSize * blockSize;
  if (width % unit !== 0 || height % unit !== 0 || pixels.length !== width * height * 3)
    throw new Error(`a picture of ${width} × ${height} is not made of blocks of ${unit} pixels`);

  const rows = height / patchSize;
  const columns = width / patchSize;
  const square = patchSize * patchSize;
  const values = new Float32Array(rows * columns * 3 * moments * square);
  let at = 0;

  for (let y = 0; y < height; y += unit)
    for (let x = 0; x < width; x += unit)
      for (let part = 0; part < blockSize * blockSize; part++) {
        const top = y + Math.floor(part / blockSize) * patchSize;
        const left = x + (part % blockSize) * patchSize;
        for (let colour = 0; colour < 3; colour++) {
          const start = at;
          for (let row = top; row < top + patchSize; row++) {
            let from = (row * width + left) * 3 + colour;
            for (let k = 0; k < patchSize; k++, from += 3) values[at++] = scaled[pixels[from] ?? 0] ?? 0;
          }
          values.copyWithin(at, start, at);
          at += square;
        }
      }

  return { values, rows, columns };
}
