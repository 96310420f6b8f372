/** The individual parts of reading a page: sizes, pictures, positions, loops, messages of the process. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loopStart, variety } from "../../src/models/page-model/loop-guard.ts";
import { likeliest } from "../../src/models/page-model/page-model.ts";
import { maxPixels, pixelSize, sideUnit } from "../../src/models/page-model/page-size.ts";
import { patchesOf } from "../../src/models/page-model/patches.ts";
import { decodePng } from "../../src/models/page-model/png.ts";
import { promptPositions } from "../../src/models/page-model/positions.ts";
import { readWorkerMessage } from "../../src/models/reading/worker-messages.ts";
import { greyPage, png } from "./support.ts";

describe("the size of a page's picture", () => {
  it.each([
    ["A4", 595, 842, 960, 1344],
    ["A4 landscape", 842, 595, 1344, 960],
    ["Letter", 612, 792, 992, 1312],
    ["A5", 420, 595, 864, 1248],
    ["A0", 2384, 3370, 960, 1344],
    ["a stamp", 72, 72, 256, 256],
    ["a strip", 36, 7200, 64, 6400],
    ["a point", 0, Number.NaN, 256, 256],
  ])("of %s consists of whole blocks, within the limit", (_, width, height, columns, rows) => {
    expect(pixelSize({ width, height })).toEqual({ width: columns, height: rows });
  });

  it("is within bounds for any page", () => {
    const side = fc.double({ min: 0, max: 1e7 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const pixels = pixelSize({ width, height });
        expect(pixels.width % sideUnit).toBe(0);
        expect(pixels.height % sideUnit).toBe(0);
        expect(Math.min(pixels.width, pixels.height)).toBeGreaterThan(0);
        expect(pixels.width * pixels.height).toBeLessThanOrEqual(maxPixels);
      }),
    );
  });
});

describe("a picture", () => {
  const noise = (width: number, height: number) => {
    const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251);
    return { width, height, pixels };
  };

  it("survives PNG encoding with each filter", () => {
    const image = noise(33, 20);
    for (const filter of [() => 0, () => 1, () => 2, () => 3, () => 4, (row: number) => row % 5])
      expect(decodePng(png(image, filter))).toEqual(image);
  });

  it("is rejected if it isn't one of our PNGs, or has more or less data than it declares", () => {
    const good = png(greyPage(0.5));
    const changed = (at: number, value: number) => {
      const copy = Uint8Array.from(good);
      copy[at] = value;
      return copy;
    };
    // Signature, excessive width, too many rows, too few, 16 bits, gray, interlaced.
    for (const [at, value] of [
      [1, 0x51],
      [16, 0x7f],
      [23, 65],
      [23, 63],
      [24, 16],
      [25, 0],
      [28, 1],
    ] as const)
      expect(() => decodePng(changed(at, value)), `byte ${at}`).toThrow();
    expect(() => decodePng(png(greyPage(0.5), () => 9))).toThrow("filter");
    for (let cut = 0; cut < good.length - 12; cut += 7)
      expect(() => decodePng(good.subarray(0, cut))).toThrow();
  });

  it("is split into squares in the encoder's order, each repeated in time", () => {
    const [width, height] = [64, 32];
    const pixels = new Uint8Array(width * height * 3);
    // Red is the pixel's column of squares, green its row, and blue the position inside the square.
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        pixels.set([Math.floor(x / 16), Math.floor(y / 16), (y % 16) * 16 + (x % 16)], (y * width + x) * 3);
    const { values, rows, columns } = patchesOf({ width, height, pixels });
    expect([rows, columns, values.length]).toEqual([2, 4, 8 * 1536]);
    const at = (patch: number, colour: number, moment: number, place: number) =>
      Math.round(((values[patch * 1536 + (colour * 2 + moment) * 256 + place] ?? 0) / 2 + 0.5) * 255);
    const order = Array.from({ length: 8 }, (_, patch) => [at(patch, 0, 0, 0), at(patch, 1, 0, 0)]);
    expect(order).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
      [3, 0],
      [2, 1],
      [3, 1],
    ]);
    for (const place of [0, 1, 16, 255]) {
      expect(at(5, 2, 0, place)).toBe(place);
      expect(at(5, 2, 1, place)).toBe(place);
    }
    expect(patchesOf(greyPage(1)).values[0]).toBe(1);
    expect(patchesOf(greyPage(0)).values[0]).toBe(-1);
    expect(() => patchesOf(greyPage(0, 48, 32))).toThrow("blocks of 32");
  });
});

it("positions count up in text and form a grid in the picture", () => {
  const { values, next } = promptPositions({ before: 2, rows: 2, columns: 3, after: 2 });
  const axis = (which: number) => [...values.subarray(which * 10, which * 10 + 10)].map(Number);
  expect(axis(0)).toEqual([0, 1, 2, 2, 2, 2, 2, 2, 5, 6]);
  expect(axis(1)).toEqual([0, 1, 2, 2, 2, 3, 3, 3, 5, 6]);
  expect(axis(2)).toEqual([0, 1, 2, 3, 4, 2, 3, 4, 5, 6]);
  expect(next).toBe(7);
});

describe("loops", () => {
  /** Feeds tokens one by one, as if typed. Returns how many remain when the guard steps in. */
  const written = (tokens: readonly number[]) => {
    for (let count = 1; count <= tokens.length; count++) {
      const start = loopStart(tokens.slice(0, count));
      if (start !== undefined) return start;
    }
    return undefined;
  };
  const text = Array.from({ length: 300 }, (_, at) => (at * 7919) % 1009);
  const times = (block: readonly number[], count: number) =>
    Array.from({ length: count }, () => block).flat();

  it.each([1, 2, 4, 5, 16, 17, 64, 65, 256])(
    "of blocks of %i tokens are detected and cut to one",
    (period) => {
      const block = text.slice(0, period).map((token) => token + 5000);
      expect(written([...text, ...times(block, 50)])).toBe(text.length + period);
    },
  );

  it("aren't detected in rulers, lists or tables of zeros", () => {
    expect(written([...text, ...times([7], 47), ...text])).toBeUndefined();
    expect(written(times([7, 8, 9], 23))).toBeUndefined();
    expect(
      written(Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? at + 2000 : at % 20))),
    ).toBeUndefined();
    expect(written(times(text, 3))).toBeUndefined();
  });

  it("have less variety than text", () => {
    expect(variety(text)).toBe(297);
    expect(variety(times([1, 2, 3], 99))).toBe(3);
  });

  it("become less likely through a penalty on tokens already written", () => {
    const scores = Float32Array.of(-1, 2, 1.9, -3);
    expect(likeliest(scores, [], 1)).toBe(1);
    expect(likeliest(scores, [1], 1.08)).toBe(2);
    expect(likeliest(Float32Array.of(-1, -1.05), [0], 1.08)).toBe(1);
    expect([...scores]).toEqual([...Float32Array.of(-1, 2, 1.9, -3)]);
  });
});

describe("messages of the page-reading process", () => {
  const read = readWorkerMessage;

  it("are parsed according to the protocol", () => {
    expect(read('{"loaded":true}')).toEqual({ loaded: true });
    const done = { id: 3, text: "x", end: "length" };
    expect(read(JSON.stringify({ done: { ...done, more: 1 } }))).toEqual({ done });
    expect(read('{"failed":{"id":1,"why":"x"}}')).toEqual({ failed: { id: 1, why: "x" } });
    expect(read('{"unusable":{"why":"x","advised":true,"command":"c"}}')).toEqual({
      unusable: { why: "x", advised: true, command: "c" },
    });
  });

  it.each([
    "",
    "null",
    "[]",
    '{"loaded":1}',
    '{"done":{"id":"1","text":"x","end":"stop"}}',
    '{"done":{"id":1,"text":"x","end":"never"}}',
    '{"done":{"id":1}}',
    '{"failed":{"id":1}}',
    '{"unusable":{}}',
  ])("are ignored if malformed: %s", (line) => expect(read(line)).toBeUndefined());
});
