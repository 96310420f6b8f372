/** Interleaved samples, one in each byte or several bytes. */

/** `count` bytes of each pixel, beginning at `from`; the same array if that's all of them. */
export function sliceChannels(pixels: Uint8Array, perPixel: number, from: number, count: number): Uint8Array {
  if (count === perPixel) return pixels;
  const out = new Uint8Array((pixels.length / perPixel) * count);
  for (let at = from, to = 0; at < pixels.length; at += perPixel)
    for (let k = 0; k < count; k += 1) out[to++] = pixels[at + k] ?? 0;
  return out;
}
