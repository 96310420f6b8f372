/**
 * Photographs of pages, which are darker on one side, as if light fell on all of the page alike ("background normalisation").
 * One threshold for a whole picture tells ink from paper: it loses what stands in the darker half.
 */
import type { GrayImage } from "../core/page-reading.ts";

/** Pixels along a block. No letter of a text fills one at 150 dots to the inch: its brightest pixel is paper. */
const side = 32;
/** Light that falls by less, from the bright tenth of a page to the dark one, loses no word: such pages stay as they are. */
const even = 0.8;
/** What is darker, in parts of the bright paper, is no paper: pictures stay dark. */
const darkest = 0.3;

/** How bright the paper is, block by block, row after row. */
function backgroundOf({ width, height, pixels }: GrayImage, across: number, down: number): Uint8Array {
  const light = new Uint8Array(across * down);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / side) * across;
    for (let x = 0; x < width; x += 1) {
      const block = row + Math.floor(x / side);
      const value = pixels[y * width + x] ?? 0;
      if (value > (light[block] ?? 0)) light[block] = value;
    }
  }
  return light;
}

/** The picture with white paper; itself where light falls evenly on it. Linear in its pixels. */
export function evenlyLit(image: GrayImage): GrayImage {
  const { width, height, pixels } = image;
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const light = backgroundOf(image, across, down);
  const sorted = light.toSorted();
  const tenth = Math.floor(sorted.length / 10);
  const [dark, bright] = [sorted[tenth] ?? 0, sorted.at(-1 - tenth) ?? 0];
  if (dark >= even * bright) return image;
  const paper = light.map((value) => Math.max(value, darkest * bright));
  const columns = Array.from({ length: width }, (_, x) => blocksBeside(x, across));
  const made = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const { first: above, second: below, part } = blocksBeside(y, down);
    const row = Array.from({ length: across }, (_, block) =>
      between(paper[above * across + block] ?? 0, paper[below * across + block] ?? 0, part),
    );
    let at = y * width;
    for (const { first, second, part } of columns) {
      const white = between(row[first] ?? 0, row[second] ?? 0, part);
      made[at] = Math.min(((pixels[at] ?? 0) * 255) / white, 255);
      at += 1;
    }
  }
  return { width, height, pixels: made };
}

/** The two of a row of blocks between whose middles a pixel lies, and how far it is from the first to the second. */
function blocksBeside(pixel: number, blocks: number) {
  const at = Math.min(Math.max((pixel + 0.5) / side - 0.5, 0), blocks - 1);
  const first = Math.floor(at);
  return { first, second: Math.min(first + 1, blocks - 1), part: at - first };
}

const between = (first: number, second: number, part: number): number => first + (second - first) * part;
