/** The text, widths, heights and faces that fonts give for their codes. */
import { Encodings, Font, FontNames } from "@pdf-lib/standard-fonts";
import { describe, expect, it } from "vitest";
import { openCos } from "../../src/cos/document.ts";
import { ref } from "../../src/cos/syntax/value.ts";
import type { PageFont } from "../../src/fonts/font.ts";
import { openFont } from "../../src/fonts/open-font.ts";
import { fontObject, fontPdf } from "../reading/interpreter/font-pdf.ts";
import { type1Program } from "../reading/interpreter/type1.ts";
import { bareCff, liberation } from "../support/fonts.ts";
import { memorySource } from "../support/memory-files.ts";
import type { BuiltPdf } from "../support/pdf-builder.ts";

const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, "0");
const allBytes = Array.from({ length: 256 }, (_, code) => hex(code));

function opened(pdf: Uint8Array): PageFont {
  const font = openFont(openCos(memorySource(pdf)), ref(fontObject));
  if (!font) throw new Error("the font is not read");
  return font;
}

/** The text of each code. If `width` is given, in ems, every code must have it. */
function textsOf(
  codes: readonly string[],
  dictionary: string,
  more: BuiltPdf["objects"] = {},
  width?: number,
): string[] {
  const font = opened(fontPdf(dictionary, more));
  const glyphs = codes.map((code) => font.glyph(Buffer.from(code, "hex"), 0));
  if (width !== undefined) expect(new Set(glyphs.map(({ advance }) => advance))).toEqual(new Set([width]));
  return glyphs.map(({ text }) => text ?? "");
}

