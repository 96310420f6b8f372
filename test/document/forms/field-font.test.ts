import { describe, expect, it } from "vitest";
import { fieldFont, textLook } from "../../../src/document/forms/field-font.ts";
import { parseValue } from "../../cos/files.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const map =
  "2 beginbfchar <0003> <0041> <0004> <00410042> endbfchar 1 beginbfrange <0010> <0012> <0061> endbfrange";
const { session } = editing(pagesPdf([""], { more: { 4: { dict: "", data: map } } }));
/** Measures a text, undefined if the font lacks a character, and encodes it. */
function font(dict: string) {
  const found = fieldFont(session, parseValue(bytes(`<</Type/Font${dict}>>`)));
  return (
    found && {
      width: (text: string) => (found.has(text) ? found.measure(text) : undefined),
      codes: (text: string) => /<.*>/.exec(found.show({ text, x: 0, y: 0, size: 1 }))?.[0],
    }
  );
}

describe("a default appearance", () => {
  it("gives font, size and color, in any order", () => {
    expect(textLook(bytes("1 0 0 rg /Helv 9.5 Tf"))).toMatchObject({ font: "Helv", size: 9.5 });
    expect(String(textLook(bytes("/F -12 Tf 0 .5 1 0 k")).color)).toBe("0 0.5 1 0 k");
    expect(textLook(bytes("/F -12 Tf")).size).toBe(12);
  });

  it("defaults to black and the largest size that fits", () => {
    const look = textLook(undefined);
    expect([look.font, look.size, String(look.color)]).toEqual([undefined, 0, "0 g"]);
    expect(textLook(bytes("/F 99999 Tf")).size).toBe(0);
  });
});

describe("a field's font", () => {
  it("has the widths of the standard font with its name, or a common alias", () => {
    const wide = (base: string) =>
      font(`/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding`)?.width("Wi");
    expect(wide("Helvetica")).toBeCloseTo(0.944 + 0.222);
    expect(wide("ABCDEF+Arial,Bold")).toBeCloseTo(0.944 + 0.278);
    expect(wide("CourierNew")).toBeCloseTo(1.2);
    expect(wide("Unheard")).toBeUndefined();
  });

  it("supports non-ASCII letters only with WinAnsi encoding", () => {
    const accented = (encoding: string) =>
      font(`/Subtype/Type1/BaseFont/Courier/Encoding/${encoding}`)?.codes("\u00e9");
    expect(String(accented("WinAnsiEncoding"))).toBe("<e9>");
    expect(String(accented("MacRomanEncoding"))).toBe("<>");
  });

  it("prefers its own widths and differences", () => {
    const own = font(
      "/Subtype/TrueType/BaseFont/X/FirstChar 65/Widths[500 600]/Encoding<</Differences[66/Euro]>>",
    );
    expect(own?.width("A\u20ac")).toBeCloseTo(1.1);
    expect(String(own?.codes("A\u20ac"))).toBe("<4142>");
    expect(own?.width("AB")).toBeUndefined();
  });

  it("uses its ToUnicode map if its codes are glyphs", () => {
    const composite = (w: string, encoding = "Identity-H") =>
      font(`/Subtype/Type0/Encoding/${encoding}/ToUnicode 4 0 R/DescendantFonts[<</DW 300/W[${w}]>>]`);
    expect(composite("3[700]16 17 400")?.width("Aabc")).toBeCloseTo(0.7 + 0.4 + 0.4 + 0.3);
    expect(String(composite("")?.codes("Ab"))).toBe("<00030011>");
    expect(composite("", "UniJIS-UTF16-H")).toBeUndefined();
  });

  it("is unusable if it is a subset that may lack letters", () => {
    const embedded = (base: string) =>
      font(
        `/Subtype/TrueType/BaseFont/${base}/FirstChar 65/Widths[500]/Encoding/WinAnsiEncoding/FontDescriptor<</FontFile2 4 0 R>>`,
      );
    expect(embedded("Own")?.width("A")).toBe(0.5);
    expect(embedded("ABCDEF+Own")).toBeUndefined();
  });

  it("is unusable if the meaning of its codes is uncertain", () => {
    expect(font("/Subtype/Type1/BaseFont/ZapfDingbats")).toBeUndefined();
    expect(font("/Subtype/Type3/Encoding/WinAnsiEncoding/FirstChar 65/Widths[1]")).toBeUndefined();
    expect(fieldFont(session, undefined)).toBeUndefined();
  });
});
