/** Samples of a document's images: exact in every coding that allows it. */
import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../../src/core/document-io.ts";
import { dictOf, isStream } from "../../../src/cos/syntax/value.ts";
import { newStream } from "../../../src/cos/write/serialize.ts";
import { bytesPerRow, packSamples, unpackSamples } from "../../../src/document/images/packing.ts";
import { decodeSamples, encodeSamples } from "../../../src/document/images/samples.ts";
import { openStrictly } from "../../../src/document/open.ts";
import { createReaders } from "../../../src/engines/engines.ts";
import { imageFiles } from "../../support/image-files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { requireTool } from "../../support/tools.ts";

const readers = createReaders();

/** A page that shows one image, object 9. */
const pdfOf = (dict: string, data: Uint8Array | string) =>
  pagesPdf(["/MediaBox[0 0 99 99]/Contents 8 0 R/Resources<</XObject<</I 9 0 R>>>>"], {
    more: {
      8: { dict: "", data: "99 0 0 99 0 0 cm /I Do" },
      9: { dict: `/Subtype/Image${dict}`, data: Buffer.from(data) },
    },
  });

async function samplesOf(dict: string, data: Uint8Array | string) {
  const { cos } = openStrictly(sourceOf(pdfOf(dict, data)));
  const image = cos.object(9);
  if (!isStream(image)) throw new Error("no image");
  return await decodeSamples(cos, image, readers);
}

