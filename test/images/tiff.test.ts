/** Layouts of TIFF files, each of which holds the same picture. */
import { describe, expect, it } from "vitest";
import type { DecodedImage } from "../../src/core/readers.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { decodedPicture } from "../../src/images/decoded.ts";
import type { ShownPicture } from "../../src/images/picture.ts";
import { readImages } from "../../src/images/read-images.ts";
import { type Tiff, tiffFile } from "../support/tiff.ts";

const readers = createReaders();

/** What the engine finds, and the warnings. */
async function read(file: Uint8Array) {
  const decoded: DecodedImage[] = [];
  const own = {
    ...readers,
    decodeImage: async (asked: Parameters<typeof readers.decodeImage>[0]) => {
      const found = await readers.decodeImage(asked);
      if (found) decoded.push(found);
      return found;
    },
  };
  const pictures: ShownPicture[] = [];
  for await (const picture of readImages(file, own)) pictures.push(picture);
  return { pictures, decoded, warnings: pictures.flatMap(({ warnings = [] }) => warnings) };
}

const [width, height] = [18, 5];
const scaled = (most: number) =>
  Array.from({ length: width * height }, (_, k) => [
    Math.round(((k % width) / (width - 1)) * most),
    Math.round((Math.floor(k / width) / (height - 1)) * most),
    k % 2 === 0 ? most : 0,
  ]);
const rgb = { size: [width, height], bits: 8, samples: 3, pixels: scaled(255) } as const;
const samples = scaled(255).flat();
const reduced = ["has more than 8 bits per sample, which were reduced to 8"];

const layouts: readonly (readonly [string, Partial<Tiff>, string[]])[] = [
  ["one strip", {}, []],
  ["planes", { isPlanar: true }, []],
  ["tiles", { tile: 16 }, []],
  ["planes of tiles", { isPlanar: true, tile: 16 }, []],
  ["a predictor", { predictor: 2 }, []],
  ["tiles with a predictor", { tile: 16, predictor: 2 }, []],
  ["planes with a predictor", { isPlanar: true, predictor: 2 }, []],
  ["a BigTIFF", { isBig: true }, []],
  ["a big-endian BigTIFF of tiles", { isBig: true, order: "big", tile: 16 }, []],
  ["16 bits", { bits: 16, pixels: scaled(65_535) }, reduced],
  ["16 bits with a predictor", { bits: 16, pixels: scaled(65_535), predictor: 2 }, reduced],
  [
    "big-endian 16 bits with a predictor",
    { bits: 16, pixels: scaled(65_535), predictor: 2, order: "big" },
    reduced,
  ],
  ["10 bits", { bits: 10, pixels: scaled(1023) }, reduced],
  ["12 bits", { bits: 12, pixels: scaled(4095) }, reduced],
  ["14 bits", { bits: 14, pixels: scaled(16_383) }, reduced],
  [
    "floating-point numbers",
    { bits: 32, isFloat: true, pixels: scaled(1).map((_, k) => (scaled(255)[k] ?? []).map((v) => v / 255)) },
    ["has floating-point samples, of which those outside 0 to 1 became black or white"],
  ],
  [
    "big-endian floating-point numbers",
    { bits: 32, isFloat: true, order: "big", pixels: scaled(255).map((pixel) => pixel.map((v) => v / 255)) },
    ["has floating-point samples, of which those outside 0 to 1 became black or white"],
  ],
];

