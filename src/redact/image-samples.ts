/** Images without the samples that an area touches: decoded, overwritten, and written losslessly. */
import { Buffer } from "node:buffer";
import { memorySink, sourceOf } from "../core/document-io.ts";
import type { Box } from "../core/page-layout.ts";
import { ProblemError } from "../core/problem.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  codingEntries,
  dictOf,
  isArray,
  isName,
  isStream,
  name,
  ref,
  withEntries,
  without,
} from "../cos/syntax/value.ts";
import { ObjectCopier } from "../cos/write/copy-objects.ts";
import { Rewriter } from "../cos/write/rewrite.ts";
import { newStream } from "../cos/write/serialize.ts";
import type { EditSession } from "../document/edit.ts";
import { nameAt, numberAt, numbersAt, streamAt } from "../document/typed-get.ts";
import { isOfContent } from "../reading/interpreter/state/unsupported.ts";

type Point = readonly [number, number];

/** An image, and the areas on its unit square (its first row is at y = 1). */
export interface ImageEdit {
  readonly image: CosStream;
  /** Where all of it is on the page. */
  readonly box: Box;
  readonly quads: readonly (readonly Point[])[];
}

interface Open {
  /** Without coding entries. */
  readonly dict: CosDict;
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Bits per pixel. */
  readonly bits: number;
  /** The value of a removed sample. */
  readonly value: 0 | 255;
}

/** Maximum pixels of an image to decode. */
const mostPixels = 64_000_000;
/** Entries with more information than the samples, or copies. */
const dropped = ["Alternates", "OPI", "Metadata", "PieceInfo", "ID", "Measure", "PtData", "Name"];

/** The image without the samples in the areas, and the same for its masks; undefined if it can't be decoded. */
export async function redactedImage(session: EditSession, edit: ImageEdit): Promise<CosStream | undefined> {
  const open = await openImage(session, edit.image);
  if (!open) return undefined;

  const { dict, data } = open;
  for (const quad of edit.quads) overwrite(open, quad);

  const own = without(dict, dropped);
  for (const key of ["SMask", "Mask"]) {
    const mask = streamAt(session.cos, dict.get(key));
    if (!mask) continue;
    const made = await redactedImage(session, { ...edit, image: mask });
    if (!made) return undefined;
    own.set(key, session.add(made));
  }

  return newStream(own, data, { deflate: true });
}

async function openImage(session: EditSession, image: CosStream): Promise<Open | undefined> {
  const { cos } = session;
  const [width, height] = [numberAt(cos, image.dict.get("Width")), numberAt(cos, image.dict.get("Height"))];
  if (!width || !height || width < 1 || height < 1 || width * height > mostPixels) return undefined;

  const isStencil = cos.resolve(image.dict.get("ImageMask")) === true;
  const components = isStencil ? 1 : componentsOf(session, image.dict.get("ColorSpace"));
  const depth = isStencil ? 1 : (numberAt(cos, image.dict.get("BitsPerComponent")) ?? 8);

  try {
    const { bytes, undecoded } = cos.decodePartly(image, 8 * mostPixels);
    const size = { width, height };
    if (undecoded.length > 0) return await drawnImage(session, image, { ...size, isStencil, components });
    if (components === undefined || ![1, 2, 4, 8, 16].includes(depth)) return undefined;
    const bits = components * depth;
    const data = new Uint8Array(Math.ceil((width * bits) / 8) * height);
    data.set(bytes.subarray(0, data.length));
    // A stencil paints where a sample is 0, unless decoded inversely.
    const value = isStencil && numbersAt(cos, image.dict.get("Decode"))[0] !== 1 ? 255 : 0;
    return { dict: without(image.dict, codingEntries), data, ...size, bits, value };
  } catch (error) {
    if (error instanceof ProblemError || isOfContent(error)) return undefined;
    throw error;
  }
}

