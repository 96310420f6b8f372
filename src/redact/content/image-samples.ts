/** Images without the samples that an area touches: decoded, overwritten, and written losslessly. */
import type { Box } from "../../core/page-layout.ts";
import { failed } from "../../core/problem.ts";
import { type CosStream, isNamed, isStream, withEntries, without } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../../document/edit.ts";
import { bytesPerRow } from "../../document/images/packing.ts";
import { decodeSamples, encodeSamples, type ImageSamples } from "../../document/images/samples.ts";
import { listAt, nameAt, numbersAt, streamAt } from "../../document/typed-get.ts";

type Point = readonly [number, number];

/** An image, and the areas on its unit square (its first row is at y = 1). */
export interface ImageEdit {
  readonly image: CosStream;
  /** Where all of it is on the page. */
  readonly box: Box;
  readonly quads: readonly (readonly Point[])[];
}

/** Entries with more information than the samples, or copies. */
const dropped = ["Alternates", "OPI", "Metadata", "PieceInfo", "ID", "Measure", "PtData", "Name"];

/** The image without the samples in the areas, and the same for its masks; undefined if it can't be decoded. */
export async function redactedImage(session: EditSession, edit: ImageEdit): Promise<CosStream | undefined> {
  const { cos, context } = session;
  const open = await decodeSamples(cos, edit.image, context.readers);
  if (!open) return undefined;

  const { dict, data } = open;
  // A stencil paints where a sample is 0, unless decoded inversely.
  const isStencil = cos.resolve(dict.get("ImageMask")) === true;
  const value = isStencil && numbersAt(cos, dict.get("Decode"))[0] !== 1 ? 255 : 0;
  for (const quad of edit.quads) overwrite(open, value, quad);

  const own = without(dict, dropped);
  for (const key of ["SMask", "Mask"]) {
    const mask = streamAt(cos, dict.get(key));
    if (!mask) continue;
    const made = await redactedImage(session, { ...edit, image: mask });
    if (!made) return undefined;
    own.set(key, session.add(made));
  }

  const coded = encodeSamples(open, data);
  return newStream(withEntries(own, coded.entries), coded.data);
}

const bilevel = new Set(["CCITTFaxDecode", "JBIG2Decode"]);
const pixelsPerStep = 64;

/**
 * Codes all images in fax and JBIG2 data again: nobody else sees what that has in addition to rows, such as segments without a page and
 * symbols that other images use. Throws 422 for one that can't be decoded.
 */
export async function recodeBilevel(session: EditSession): Promise<void> {
  const { cos, context } = session;
  for (let num = 1; num < cos.objectCount; num++) {
    const image = cos.object(num);
    if (!isStream(image) || !isNamed(cos.resolve(image.dict.get("Subtype")), "Image")) continue;
    if (!bilevel.has(nameAt(cos, listAt(cos, image.dict.get("Filter")).at(-1)) ?? "")) continue;
    const open = await decodeSamples(cos, image, context.readers);
    if (!open) throw failed("The document can't be redacted: an image of it can't be read with certainty");
    cos.budget.spend((open.width * open.height) / pixelsPerStep);
    const coded = encodeSamples(open, open.data);
    session.set(num, newStream(withEntries(open.dict, coded.entries), coded.data));
  }
}

/** Overwrites each sample whose cell overlaps a quadrangle of the unit square. */
function overwrite(open: ImageSamples, value: number, quad: readonly Point[]): void {
  const { data, width, height } = open;
  const [row, bits] = [bytesPerRow(open), open.components * open.bits];
  const points = quad.map(([x, y]): Point => [x * width, (1 - y) * height]);
  const top = Math.max(0, Math.floor(Math.min(...points.map(([, y]) => y))));
  const bottom = Math.min(height, Math.ceil(Math.max(...points.map(([, y]) => y))));

  for (let y = top; y < bottom; y++) {
    const [from, to] = spanOf(points, y);
    const first = Math.max(0, Math.floor(from));
    const end = Math.min(width, Math.ceil(to));
    for (let bit = first * bits; bit < end * bits; ) {
      if ((bit & 7) === 0 && end * bits - bit >= 8) {
        data[y * row + (bit >> 3)] = value;
        bit += 8;
      } else {
        const at = y * row + (bit >> 3);
        const mask = 0x80 >> (bit & 7);
        data[at] = ((data[at] ?? 0) & ~mask) | (value & mask);
        bit += 1;
      }
    }
  }
}

/** The horizontal extent of a convex shape in a row of cells. */
function spanOf(points: readonly Point[], y: number): readonly [number, number] {
  let [from, to] = [Infinity, -Infinity];
  points.forEach(([x0, y0], k) => {
    const [x1, y1] = points[(k + 1) % points.length] ?? [x0, y0];
    for (const at of [y, y + 1]) {
      if (y0 === y1 || at < Math.min(y0, y1) || at > Math.max(y0, y1)) continue;
      const x = x0 + ((at - y0) / (y1 - y0)) * (x1 - x0);
      [from, to] = [Math.min(from, x), Math.max(to, x)];
    }
    if (y0 >= y && y0 <= y + 1) [from, to] = [Math.min(from, x0), Math.max(to, x0)];
  });
  return [from, to];
}

/** The name of an image that couldn't be decoded. */
export const imageName = (session: EditSession, { dict }: CosStream): string =>
  nameAt(session.cos, dict.get("Filter")) ?? "unknown";
