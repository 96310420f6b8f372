import { describe, expect, it } from "vitest";
import { xmpProperty, xmpText } from "../../../src/document/metadata/xmp.ts";

describe("a property in XMP", () => {
  it.each([
    [
      "an element's text",
      "<pdf:Keywords> a &lt;b&gt; &#x41;&#66; </pdf:Keywords>",
      "pdf:Keywords",
      "a <b> AB",
    ],
    ["an attribute's value", '<rdf:Description pdf:Producer="P &amp; Q"/>', "pdf:Producer", "P & Q"],
    [
      "all items of a list",
      "<dc:c><rdf:Seq><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Seq></dc:c>",
      "dc:c",
      "a; b",
    ],
    [
      "the first alternative",
      "<dc:t><rdf:Alt><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Alt></dc:t>",
      "dc:t",
      "a",
    ],
    ["undefined for a longer name", "<dc:titles>a</dc:titles>", "dc:title", undefined],
    ["undefined for an unclosed element", "<dc:title>a", "dc:title", undefined],
    [
      "text in which the file's own entities stay unexpanded",
      "<!ENTITY x 'boom'><dc:t>&x;&amp;lt;</dc:t>",
      "dc:t",
      "&x;&lt;",
    ],
    ["text without invalid characters", "<dc:t>&#xD800;&#x110000;</dc:t>", "dc:t", "\ufffd&#x110000;"],
  ])("is %s", (_, xmp, property, value) => {
    expect(xmpProperty(xmp, property)).toBe(value);
  });

  it("is decoded as UTF-8 or UTF-16 according to its first bytes", () => {
    const texts = [
      Buffer.from("ä"),
      Buffer.from("\ufeffä", "utf16le"),
      Buffer.from("\ufeffä", "utf16le").swap16(),
    ];
    expect(texts.map(xmpText)).toEqual(["ä", "ä", "ä"]);
  });

  it("may have other bytes in its UTF-8, which are read as Latin-1", () => {
    expect(xmpText(Buffer.concat([Buffer.from("\ufeffä€😀"), Buffer.from([0xe4, 0x61, 0xc3])]))).toBe(
      "ä€😀äaÃ",
    );
  });
});