/** The red samples that poppler finds. */
function popplers(dict: string, data: Uint8Array): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  try {
    writeFileSync(join(folder, "a.pdf"), pdfOf(dict, data));
    spawnSync("pdfimages", ["a.pdf", "i"], { cwd: folder });
    return readFileSync(join(folder, "i-000.ppm"))
      .subarray(-3 * 16 * 16)
      .filter((_, k) => k % 3 === 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const size = "/Width 16/Height 16/BitsPerComponent 8";
const noise = (count: number) => Uint8Array.from({ length: count }, (_, k) => ((k * k) >> 3) & 0xff);
/** Group 4, 8 × 2 pixels: the first of the first row and the last two of the second are black. */
const fax = imageFiles.tiffFax.slice(8, 14);
const faxed = (entries: string) =>
  `/Width 8/Height 2/BitsPerComponent 1${entries}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 2>>`;

describe("decoding", () => {
  it("returns the samples of inflated data as they are, and fills up missing rows", async () => {
    const found = await samplesOf(
      "/Width 4/Height 2/BitsPerComponent 16/ColorSpace/DeviceRGB/Filter/FlateDecode",
      deflateSync(noise(30)),
    );
    expect(found).toMatchObject({ width: 4, height: 2, components: 3, bits: 16 });
    expect(found?.data).toEqual(Uint8Array.from([...noise(30), ...Array(18).fill(0)]));
    expect(found?.dict.has("Filter")).toBe(false);
  });

  it.each([
    ["gray", "/DeviceGray", 1],
    ["RGB", "/DeviceRGB", 3],
  ] as const)("finds the samples of a %s JPEG that poppler finds", async (_, space, components) => {
    const data = noise(256 * components);
    const jpeg = await readers.encodeJpeg({ width: 16, height: 16, components, data }, 90);
    const dict = `${size}/ColorSpace${space}/Filter/DCTDecode`;
    const found = await samplesOf(dict, jpeg);
    if (requireTool("pdfimages") !== undefined) return;
    const red = found?.data.filter((_, k) => k % components === 0) ?? [];
    const most = Math.max(...popplers(dict, jpeg).map((value, k) => Math.abs(value - (red[k] ?? 255))));
    expect(most).toBeLessThanOrEqual(2);
  });

  it.each([
    [
      "a color space that changes them",
      "/ColorSpace[/Separation/Spot/DeviceRGB<</FunctionType 2/N 1/Domain[0 1]/C0[1 0 0]/C1[0 0 1]>>]",
    ],
    ["inverse decoding", "/ColorSpace/DeviceGray/Decode[1 0]"],
    ["a color key", "/ColorSpace/DeviceGray/Mask[0 128]"],
    ["a soft mask", "/ColorSpace/DeviceGray/SMask 9 0 R"],
  ])("finds the stored samples of a JPEG with %s, and keeps the entry", async (_, entries) => {
    const jpeg = await readers.encodeJpeg({ width: 16, height: 16, components: 1, data: noise(256) }, 90);
    const plain = await samplesOf(`${size}/ColorSpace/DeviceGray/Filter/DCTDecode`, jpeg);
    const found = await samplesOf(`${size}${entries}/Filter/DCTDecode`, jpeg);
    expect(found?.data).toEqual(plain?.data);
    const key = /\/(Decode|Mask|SMask|ColorSpace)[^/]*$/.exec(entries)?.[1] ?? "ColorSpace";
    expect(found?.dict.has(key)).toBe(true);
  });

  it.each([
    ["gray", "/ColorSpace/DeviceGray"],
    ["with a palette", "/ColorSpace[/Indexed/DeviceRGB 1<ff00000000ff>]"],
    ["a stencil", "/ImageMask true"],
    ["an inverse stencil", "/ImageMask true/Decode[1 0]"],
  ])("finds the bits of fax data: %s", async (_, entries) => {
    const found = await samplesOf(faxed(entries), fax);
    expect(found).toMatchObject({ components: 1, bits: 1 });
    // The TIFF shows its white runs in black.
    expect([...(found?.data ?? [])]).toEqual([0b1000_0000, 0b0000_0011]);
  });

  it("converts JPEG 2000 to 8 bits of its colors", async () => {
    const found = await samplesOf("/Width 8/Height 8/Filter/JPXDecode", imageFiles.jpeg2000);
    expect(found).toMatchObject({ components: 3, bits: 8 });
    expect([...(found?.data.subarray(0, 3) ?? [])]).toEqual([255, 0, 0]);
    expect([...(found?.data.subarray(21, 24) ?? [])]).toEqual([0, 0, 255]);
  });

  it("tells a white image from one that can't be decoded", async () => {
    const data = Buffer.alloc(256, 255);
    const jpeg = await readers.encodeJpeg({ width: 16, height: 16, components: 1, data }, 90);
    const dict = `${size}/ColorSpace/DeviceGray/Filter/DCTDecode`;
    expect((await samplesOf(dict, jpeg))?.data).toEqual(Uint8Array.from(data));
    expect(await samplesOf(dict, "no JPEG")).toBeUndefined();
  });

  it.each([
    ["an unknown number of bits", "/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 3"],
    ["an unknown color space", "/Width 2/Height 2/ColorSpace/Other/BitsPerComponent 8"],
    ["too many pixels", "/Width 99999/Height 99999/ColorSpace/DeviceGray/BitsPerComponent 1"],
    ["no height", "/Width 2/ColorSpace/DeviceGray/BitsPerComponent 8"],
    ["opacity in its data", "/Width 8/Height 8/SMaskInData 1/Filter/JPXDecode"],
  ])("refuses an image with %s", async (_, dict) => {
    expect(await samplesOf(dict, imageFiles.jpeg2000)).toBeUndefined();
  });
});

describe("coding", () => {
  it.each([1, 2, 4, 8])("packs rows of %i bits and unpacks them again", (bits) => {
    const shape = { width: 5, height: 3, components: 3, bits };
    const samples = noise(45).map((value) => value & (2 ** bits - 1));
    const packed = packSamples(samples, shape);
    expect(packed).toHaveLength(bytesPerRow(shape) * 3);
    expect(unpackSamples(packed, shape)).toEqual(samples);
  });

  it.each([
    [1, 1, false],
    [1, 8, true],
    [3, 8, false],
    [4, 16, false],
  ])(
    "codes %i components of %i bits so that they decode to the same",
    async (components, bits, isIndexed) => {
      const shape = { width: 7, height: 4, components, bits };
      const packed = noise(bytesPerRow(shape) * 4);
      const { data, entries } = encodeSamples(shape, packed, isIndexed);
      const { cos } = openStrictly(sourceOf(pdfOf("", "")));
      const stream = newStream(dictOf(entries), data);
      expect(Uint8Array.from(cos.decode(stream))).toEqual(packed);
      expect(entries.DecodeParms !== undefined).toBe(bits >= 8 && !isIndexed);
    },
  );
});
