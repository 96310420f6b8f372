/** What small streams are decoded with must be right or give way to node:zlib, whatever the bytes are. */
import { constants, deflateSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inflate } from "../../src/cos/flate.ts";
import { inflateSmall, smallBytes } from "../../src/cos/small-inflate.ts";

const content = "q 1 0 0 1 72 720 cm BT /F1 12 Tf (text) Tj ET Q\n";

/** Data with runs, repeats and noise, so that every kind of block and code comes up. */
const data = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 400 }))
        .map(([byte, times]) => new Uint8Array(times).fill(byte)),
      fc.integer({ min: 1, max: 60 }).map((times) => Buffer.from(content.repeat(times))),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

const strategies = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
];
const settings = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(...strategies),
});

describe("small streams", () => {
  it("are decoded as node:zlib does", () => {
    fc.assert(
      fc.property(data, settings, (bytes, options) => {
        const encoded = deflateSync(bytes, options);
        const decoded = inflateSmall(encoded);
        if (encoded.length > smallBytes) expect(decoded).toBeUndefined();
        else if (decoded !== undefined) expect(Buffer.from(decoded)).toEqual(bytes);
        expect(Buffer.from(inflate(encoded, 1 << 20))).toEqual(bytes);
      }),
      { numRuns: 400 },
    );
  });

  it("are decoded here when they are text and its operators", () => {
    for (const times of [1, 2, 10, 100, 1000]) {
      const decoded = inflateSmall(deflateSync(Buffer.from(content.repeat(times))));
      expect(Buffer.from(decoded ?? []).toString()).toBe(content.repeat(times));
    }
  });

  it("with codes of up to 15 bits", () => {
    // Each byte twice as often as the one before: the code of the rarest is the longest.
    const bytes = Buffer.concat(Array.from({ length: 14 }, (_, k) => Buffer.alloc(1 << k, k)));
    const encoded = deflateSync(bytes, { strategy: constants.Z_HUFFMAN_ONLY }).subarray(0);
    expect(Buffer.from(inflate(encoded, 1 << 20))).toEqual(bytes);
    const few = Buffer.concat(Array.from({ length: 11 }, (_, k) => Buffer.alloc(1 << k, k)));
    expect(Buffer.from(inflateSmall(deflateSync(few, { strategy: constants.Z_HUFFMAN_ONLY })) ?? [])).toEqual(
      few,
    );
  });

  it("that are damaged are decoded as zlib would, or left to it", () => {
    fc.assert(
      fc.property(data, fc.nat(), fc.integer({ min: 0, max: 7 }), (bytes, place, bit) => {
        const encoded = deflateSync(bytes);
        const at = 2 + (place % (encoded.length - 2));
        encoded[at] = (encoded[at] ?? 0) ^ (1 << bit);
        const decoded = inflateSmall(encoded);
        if (decoded === undefined) return;
        const wanted = inflateRawSync(encoded.subarray(2), { finishFlush: constants.Z_SYNC_FLUSH });
        expect(Buffer.from(decoded)).toEqual(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  it("are never taken for whole where their end is missing", () => {
    const encoded = deflateSync(Buffer.from(content.repeat(20)));
    // The last four bytes are the checksum.
    for (let length = 0; length < encoded.length - 4; length++)
      expect(inflateSmall(encoded.subarray(0, length))).toBeUndefined();
  });

  it("keep to the limit", () => {
    const encoded = deflateSync(Buffer.alloc(5000));
    expect(() => inflate(encoded, 4999)).toThrow(/more than 4999 bytes/);
    expect(inflate(encoded, 5000)).toHaveLength(5000);
    expect(inflateSmall(deflateSync(Buffer.alloc(65_537)))).toBeUndefined();
  });

  it("do not change what was decoded before", () => {
    const first = inflate(deflateSync(Buffer.from("first")), 100);
    inflate(deflateSync(Buffer.from("other")), 100);
    expect(Buffer.from(first).toString()).toBe("first");
  });
});
