/** Sources composed of others, and searches in them. */
import { describe, expect, it } from "vitest";
import { joined } from "../../src/core/document-io.ts";
import { matchesIn } from "../../src/cos/syntax/source-window.ts";
import { sourceOf } from "./files.ts";

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

describe("matchesIn", () => {
  it("finds each match once, regardless of piece boundaries", () => {
    const places = [0, 100, 3_999_934, 3_999_998, 7_999_870, 8_100_000];
    const text = Buffer.alloc(8_200_000, 0x20);
    for (const at of places) text.write("12 0 R", at, "latin1");
    const found = [...matchesIn(sourceOf(text), /(?<!\d)\d+ 0 R/g)].map(({ 0: match, index }) => [
      match,
      index,
    ]);
    expect(found).toEqual(places.map((at) => ["12 0 R", at]));
  });
});

describe("joined", () => {
  const whole = joined(sourceOf("abcdef"), sourceOf("ghij"));
  const spans = Array.from({ length: 11 }, (_, offset) =>
    Array.from({ length: 13 - offset }, (__, length) => [offset, length] as const),
  ).flat();

  it("reads across the boundary", () => {
    for (const [offset, length] of spans) {
      const expected = "abcdefghij".slice(offset, offset + length);
      expect(latin1(whole.read(offset, length))).toBe(expected);
    }
  });
});
