/** The writer's syntax read by the reader: any value comes back as it was. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesString, type CosDict, type CosValue, name, ref } from "../../src/cos/syntax/value.ts";
import { serialize } from "../../src/cos/write/serialize.ts";
import { parseValue } from "./files.ts";

/** Any name without a zero byte, which PDF doesn't allow. */
const nameText = fc
  .array(fc.integer({ min: 1, max: 255 }), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes));

const numbers = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000),
  fc.constantFrom(0, 1e9, 0.5, -0.001, 2 ** 31, 123_456_789_012),
);

const values = fc.letrec<{ value: CosValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<CosValue>(null, true, false),
    numbers,
    nameText.map(name),
    fc.uint8Array({ maxLength: 80 }).map(bytesString),
    fc.string({ maxLength: 40 }).map((text) => bytesString(new TextEncoder().encode(text))),
    fc.tuple(fc.integer({ min: 1, max: 8_388_607 }), fc.nat(65_535)).map(([num, gen]) => ref(num, gen)),
    fc.array(tie("value"), { maxLength: 8 }),
    // A null entry means no entry.
    fc
      .array(fc.tuple(nameText, tie("value")), { maxLength: 8 })
      .map((entries): CosDict => new Map(entries.filter(([, value]) => value !== null))),
  ),
})).value;

describe("round trip", () => {
  it("parse(serialize(x)) is x", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(parseValue(serialize(value))).toEqual(value);
      }),
      { numRuns: 1000 },
    );
  });

  it("serialize(parse(bytes)) is stable: writing it again gives the same bytes", () => {
    fc.assert(
      fc.property(values, (value) => {
        const once = serialize(value);
        expect(Buffer.compare(serialize(parseValue(once)), once)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
