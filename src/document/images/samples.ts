/** Decodes the samples of a document's images, and codes samples as image data (ISO 32000-2, 8.9.5). */
import { deflate } from "../../core/builtins.ts";
import { filterPngRows } from "../../core/png-row.ts";
import { ProblemError } from "../../core/problem.ts";
import type { Readers } from "../../core/readers.ts";
import type { CosDocument } from "../../cos/document.ts";
import { CosError } from "../../cos/syntax/error.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  codingEntries,
  dictOf,
  fromLatin1,
  isArray,
  name,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { onePage } from "../one-page.ts";
import { listAt, nameAt, numberAt } from "../typed-get.ts";
import { componentsOf } from "./color-space.ts";
import { bytesPerRow, packSamples, type RowShape } from "./packing.ts";

/** An image's samples, packed in rows of exactly its size. */
export interface ImageSamples extends RowShape {
  /** The image's entries that describe these samples: without those about coding. */
  readonly dict: CosDict;
  readonly data: Uint8Array;
}

/** Maximum pixels of an image to decode. */
const mostPixels = 64_000_000;
/** Codecs of black and white: their samples are drawn exactly. */
const bilevel = ["CCITTFaxDecode", "JBIG2Decode"];
const masks = ["SMask", "Mask", "Alternates", "OPI"];
/** Entries that affect how samples are shown, not their values. */
const shown = [...masks, "ImageMask", "Decode", "ColorSpace", "Intent"];

/**
 * An image's samples, in any coding. CMYK in JPEG data and all JPEG 2000 data are converted to 8 bits of gray or RGB. Undefined
 * if they can't be decoded: damaged, too large, or with opacity in the data. Samples missing from damaged data have any value.
 */
export async function decodeSamples(
  cos: CosDocument,
  image: CosStream,
  readers: Decoders,
): Promise<ImageSamples | undefined> {
  const [width, height] = [numberAt(cos, image.dict.get("Width")), numberAt(cos, image.dict.get("Height"))];
  if (!width || !height || width < 1 || height < 1 || width * height > mostPixels) return undefined;

  const isStencil = cos.resolve(image.dict.get("ImageMask")) === true;
  const components = isStencil ? 1 : componentsOf(cos, image.dict.get("ColorSpace"));
  const bits = isStencil ? 1 : (numberAt(cos, image.dict.get("BitsPerComponent")) ?? 8);

  try {
    const { bytes, undecoded } = cos.decodePartly(image, 8 * mostPixels);
    if (undecoded.length > 0)
      return await codecSamples({ cos, image, readers }, bytes, { width, height, components });
    if (components === undefined || ![1, 2, 4, 8, 16].includes(bits)) return undefined;
    const shape = { width, height, components, bits };
    const data = new Uint8Array(bytesPerRow(shape) * height);
    data.set(bytes.subarray(0, data.length));
    return { dict: without(image.dict, codingEntries), data, ...shape };
  } catch (error) {
    if (error instanceof ProblemError || (error instanceof CosError && error.reason !== "work"))
      return undefined;
    throw error;
  }
}

type Decoders = Pick<Readers, "openPages" | "decodeJpeg">;

interface Source {
  readonly cos: CosDocument;
  readonly image: CosStream;
  readonly readers: Decoders;
}

type Size = Pick<RowShape, "width" | "height"> & { readonly components: number | undefined };

/** The samples of an image in a picture codec. */
async function codecSamples(
  source: Source,
  bytes: Uint8Array,
  size: Size,
): Promise<ImageSamples | undefined> {
  const { cos, image, readers } = source;
  const { width, height, components } = size;
  const codec = nameAt(cos, listAt(cos, image.dict.get("Filter")).at(-1));
  const dict = without(image.dict, [...codingEntries, "SMaskInData"]);
  if (codec === "DCTDecode" && !image.dict.has("DecodeParms") && (components === 1 || components === 3)) {
    const found = await readers.decodeJpeg(bytes);
    if (found?.width !== width || found.height !== height || found.components !== components)
      return undefined;
    return { width, height, components, bits: 8, data: found.data, dict };
  }

  if (bilevel.includes(codec ?? "")) {
    const shape: RowShape = { width, height, components: 1, bits: 1 };
    const entries = { ColorSpace: name("DeviceGray"), BitsPerComponent: 1 };
    const drawn = await drawnAlone(source, withEntries(without(image.dict, shown), entries), shape);
    const data =
      drawn &&
      packSamples(
        drawn.map((value) => value >> 7),
        shape,
      );
    return data && { ...shape, data, dict: withEntries(dict, { BitsPerComponent: 1 }) };
  }

  // Samples of certain colors are transparent (8.9.6.4), and a JPEG 2000 may contain a mask.
  if (isArray(cos.resolve(image.dict.get("Mask"))) || numberAt(cos, image.dict.get("SMaskInData")))
    return undefined;
  const shape: RowShape = { width, height, components: components === 1 ? 1 : 3, bits: 8 };
  const data = await drawnAlone(source, without(image.dict, masks), shape);
  const ColorSpace = name(components === 1 ? "DeviceGray" : "DeviceRGB");
  // MuPDF draws JPEG 2000 data smoothly in any case.
  const isSmooth = codec === "JPXDecode" || dict.get("Interpolate");
  const entries = { ColorSpace, BitsPerComponent: 8, Decode: undefined, Interpolate: isSmooth };
  return data && { ...shape, data, dict: withEntries(dict, entries) };
}

/** The pixels of an image on a page of its own; undefined if the engine draws nothing. */
async function drawnAlone({ cos, image, readers }: Source, dict: CosDict, shape: RowShape) {
  const { width, height, components } = shape;
  const box = { x0: 0, y0: 0, x1: width, y1: height };
  const drawnOn = async (background: 0 | 1) => {
    const content = `${background} g 0 0 ${width} ${height} re f ${width} 0 0 ${height} 0 0 cm /I Do`;
    const document = onePage(cos, [width, height], (add) => ({
      Resources: dictOf({ XObject: dictOf({ I: add({ ...image, dict }) }) }),
      Contents: add(newStream(new Map(), fromLatin1(content))),
    }));
    using pages = await readers.openPages(document);
    return pages.samples(1, { box, scale: 1, pixels: { width, height }, gray: components === 1 });
  };

  const drawn = await drawnOn(1);
  if (drawn.some((value) => value !== 255)) return drawn;
  return (await drawnOn(0)).some((value) => value !== 0) ? drawn : undefined;
}

/** Image data, and the entries for its coding. */
export interface CodedData {
  readonly data: Uint8Array;
  /** /Filter with its parameters, and any other entries the data needs. */
  readonly entries: Readonly<Record<string, CosValue | undefined>>;
}

/** Packed samples as Flate data, with the PNG predictor where it helps: not for few bits or indexes of colors. */
export function encodeSamples(shape: RowShape, packed: Uint8Array, isIndexed = false): CodedData {
  const { width: Columns, components: Colors, bits: BitsPerComponent } = shape;
  const Filter = name("FlateDecode");
  if (BitsPerComponent < 8 || isIndexed) return { data: deflate(packed), entries: { Filter } };
  const filtered = filterPngRows(packed, bytesPerRow(shape), (Colors * BitsPerComponent) >> 3);
  const DecodeParms = dictOf({ Predictor: 15, Colors, BitsPerComponent, Columns });
  return { data: deflate(filtered), entries: { Filter, DecodeParms } };
}
