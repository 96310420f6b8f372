/**
 * Evens out the light in photographs of pages, which are darker on one side ("background normalization"). A single threshold
 * for ink and paper would lose text in the darker half.
 */
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { inPixels, light as t } from "../tolerances/tolerances.ts";
import { white, withWhite } from "./bitmap.ts";

/** The paper's brightness in blocks of this size, row by row. */
function backgroundOf({ width, height, pixels }: GrayImage, side: number): Uint8Array {
  const across = Math.ceil(width / side);
  const light = new Uint8Array(across * Math.ceil(height / side));
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

/** The picture with white paper; the same picture if its light is even. Linear in its pixels. */
export function evenlyLit(image: GrayImage, dpi: number): GrayImage {
  const side = inPixels(t.side, dpi);
  const { width, height, pixels } = image;
  const sorted = backgroundOf(image, inPixels(t.largeSide, dpi)).sort();
  const tenth = Math.floor(sorted.length / 10);
  const [dark, bright] = [sorted[tenth] ?? 0, sorted.at(-1 - tenth) ?? 0];
  if (dark >= t.even * bright) return image;

  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const paper = backgroundOf(image, side).map((value) => Math.max(value, t.darkest * bright));
  const columns = Array.from({ length: width }, (_, x) => blocksBeside(x, side, across));
  const made = new Uint8Array(pixels.length);

  for (let y = 0; y < height; y += 1) {
    const { first: above, second: below, part } = blocksBeside(y, side, down);
    const row = Array.from({ length: across }, (_, block) =>
      between(paper[above * across + block] ?? 0, paper[below * across + block] ?? 0, part),
    );
    let at = y * width;
    for (const { first, second, part } of columns) {
      const paperHere = between(row[first] ?? 0, row[second] ?? 0, part);
      made[at] = Math.min(((pixels[at] ?? 0) * 255) / (paperHere * t.lightest), 255);
      at += 1;
    }
  }

  return { width, height, pixels: made };
}

/** The picture without solid dark areas such as the table under a page: next to them, the layout analysis misses text. */
export function withoutSolid(image: GrayImage, dpi: number): GrayImage {
  const side = inPixels(t.side, dpi);
  const { width, height, pixels } = image;
  const across = Math.ceil(width / side);
  const dark = new Uint16Array(across * Math.ceil(height / side));

  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / side) * across;
    for (let x = 0; x < width; x += 1) {
      const block = row + Math.floor(x / side);
      if ((pixels[y * width + x] ?? white) < t.solidInk) dark[block] = (dark[block] ?? 0) + 1;
    }
  }

  const boxes = [...dark.entries()].flatMap(([block, count]): Box[] => {
    const [x0, y0] = [(block % across) * side, Math.floor(block / across) * side];
    return count > t.solid * side * side ? [{ x0, y0, x1: x0 + side, y1: y0 + side }] : [];
  });
  return withWhite(image, boxes);
}

/** The two blocks in a row between whose centers a pixel is, and its relative distance from the first. */
function blocksBeside(pixel: number, side: number, blocks: number) {
  const at = Math.min(Math.max((pixel + 0.5) / side - 0.5, 0), blocks - 1);
  const first = Math.floor(at);
  return { first, second: Math.min(first + 1, blocks - 1), part: at - first };
}

const between = (first: number, second: number, part: number): number => first + (second - first) * part;