describe("standard fonts that aren't embedded", () => {
  const winAnsi = Encodings.WinAnsi;
  const sameGlyph = new Map([
    ["space", " "],
    ["hyphen", "-"],
  ]);
  const standard = (name: string) =>
    opened(fontPdf(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`));

  it.each(Object.values(FontNames).filter((name) => name !== "Symbol" && name !== "ZapfDingbats"))(
    "%s has the text of its encoding and the widths of its metrics",
    (name) => {
      const font = standard(name);
      const metrics = Font.load(name);
      for (const point of winAnsi.supportedCodePoints) {
        // Only for this character does the package name the lowercase letter.
        if (String.fromCodePoint(point) === "Ÿ") continue;
        const { code, name: glyph } = winAnsi.encodeUnicodeCodePoint(point);
        const { text, advance } = font.glyph(Uint8Array.of(code), 0);
        // The no-break space and the soft hyphen share the glyphs of the space and the hyphen.
        expect(text?.replace("\u00ad", "-")).toBe(sameGlyph.get(glyph) ?? String.fromCodePoint(point));
        expect(advance).toBeCloseTo((metrics.getWidthOfGlyph(glyph) ?? 0) / 1000, 9);
      }
      const { bold, italic, mono } = font.face;
      expect([bold, italic, mono]).toEqual([
        name.includes("Bold"),
        /Oblique|Italic/.test(name),
        name.includes("Courier"),
      ]);
    },
  );

  it.each([
    ["ArialMT", "Helvetica"],
    ["CourierNewPS-BoldMT", "Courier-Bold"],
  ])("%s is as wide as %s", (name, same) => {
    const advances = (font: PageFont) =>
      allBytes.map((code) => font.glyph(Buffer.from(code, "hex"), 0).advance);
    expect(advances(standard(name))).toEqual(advances(standard(same)));
  });

  it("decode MacRomanEncoding like Macintosh, without the mathematical signs", () => {
    const font = opened(fontPdf("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/MacRomanEncoding>>"));
    const macintosh = new TextDecoder("macintosh");
    const codes = allBytes.slice(32).map((code) => Buffer.from(code, "hex"));
    const others = codes.filter((code) => font.glyph(code, 0).text !== macintosh.decode(code));
    // The no-break space maps to a space, and the euro's code to a currency sign.
    expect(others.map((code) => macintosh.decode(code)).join("")).toBe("\u007f≠∞≤≥∂∑∏π∫Ω√≈∆\u00a0◊€\uf8ff");
  });

  it("use Symbol's own encoding", () => {
    const font = opened(fontPdf("<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"));
    const metrics = Font.load(FontNames.Symbol);
    for (const letter of "αβγΓ∑∈") {
      const { code, name } = Encodings.Symbol.encodeUnicodeCodePoint(letter.codePointAt(0) ?? 0);
      const { text, advance } = font.glyph(Uint8Array.of(code), 0);
      expect(text).toBe(letter);
      expect(advance).toBeCloseTo((metrics.getWidthOfGlyph(name) ?? 0) / 1000, 9);
    }
  });

  it("use Zapf Dingbats' own glyph names", () => {
    const pdf = fontPdf("<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>");
    expect(opened(pdf).glyph(Uint8Array.of(0x34, 0x6c), 0).text).toBe("✔");
    expect(opened(pdf).glyph(Uint8Array.of(0x34, 0x6c), 1)).toMatchObject({ text: "●", advance: 0.791 });
  });

  it("use the descriptor's values", () => {
    const descriptor = "<</Type/FontDescriptor/Flags 327745/Ascent 905/Descent 212/MissingWidth 333>>";
    const font = `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Some/Encoding/WinAnsiEncoding/FirstChar 65/LastChar 67/Widths[600.5 500 7 0 R]/FontDescriptor 6 0 R>>`;
    const opens = opened(fontPdf(font, { 6: descriptor, 7: "444" }));
    const advances = [64, 65, 66, 67, 68].map((code) => opens.glyph(Uint8Array.of(code), 0).advance);
    expect(advances).toEqual([0.333, 0.6005, 0.5, 0.444, 0.333]);
    expect([opens.ascender, opens.descender]).toEqual([0.905, -0.212]);
    expect(opens.face.name).toBe("Some");
  });
});

const names =
  "A.sc f_i f_f_i uni20AC u1E9E a65 afii10017 space.x Delta c65 G41 .notdef one.oldstyle 65 parenleftbig star epsilon1 nbspace hyphen softhyphen";
const widths = `/FirstChar 0/LastChar 255/Widths[${"500 ".repeat(256)}]`;
const differences = `/Encoding<</Differences[65/${names.split(" ").join("/")}]>>`;

describe("names of glyphs", () => {
  it.each([
    ["", "’\ufffd\ufffd["],
    ["/BaseEncoding/MacRomanEncoding", "'Ä’["],
    ["/BaseEncoding/WinAnsiEncoding", "'€Õ["],
  ])("override the encoding %s", (base, others) => {
    const encoding = differences.replace("<</", `<<${base}/`);
    const dictionary = `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${encoding}${widths}>>`;
    const named = Array.from({ length: 20 }, (_, k) => hex(65 + k));
    expect(textsOf(named, dictionary, {}, 0.5).join("|")).toBe(
      "A|ﬁ|ﬃ|€|ẞ|A|А| |∆|\ufffd|\ufffd|\ufffd|1|A|(|⋆|ϵ|\u00a0|-|\u00ad",
    );
    expect(textsOf(["27", "80", "d5", "5b"], dictionary).join("")).toBe(others);
  });

  it("may have several parts", () => {
    const encoding = "/Encoding<</Differences[65/T_h/f_f_j/A_none/u1D400/uni00480069]>>";
    const font = opened(fontPdf(`<</Type/Font/Subtype/Type1/BaseFont/Helvetica${encoding}${widths}>>`));
    const texts = [65, 66, 67, 68, 69].map((code) => font.glyph(Uint8Array.of(code), 0).text);
    expect(texts).toEqual(["Th", "ffj", "A", "𝐀", "Hi"]);
  });
});

const stream = (data: Uint8Array | string, dict = "") => ({ dict, data });
const described = (key: string, flags: number) => ({
  6: `<</Type/FontDescriptor/Flags ${flags}/${key} 7 0 R>>`,
});

describe("embedded font programs", () => {
  const simple = (kind: string, more = "") =>
    `<</Type/Font/Subtype/${kind}/BaseFont/XYZABC+Embedded${widths}/FontDescriptor 6 0 R${more}>>`;

  it.each([4, 32])("TrueType, flags %i", (flags) => {
    const more = { ...described("FontFile2", flags), 7: stream(liberation()) };
    const texts = textsOf(allBytes, simple("TrueType"), more, 0.5);
    expect(texts.slice(65, 68)).toEqual(["A", "B", "C"]);
    const macintosh = textsOf(["41", "80", "8e"], simple("TrueType", "/Encoding/MacRomanEncoding"), more);
    expect(macintosh).toEqual(["A", "Ä", "é"]);
    const bold = fontPdf(simple("TrueType"), { ...more, 7: stream(liberation("Bold")) });
    expect(opened(bold).face.bold).toBe(true);
  });

  it("CFF", () => {
    const more = { ...described("FontFile3", 4), 7: stream(bareCff(), "/Subtype/Type1C") };
    const texts = textsOf(allBytes, simple("Type1"), more, 0.5);
    expect(texts.slice(65, 68)).toEqual(["A", "B", "C"]);
    expect(textsOf(["44", "54"], simple("Type1", differences), more)).toEqual(["€", "\u00ad"]);
  });

  it.each([
    ["StandardEncoding", ["A", "quoteright", "B"], ["A", "\u2019", "B"]],
    [
      "256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 11 /ff put\ndup 65 /B put\ndup 8#102 /alpha put\ndup 67 /missing put\nreadonly",
      ["ff", "B", "alpha"],
      ["B", "α"],
    ],
  ])("Type 1 with the encoding %s", (encoding, glyphs, told) => {
    const info = "/ItalicAngle -12 def\n/isFixedPitch true def\n/Weight (Bold) readonly def";
    const more = { ...described("FontFile", 4), 7: stream(type1Program(encoding, glyphs, info)) };
    const texts = textsOf(allBytes, simple("Type1"), more);
    expect(texts).toEqual(expect.arrayContaining(told));
  });

  it("give no text if the program is damaged", () => {
    const more = { ...described("FontFile2", 4), 7: stream("\0\x01\0\0 no tables at all") };
    const plain = opened(fontPdf(simple("TrueType"), more));
    expect(plain.glyph(Uint8Array.of(65), 0).text).not.toBe("A");
    const encoded = opened(fontPdf(simple("TrueType", "/Encoding/WinAnsiEncoding"), more));
    expect(encoded.glyph(Uint8Array.of(65), 0).text).toBe("A");
  });
});

const cmap = (body: string) =>
  stream(`/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Test def
${body}
endcmap end end`);

describe("composite fonts", () => {
  const type0 = (encoding: string, unicode = "/ToUnicode 9 0 R") =>
    `<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding ${encoding}/DescendantFonts[8 0 R]${unicode}>>`;
  const parts = (unicode: string, more = "") => ({
    6: "<</Type/FontDescriptor/Flags 4/Ascent 900/Descent -200/FontFile2 7 0 R>>",
    7: stream(liberation()),
    8: `<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Test/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R/DW 750/W[3[250 333.5 10 0 R] 10 12 600 65535 65535 1]${more}>>`,
    9: cmap(unicode),
    10: "444",
  });
  const codes = Array.from({ length: 40 }, (_, code) => hex(code, 4));

  it("map Identity-H codes by character, range and list; the last mapping wins", () => {
    const texts = textsOf(
      codes,
      type0("/Identity-H"),
      parts(`1 begincodespacerange <0000> <ffff> endcodespacerange
4 beginbfchar <0001> <0041> <0002> <00660069> <03> <D83DDE00> <0004> <41> endbfchar
3 beginbfrange <0005> <0007> <0061> <0008> <0009> [<0078> <00790079>] <000a> <000b> <00410030> endbfrange
2 beginbfchar <0006> <002d> <000c> <0009> endbfchar
3 beginbfchar <000d> <0000> <000e> <0085> <000f> <00ad> endbfchar
1 beginbfrange <0010> <0014> <0030> endbfrange 1 beginbfrange <0012> <0012> <005a> endbfrange
1 beginbfchar <0015> 7 <0016> <0042> endbfchar
1 beginbfchar (\\000\\027) <0043> endbfchar`),
    );
    expect(texts.slice(1, 25).join("|")).toBe(
      "A|fi|😀|\ufffd|a|-|c|x|yy|A0|A1| |\ufffd|\ufffd|\u00ad|0|1|Z|3|4|\ufffd|\ufffd|C|\ufffd",
    );
  });

  it.each(["H", "V"])("are their codes if the ToUnicode map is Identity-%s", (direction) => {
    const texts = textsOf(
      ["0041", "0062"],
      type0("/Identity-H", `/ToUnicode/Identity-${direction}`),
      parts(""),
    );
    expect(texts).toEqual(["A", "b"]);
  });

  it("use the program's characters without a ToUnicode map, if codes are glyph numbers", () => {
    const texts = textsOf(codes, type0("/Identity-H", ""), parts(""));
    expect(texts.slice(3, 6)).toEqual([" ", "!", '"']);
    const mapped = textsOf(codes, type0("/Identity-H", ""), parts("", "/CIDToGIDMap 9 0 R"));
    expect(new Set(mapped)).toEqual(new Set(["\ufffd"]));
  });

  it("use the program's characters if the map gives a word's text to its first glyph", () => {
    const texts = textsOf(
      codes,
      type0("/Identity-H"),
      parts("3 beginbfchar <0024> <00410042> <0025> <> <ffff> <0043> endbfchar"),
    );
    expect(texts.slice(36, 38)).toEqual(["A", "B"]);
  });

  it("have the text of their syllable only beside the glyph that has none", () => {
    // The program has "A", "B" and "C" for these codes, and nothing for ffff.
    const map = "3 beginbfchar <0024> <0939093f> <0025> <0042> <0026> <> endbfchar";
    const font = opened(fontPdf(type0("/Identity-H"), parts(map)));
    const text = (codes: string) => {
      const bytes = Buffer.from(codes, "hex");
      return Array.from(bytes.subarray(0, bytes.length / 2), (_, at) => font.glyph(bytes, 2 * at).text);
    };
    expect(text("00240025")).toEqual(["A", "B"]);
    expect(text("00260024")).toEqual(["C", "A"]);
    const unnamed = opened(fontPdf(type0("/Identity-H"), parts(map.replaceAll("0026", "ffff"))));
    const bytes = Buffer.from("ffff00240024", "hex");
    expect([0, 2, 4].map((at) => unnamed.glyph(bytes, at).text)).toEqual(["", "हि", "A"]);
  });

  it.each(["Some-BoldItalic", "SimSun,Bold"])(
    "read %s, which is neither mapped nor embedded, in Macintosh glyph order",
    (name) => {
      const descriptor = "<</Type/FontDescriptor/Flags 65>>";
      const cidFont = parts("")[8].replace("ABCDEF+Test", name);
      const all = Array.from({ length: 270 }, (_, code) => hex(code, 4));
      const texts = textsOf(all, type0("/Identity-H", ""), { 6: descriptor, 8: cidFont, 10: "444" });
      expect(texts.slice(36, 39).join("")).toBe("ABC");
    },
  );

  it("use an embedded CMap with codes of several lengths that builds on another CMap", () => {
    const more = {
      ...parts("1 beginbfrange <20> <7e> <0020> endbfrange 1 beginbfrange <8140> <8150> <3042> endbfrange"),
      11: cmap(`2 begincodespacerange <00> <7f> <8140> <9ffc> endcodespacerange
1 begincidrange <20> <7e> 1 endcidrange 1 begincidchar <8140> 10 endcidchar`),
      12: {
        dict: "/Type/CMap/UseCMap 11 0 R",
        data: `2 begincodespacerange <00> <7f> <8140> <9ffc> endcodespacerange
1 begincidrange <8141> <8150> 11 endcidrange`,
      },
    };
    const texts = textsOf(["20", "41", "8140", "8141", "7e"], type0("12 0 R"), more);
    expect(texts.join("")).toBe(" Aあぃ~");
    const font = opened(fontPdf(type0("12 0 R"), more));
    expect(font.glyph(Uint8Array.of(0x81, 0x41, 0x20), 0)).toMatchObject({ length: 2, isSpace: false });
    expect(font.glyph(Uint8Array.of(0x81, 0x41, 0x20), 2)).toMatchObject({ length: 1, isSpace: true });
    // No code starts with this byte.
    expect(font.glyph(Uint8Array.of(0xff, 0x41), 0).text).toBeUndefined();
  });

  it("have origins and advances for vertical writing", () => {
    const more = parts(
      "1 beginbfrange <0000> <00ff> <4e00> endbfrange",
      "/DW2[800 -900]/W2[4[-500 300 700] 20 22 -600 100 200]",
    );
    const font = opened(fontPdf(type0("/Identity-V"), more));
    expect(font.vertical).toBe(true);
    const at = (code: number) => font.glyph(Uint8Array.of(0, code), 0);
    expect(at(1)).toMatchObject({ advance: -0.9, originX: 0.375, originY: 0.8, text: "丁" });
    expect(at(4)).toMatchObject({ advance: -0.5, originX: 0.3, originY: 0.7 });
    expect(at(21)).toMatchObject({ advance: -0.6, originX: 0.1, originY: 0.2 });
    expect(at(4)).toBe(at(4));
  });

  it.each([
    ["an encoding that isn't in the document", type0("/90ms-RKSJ-H"), parts("")],
    [
      "a character collection whose mapping isn't in the document",
      type0("/Identity-H", ""),
      { ...parts(""), 8: parts("")[8].replace("(Identity)", "(Japan1)") },
    ],
    [
      "a map that builds on one that isn't in the document",
      type0("/Identity-H"),
      parts("/Adobe-Japan1-UCS2 usecmap"),
    ],
    ["no font at all", "[1 2 3]", {}],
    ["no descriptor", type0("/Identity-H"), { ...parts(""), 6: "null" }],
  ])("are left to the fallback with %s", (_, dictionary, more) => {
    const pdf = fontPdf(dictionary, more);
    expect(openFont(openCos(memorySource(pdf)), ref(fontObject))).toBeUndefined();
  });
});

describe("a font whose program doesn't state that it is fixed-width", () => {
  const widths = (thin: number, first = 0x69) =>
    `<</Type/Font/Subtype/TrueType/BaseFont/Plain/FirstChar ${first}/LastChar ${first + 4}/Widths[${thin} 600 600 600 600]/Encoding/WinAnsiEncoding>>`;

  it.each([
    ["narrow letters as wide as others: fixed-width", widths(600), true],
    ["narrow letters: proportional", widths(300), false],
    ["digits only: unknown", widths(600, 0x31), false],
  ])("is judged by %s", (_, dictionary, mono) => {
    expect(opened(fontPdf(dictionary)).face.mono).toBe(mono);
  });
});

describe("Type 3 fonts", () => {
  const glyphs = { 6: stream("500 0 0 0 500 700 d1 0 0 500 700 re f"), 7: stream("500 0 d0 BT ET") };
  const type3 = (matrix: string) =>
    `<</Type/Font/Subtype/Type3/FontBBox[0 -100 1000 900]/FontMatrix[${matrix}]/FirstChar 60/LastChar 68/Widths[500 501 502 503 504 333.3 700 510 100]/CharProcs<</A 6 0 R/x1 6 0 R/own 7 0 R>>/Encoding<</Differences[65/A/x1/own/none]>>/Resources<<>>>>`;

  it.each(["0.001 0 0 0.001 0 0", "0.01204 0 0 0.01204 0 0"])("are read with the matrix %s", (matrix) => {
    const codes = ["3c", "3d", "41", "42", "44", "20", "80"];
    const texts = textsOf(codes, type3(matrix).replace("/Resources", "/Name/F1/Resources"), glyphs);
    expect(texts.join("")).toBe("<=ABD \ufffd");
  });

  it.each([
    ["T1", [16, 28, 30, 39, 233], "“fiffi’é"],
    ["OT1", [12, 14, 92, 123], "fiffi“–"],
  ])("of TeX have the characters of its encoding %s", (_, codes, expected) => {
    const named = (own: readonly number[]) =>
      type3("0.001 0 0 0.001 0 0").replace(
        /Differences\[[^\]]*/,
        `Differences[${own.map((code) => `${code}/a${code}`).join(" ")}`,
      );
    const text = [..."aeio."].map((letter) => letter.charCodeAt(0));
    const hexes = codes.map((code) => hex(code));
    expect(textsOf(hexes, named([...codes, ...text]), glyphs).join("")).toBe(expected);
    // Fonts of mathematics have other characters there.
    expect(textsOf(["0c", "1c"], named([12, 28, 97]), glyphs)).toEqual(["\ufffd", "\ufffd"]);
  });

  it.each([
    "500 0 d0 BT ET",
    "500 0 0 0 9 9 d1 0 0 m 9 9 l S",
    "500 0 0 0 9 9 d1 /X Do",
    "500 0 0 0 9 9 d1 BT ET",
    "0 0 9 9 re f",
  ])("are read by their codes, whatever a glyph draws: %s", (content) => {
    const own = { ...glyphs, 7: stream(content) };
    const font = opened(fontPdf(type3("0.001 0 0 0.001 0 0"), own));
    expect(font.glyph(Uint8Array.of(0x43), 0).text).toBe("C");
  });

  it.each([
    ["/FontName/ABCDEF+Sans-Bold/Flags 4", "Sans-Bold", true, false],
    ["/FontName/ABCDEF+Sans/Flags 64/FontWeight 700", "Sans", true, true],
    ["/FontName/Sans/Flags 4/FontWeight 400", "Sans", false, false],
  ])("take their face from the descriptor: %s", (descriptor, name, bold, italic) => {
    const dictionary = `${type3("0.001 0 0 0.001 0 0").slice(0, -2)}/FontDescriptor<</Type/FontDescriptor${descriptor}>>>>`;
    const { face } = opened(fontPdf(dictionary, glyphs));
    expect(face).toEqual({ name, bold, italic, mono: false });
  });

  it("may have a glyph that is an image, whose data aren't operators", () => {
    const image = { ...glyphs, 6: stream("500 0 0 0 9 9 d1 q 9 0 0 9 0 0 cm BI/W 8/H 1/IM true ID S EI Q") };
    const font = opened(fontPdf(type3("0.001 0 0 0.001 0 0"), image));
    expect(font.glyph(Uint8Array.of(0x41), 0).text).toBe("A");
  });
});
