/** Data of images and color profiles without anything that they don't show. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { isStream, latin1 } from "../../src/cos/syntax/value.ts";
import { openStrictly } from "../../src/document/open.ts";
import { withoutRemarks } from "../../src/redact/image-remarks.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

function bare(filter: string, data: string): string {
  const { cos } = openStrictly(
    sourceOf(pagesPdf([""], { more: { 80: { dict: `/Subtype/Image/Filter/${filter}`, data } } })),
  );
  const stream = cos.object(80);
  const made = isStream(stream) && withoutRemarks(cos, stream);
  return made ? latin1(made.encoded()) : "";
}

describe("a JPEG", () => {
  const adobe = "\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\x01";
  const interval = "\xff\xdd\0\x04\0\x01";
  const scan = "\xff\xda\0\x02ab\xff\0cd\xff\xd0ef";
  const picture = `\xff\xd8${adobe}${interval}${scan}\xff\xd9`;

  it.each([
    ["comments, with repeated first bytes too", "\xff\xfe\0\x04xx\xff\xff\xfe\0\x04xx"],
    ["Exif, XMP and profiles", "\xff\xe1\0\x04xx\xff\xe2\0\x04xx\xff\xed\0\x04xx"],
    ["segments that nobody defines", "\xff\xf7\0\x04xx\xff\x02\0\x04xx"],
    ["bytes between segments", "xxxx"],
  ])("loses %s", (_, more) => {
    expect(bare("DCTDecode", `\xff\xd8${more}${adobe}${interval}${more}${scan}\xff\xd9xxxx`)).toBe(picture);
  });

  it("keeps JFIF's segment without its thumbnail", () => {
    const jfif = (more: string) => `\xff\xd8\xff\xe0\0${more}${interval}${scan}\xff\xd9`;
    const made = bare("DCTDecode", jfif("\x13JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01xyz"));
    expect(made).toBe(jfif("\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"));
  });
});

describe("a JPEG 2000", () => {
  const box = (kind: string, data: string) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(8 + data.length);
    return `${head.toString("latin1")}${kind}${data}`;
  };
  const tile = "\xff\x90\0\x0a\0\0\0\0\0\x12\0\x01\xff\x93abcd";
  const codes = (comment: string) => `\xff\x4f\xff\x64\0\x07\0\x01${comment}${tile}\xff\xd9`;
  const file = (comment: string, more: string, after: string) =>
    `${box("jP  ", "\r\n\x87\n")}${more}${box("jp2c", codes(comment) + after)}`;

  it("loses boxes that it doesn't need, what its comments say, and bytes after its end", () => {
    const all = file("abc", box("uuid", "x") + box("free", "x"), "xxx");
    expect(bare("JPXDecode", all)).toBe(file("\0\0\0", "", ""));
    expect(bare("JPXDecode", `${codes("abc")}xxx`)).toBe(codes("\0\0\0"));
  });
});
