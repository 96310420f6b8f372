import { describe, expect, it } from "vitest";
import { decodeText } from "../../src/document/text-string.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );

describe("decodeText", () => {
  it.each([
    ["PDFDocEncoding", bytes("Gr\xfc\xdfe \x80 \xa0"), "Grüße • €"],
    ["UTF-16BE", bytes([0xfe, 0xff, 0x20, 0xac, 0xd8, 0x3d, 0xde, 0x00]), "€😀"],
    ["UTF-16LE", bytes([0xff, 0xfe, 0xac, 0x20]), "€"],
    ["UTF-8", bytes([0xef, 0xbb, 0xbf], Buffer.from("žluť").toString("latin1")), "žluť"],
    ["an odd last byte", bytes([0xfe, 0xff, 0x00, 0x41, 0x00]), "A"],
    ["language escapes", bytes([0xfe, 0xff, 0, 0x1b, 0, 0x65, 0, 0x6e, 0, 0x1b, 0, 0x48, 0, 0x69]), "Hi"],
    ["trailing NULs", bytes("Word\0\0"), "Word"],
    ["nothing", bytes(), ""],
  ])("reads %s", (_, source, text) => {
    expect(decodeText(source)).toBe(text);
  });

  it("returns well-formed text for any bytes", () => {
    expect(decodeText(bytes([0xfe, 0xff, 0xd8, 0x00, 0x00, 0x41])).isWellFormed()).toBe(true);
    expect(decodeText(bytes([0xef, 0xbb, 0xbf, 0xff, 0xc0])).isWellFormed()).toBe(true);
  });
});