describe("layouts of a TIFF", () => {
  it.each(layouts)("reads %s", async (_, layout, said) => {
    const {
      decoded: [found],
      warnings,
    } = await read(tiffFile({ ...rgb, ...layout }));
    expect(found).toMatchObject({ width, height, components: 3, isWhole: true });
    const most = Math.max(
      ...(found?.samples ?? [999]).map((value, k) => Math.abs(value - (samples[k] ?? 0))),
    );
    expect(most).toBeLessThanOrEqual(1);
    expect(warnings).toEqual(said);
  });

  it.each([
    [1, [0, 255]],
    [2, [0, 85, 170, 255]],
    [4, [0, 17, 238, 255]],
  ])("reads gray of %i bits", async (bits, shown) => {
    const values = shown.map((value) => [(value * (2 ** bits - 1)) / 255]);
    const file = tiffFile({ size: [shown.length, 1], bits, samples: 1, pixels: values });
    const {
      decoded: [found],
    } = await read(file);
    expect([...(found?.samples ?? [])]).toEqual(shown);
  });

  it("reads gray of which 0 is white", async () => {
    const {
      decoded: [found],
    } = await read(tiffFile({ size: [2, 1], bits: 8, samples: 1, pixels: [[0], [200]], photometric: 0 }));
    expect([...(found?.samples ?? [])]).toEqual([255, 55]);
  });

  it.each([1, 2])("reads a palette in planar configuration %i", async (planes) => {
    const map = [0, 1, 2].flatMap((k) => [200, 100, 50].map((v) => ((v + k) % 256) * 257));
    const entries = [map[0], map[3], map[6]].flatMap((first = 0, k) => [
      first,
      map[3 * k + 1] ?? 0,
      ...Array(254).fill(0),
    ]);
    const file = tiffFile({
      ...{ size: [2, 1], bits: 8, samples: 1, pixels: [[0], [1]], photometric: 3, isPlanar: planes === 2 },
      more: [[320, 3, ...entries]],
    });
    const {
      decoded: [found],
    } = await read(file);
    expect([...(found?.samples ?? [])]).toEqual([200, 201, 202, 100, 101, 102]);
  });

  it("keeps ink", async () => {
    const {
      decoded: [found],
      pictures,
    } = await read(
      tiffFile({ size: [1, 1], bits: 8, samples: 4, pixels: [[10, 20, 30, 40]], photometric: 5 }),
    );
    expect([...(found?.samples ?? [])]).toEqual([10, 20, 30, 40]);
    expect(pictures[0]?.components).toBe(4);
  });

  it.each([
    ["divides associated opacity out", 1, [100, 50, 0, 128], [199, 100, 0]],
    ["leaves colors with unassociated opacity", 2, [200, 100, 0, 128], [200, 100, 0]],
  ])("%s", async (_, kind, pixel, color) => {
    const file = tiffFile({ size: [1, 1], bits: 8, samples: 4, pixels: [pixel], more: [[338, 3, kind]] });
    const {
      decoded: [found],
    } = await read(file);
    expect([...(found?.samples ?? [])]).toEqual(color);
    expect([...(found?.alpha ?? [])]).toEqual([128]);
  });

  it("ignores a channel that isn't opacity", async () => {
    const file = tiffFile({ size: [1, 1], bits: 8, samples: 4, pixels: [[1, 2, 3, 4]], more: [[338, 3, 0]] });
    const {
      decoded: [found],
    } = await read(file);
    expect(found?.alpha).toBeUndefined();
    expect([...(found?.samples ?? [])]).toEqual([1, 2, 3]);
  });

  it.each([
    ["inches", 2, 150],
    ["centimeters", 3, 381],
  ])("finds the resolution in %s", async (_, unit, dpi) => {
    const { pictures } = await read(
      tiffFile({
        ...rgb,
        more: [
          [274, 3, 6],
          [282, 4, 150],
          [283, 4, 150],
          [296, 3, unit],
        ],
      }),
    );
    expect(pictures[0]).toMatchObject({ dpi: [dpi, dpi], orientation: 6 });
  });
});

describe("damaged and hostile TIFF files", () => {
  /** Offset of the value in the directory's entry for a tag. */
  function valueAt(file: Buffer, tag: number): number {
    for (let at = 10; at < file.length; at += 12) if (file.readUInt16LE(at) === tag) return at + 8;
    throw new Error(`no tag ${tag}`);
  }

  it("shows a part of a picture, with a warning", async () => {
    const file = tiffFile({ ...rgb, isPlain: true });
    file.writeUInt32LE(file.length - 60, valueAt(file, 273));
    const { warnings } = await read(file);
    expect(warnings).toEqual(["is damaged: a part of the picture may be missing"]);
  });

  it.each([
    ["LZMA", 34_925],
    ["Zstandard", 50_000],
    ["WebP", 50_001],
  ])("names a compression that isn't supported: %s", async (name, code) => {
    const file = tiffFile(rgb);
    file.writeUInt16LE(code, valueAt(file, 259));
    await expect(read(file)).rejects.toThrow(`is a TIFF in ${name}, which is not supported`);
  });

  it.each([
    ["without data", 0, "is damaged"],
    ["whose directory is cut off", 60, "is damaged"],
  ])("refuses a file %s", async (_, length, said) => {
    const file = tiffFile(rgb);
    const bad = length === 0 ? file.subarray(0, 8) : file.subarray(0, length);
    await expect(read(bad)).rejects.toThrow(said);
  });

  it("refuses more samples than it decodes, before it does", async () => {
    const bomb = tiffFile(rgb);
    for (const tag of [256, 257]) bomb.writeUInt16LE(60_000, valueAt(bomb, tag));
    await expect(read(bomb)).rejects.toThrow("60000 × 60000 pixels");
  });

  it("reads a directory that refers to itself once", async () => {
    const file = tiffFile(rgb);
    // After 13 entries of 12 bytes.
    const count = file.readUInt16LE(8);
    file.writeUInt32LE(8, 10 + 12 * count);
    expect((await read(file)).pictures).toHaveLength(1);
  });

  it("names an error of the engine", async () => {
    const none = { ...readers, decodeImage: async () => undefined };
    await expect(decodedPicture(new Uint8Array(0), "gif", none)).rejects.toThrow("its data cannot be read");
  });
});
