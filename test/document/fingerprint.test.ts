import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ref } from "../../src/cos/syntax/value.ts";
import { fingerprint } from "../../src/document/fingerprint.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { read } from "../support/read-again.ts";

const of = (more: BuiltPdf["objects"], num = 9) => fingerprint(read(pagesPdf([""], { more })).cos, ref(num));

describe("the fingerprint of a value", () => {
  const font = "<</Type/Font/BaseFont/A/Widths[1 2.5]/N(x)/D 10 0 R>>";

  it("is independent of object numbers and the order of entries", () => {
    const stream = { dict: "", data: "program" };
    const one = of({ 9: font, 10: stream });
    expect(of({ 7: "<</D 8 0 R/N(x)/Widths[1 2.5]/BaseFont/A/Type/Font>>", 8: stream }, 7)).toBe(one);
    expect(of({ 9: font, 10: { dict: "", data: "Program" } })).not.toBe(one);
  });

  it("covers a stream's decoded data, however it is compressed", () => {
    const plain = of({ 9: { dict: "", data: "profile" } });
    expect(of({ 9: { dict: "/Filter/FlateDecode", data: deflateSync("profile") } })).toBe(plain);
  });

  it.each([
    ["a name and a string", "/A", "(A)"],
    ["an array and its entries", "[1[2]]", "[1 2]"],
    ["a key and a value", "<</A/B>>", "<</B/A>>"],
    ["two numbers", "1", "2"],
    ["order in an array", "[1 2]", "[2 1]"],
  ])("distinguishes %s", (_, a, b) => {
    expect(of({ 9: a })).not.toBe(of({ 9: b }));
  });

  it("terminates on cyclic objects", () => {
    expect(of({ 9: "[9 0 R 9 0 R]" })).toBe(of({ 9: "[9 0 R 9 0 R]" }));
  });
});