const knownSpaces: Readonly<Record<string, number>> = {
  ...{ DeviceGray: 1, CalGray: 1, Indexed: 1, Separation: 1, DeviceRGB: 3, CalRGB: 3, Lab: 3, DeviceCMYK: 4 },
};

function componentsOf({ cos }: EditSession, value: CosValue | undefined): number | undefined {
  const space = cos.resolve(value);
  const [kind, second] = isArray(space) ? space.map((item) => cos.resolve(item)) : [space];
  if (!isName(kind)) return undefined;
  if (kind.name === "ICCBased") return isStream(second) ? numberAt(cos, second.dict.get("N")) : undefined;
  if (kind.name === "DeviceN") return isArray(second) ? second.length : undefined;
  return knownSpaces[kind.name];
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly isStencil: boolean;
  readonly components: number | undefined;
}

/** An image in a picture codec, as drawn by the engine: one pixel per sample. */
async function drawnImage(session: EditSession, image: CosStream, how: Drawn): Promise<Open | undefined> {
  const { width, height, isStencil, components } = how;
  // Samples of certain colors are transparent (8.9.6.4), and a JPEG 2000 may contain a mask.
  const { cos } = session;
  if (isArray(cos.resolve(image.dict.get("Mask"))) || numberAt(cos, image.dict.get("SMaskInData")))
    return undefined;
  const gray = isStencil || components === 1;
  const own = without(image.dict, [...dropped, "SMask", "Mask"]);
  const alone = pageOf(session, { ...image, dict: own }, width, height);
  const { readers } = session.context;
  using pages = await readers.openPages(sourceOf(alone));
  const box = { x0: 0, y0: 0, x1: width, y1: height };
  const frame = { box, scale: 1, pixels: { width, height }, gray };
  const data = pages.samples(1, frame);

  const isBilevel = isStencil || (gray && numberAt(cos, image.dict.get("BitsPerComponent")) === 1);
  const dict = withEntries(without(own, codingEntries), {
    ...{ SMask: image.dict.get("SMask"), Mask: image.dict.get("Mask") },
    ColorSpace: isStencil ? undefined : name(gray ? "DeviceGray" : "DeviceRGB"),
    BitsPerComponent: isBilevel ? 1 : 8,
    Decode: undefined,
  });
  const size = { width, height };
  if (!isBilevel) return { dict, data, ...size, bits: gray ? 8 : 24, value: 0 };

  return { dict, data: bilevel(data, width, height), ...size, bits: 1, value: isStencil ? 255 : 0 };
}

function bilevel(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const row = Math.ceil(width / 8);
  const data = new Uint8Array(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((pixels[y * width + x] ?? 0) > 127)
        data[y * row + (x >> 3)] = (data[y * row + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  return data;
}

/** A one-page document that shows only the image, one point per sample. */
function pageOf(session: EditSession, image: CosStream, width: number, height: number): Uint8Array {
  const sink = memorySink();
  const rewriter = new Rewriter(sink);
  const copier = new ObjectCopier(session.cos, rewriter);
  const drawn = ref(copier.map(session.add(image).num));
  const content = newStream(new Map(), Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`));
  const pages = rewriter.reserve();
  const page = dictOf({
    Type: name("Page"),
    Parent: ref(pages),
    MediaBox: [0, 0, width, height],
    Resources: dictOf({ XObject: dictOf({ I: drawn }) }),
    Contents: ref(rewriter.add(content)),
  });
  rewriter.set(pages, dictOf({ Type: name("Pages"), Count: 1, Kids: [ref(rewriter.add(page))] }));
  const root = rewriter.add(dictOf({ Type: name("Catalog"), Pages: ref(pages) }));
  copier.drain();
  rewriter.finish({ root, info: 0 });

  return sink.bytes();
}

/** Overwrites each sample whose cell overlaps a quadrangle of the unit square. */
function overwrite({ data, width, height, bits, value }: Open, quad: readonly Point[]): void {
  const row = Math.ceil((width * bits) / 8);
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
