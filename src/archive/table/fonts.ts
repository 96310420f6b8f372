/** Fonts (ISO 19005-2, 6.2.11). */
import type { GlyphFact } from "../facts.ts";
import { rule, type Table } from "../rule.ts";

const subtypes = ["Type1", "MMType1", "TrueType", "Type3", "Type0", "CIDFontType0", "CIDFontType2"];
const programs = ["Type1C", "CIDFontType0C"];

/** Predefined CMaps that PDF/A-2 and later allow by name (ISO 32000-1, table 118). */
const cmaps = new Set(
  (
    "Identity-H Identity-V GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V " +
    "UniGB-UCS2-H UniGB-UCS2-V UniGB-UTF16-H UniGB-UTF16-V B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V " +
    "ETenms-B5-H ETenms-B5-V CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V 83pv-RKSJ-H " +
    "90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H Add-RKSJ-V EUC-H EUC-V Ext-RKSJ-H Ext-RKSJ-V " +
    "H V UniJIS-UCS2-H UniJIS-UCS2-V UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V KSC-EUC-H KSC-EUC-V " +
    "KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H UniKS-UCS2-V UniKS-UTF16-H UniKS-UTF16-V"
  ).split(" "),
);
/** The widths that PDF/A calls equal differ by at most this. */
export const sameWidth = 1;
const isIdentity = (name: string | undefined) => name === "Identity-H" || name === "Identity-V";
const hasOddCharacter = (text: string | undefined) => text !== undefined && /[\u0000\ufffe\ufeff]/.test(text);
const isPrivate = /[\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/u;

export const fontTable = {
  font: [
    rule(
      { a1: "6.3.2-1", a2: "6.2.11.2-1", a4: "6.2.10.2-1" },
      "a font has no type",
      ({ object }) => object.name("Type") === "Font",
    ),
    rule(
      { a1: "6.3.2-2", a2: "6.2.11.2-2", a4: "6.2.10.2-2" },
      "a font's type isn't PDF's",
      ({ subtype = "" }) => subtypes.includes(subtype),
    ),
    rule(
      { a1: "6.3.2-3", a2: "6.2.11.2-3", a4: "6.2.10.2-3" },
      "a font has no name",
      ({ subtype, baseFont }) => subtype === "Type3" || baseFont !== undefined,
    ),
    rule(
      { a1: "6.3.2-7" },
      "a font program's type isn't permitted",
      ({ programSubtype }) => programSubtype === undefined || programs.includes(programSubtype),
    ),
    rule(
      { a2: "6.2.11.2-7", a4: "6.2.10.2-7" },
      "a font program's type isn't permitted",
      ({ programSubtype }) =>
        programSubtype === undefined || programs.includes(programSubtype) || programSubtype === "OpenType",
    ),
    rule(
      {
        ...{ a1: "6.3.4-1", a2: "6.2.11.4.1-1", a4: "6.2.10.4.1-1", ua1: "7.21.4.1-1" },
        lint: "fonts_not_embedded",
      },
      "a font isn't embedded",
      (font) => font.subtype === "Type3" || font.subtype === "Type0" || font.isInvisible || font.hasProgram,
    ),
  ],
  simpleFont: [
    rule(
      { a1: "6.3.2-4", a2: "6.2.11.2-4", a4: "6.2.10.2-4" },
      "a font has no first character",
      ({ isStandard, object }) => isStandard || object.has("FirstChar"),
    ),
    rule(
      { a1: "6.3.2-5", a2: "6.2.11.2-5", a4: "6.2.10.2-5" },
      "a font has no last character",
      ({ isStandard, object }) => isStandard || object.has("LastChar"),
    ),
    rule(
      { a1: "6.3.2-6", a2: "6.2.11.2-6", a4: "6.2.10.2-6" },
      "a font's widths don't match its characters",
      ({ isStandard, widths, object }) =>
        isStandard || widths === (object.number("LastChar") ?? -1) - (object.number("FirstChar") ?? 0) + 1,
    ),
  ],
  composite: [
    rule(
      { a1: "6.3.3.1-1" },
      "a font and its CMap are of different collections",
      (font) => font.isIdentity || font.sameCollection,
    ),
    rule(
      { a2: "6.2.11.3.1-1", a4: "6.2.10.3.1-1", ua1: "7.21.3.1-1" },
      "a font and its CMap are of different collections",
      (font) => font.isIdentity || (font.sameCollection && font.supplementFits),
    ),
  ],
  cidFont: [
    rule(
      { a1: "6.3.3.2-1" },
      "a TrueType font has no map to its glyphs",
      (font) => !font.isTrueType || font.hasMap || font.isInvisible,
    ),
    rule(
      { a2: "6.2.11.3.2-1", a4: "6.2.10.3.2-1", ua1: "7.21.3.2-1" },
      "a TrueType font has no map to its glyphs",
      (font) => !font.isTrueType || font.hasMap || !font.hasProgram,
    ),
    rule(
      { a1: "6.3.5-3" },
      "a subset's CIDSet is missing or incomplete",
      (font) => !font.isSubset || (font.hasCidSet ? font.cidSetIsComplete : false),
    ),
    rule(
      { a2: "6.2.11.4.2-2", ua1: "7.21.4.2-2" },
      "a subset's CIDSet is incomplete",
      (font) => !font.hasProgram || !font.isSubset || !font.hasCidSet || font.cidSetIsComplete,
    ),
  ],
  cmap: [
    rule(
      { a1: "6.3.3.3-1" },
      "a CMap isn't embedded",
      ({ name, isEmbedded }) => isIdentity(name) || isEmbedded,
    ),
    rule(
      { a2: "6.2.11.3.3-1", a4: "6.2.10.3.3-1", ua1: "7.21.3.3-1" },
      "a CMap isn't embedded",
      ({ name = "", isEmbedded }) => cmaps.has(name) || isEmbedded,
    ),
  ],
  baseCmap: [
    rule(
      { a2: "6.2.11.3.3-3", a4: "6.2.10.3.3-3", ua1: "7.21.3.3-3" },
      "a CMap builds on one that isn't predefined",
      ({ name = "" }) => cmaps.has(name),
    ),
  ],
  cmapFile: [
    rule(
      { a1: "6.3.3.3-2", a2: "6.2.11.3.3-2", a4: "6.2.10.3.3-2", ua1: "7.21.3.3-2" },
      "a CMap's writing modes differ",
      ({ sameMode }) => sameMode,
    ),
    rule(
      { a1: "6.1.12-10", a2: "6.1.13-10" },
      "a CID is greater than 65,535",
      ({ maxCid }) => maxCid <= 65_535,
    ),
  ],
  type1: [
    rule(
      { a1: "6.3.5-2" },
      "a subset's CharSet is missing or incomplete",
      (font) => !font.isSubset || (font.hasCharSet ? font.charSetIsComplete : false),
    ),
    rule(
      { a2: "6.2.11.4.2-1", ua1: "7.21.4.2-1" },
      "a subset's CharSet is incomplete",
      (font) => !font.hasProgram || !font.isSubset || !font.hasCharSet || font.charSetIsComplete,
    ),
  ],
  trueType: [
    rule(
      { a1: "6.3.7-1" },
      "a TrueType font's encoding isn't permitted",
      (font) => font.isSymbolic || (isPlain(font.encoding) && !font.hasDifferences),
    ),
    rule(
      { a2: "6.2.11.6-2", a4: "6.2.10.6-2", ua1: "7.21.6-2" },
      "a TrueType font's encoding isn't permitted",
      (font) =>
        font.isSymbolic || (isPlain(font.encoding) && (!font.hasDifferences || font.differencesAreListed)),
    ),
    rule(
      { a1: "6.3.7-2", a2: "6.2.11.6-3", a4: "6.2.10.6-3", ua1: "7.21.6-3" },
      "a symbolic TrueType font has an encoding",
      (font) => !font.isSymbolic || font.encoding === undefined,
    ),
  ],
  trueTypeProgram: [
    rule(
      { a2: "6.2.11.6-1", ua1: "7.21.6-1" },
      "a TrueType program has no map for its encoding",
      (font) => font.isSymbolic || font.maps > (font.has30 ? 1 : 0),
    ),
    rule(
      { a4: "6.2.10.6-1" },
      "a TrueType program has no map for its encoding",
      (font) => font.isSymbolic || font.has31 || font.has10,
    ),
    rule(
      { a1: "6.3.7-3" },
      "a symbolic TrueType program has several maps",
      (font) => !font.isSymbolic || font.maps === 1,
    ),
    rule(
      { a2: "6.2.11.6-4", ua1: "7.21.6-4" },
      "a symbolic TrueType program has several maps",
      (font) => !font.isSymbolic || font.maps === 1 || font.has30,
    ),
    rule(
      { a4: "6.2.10.6-4" },
      "a symbolic TrueType program has no map for symbols",
      (font) => !font.isSymbolic || font.has30 || font.has10,
    ),
  ],
  glyph: [
    rule(
      { a1: "6.3.5-1", a2: "6.2.11.4.1-2", a4: "6.2.10.4.1-2", ua1: "7.21.4.1-2" },
      "a font program lacks a glyph",
      (glyph) => glyph.isInvisible || glyph.isPresent !== false,
    ),
    rule(
      { a1: "6.3.6-1", a2: "6.2.11.5-1", a4: "6.2.10.5-1", ua1: "7.21.5-1" },
      "a glyph's width differs from the program's",
      ({ isInvisible, isPresent, programWidth, width }) => {
        if (isInvisible || !isPresent || width === undefined) return true;
        return programWidth === undefined ? undefined : Math.abs(programWidth - width) <= sameWidth;
      },
    ),
    rule(
      { a2: "6.2.11.8-1", a4: "6.2.10.9-1", ua1: "7.21.8-1" },
      "text shows the glyph .notdef",
      ({ isNotdef }) => !isNotdef,
    ),
    rule({ a2: "6.2.11.7.2-1" }, "a glyph's text is unknown", isTextKnown, ["pdfa-2u", "pdfa-3u"]),
    rule({ ua1: "7.21.7-1" }, "a glyph's text is unknown", isTextKnown),
    rule({ lint: "text_not_copyable" }, "a glyph's text is unknown", ({ text }) => text !== undefined),
    rule({ a2: "6.2.11.7.2-2" }, "a glyph's text isn't a character", ({ text }) => !hasOddCharacter(text), [
      "pdfa-2u",
      "pdfa-3u",
    ]),
    rule(
      { a4: "6.2.10.7-1", ua1: "7.21.7-2" },
      "a glyph's text isn't a character",
      ({ text }) => !hasOddCharacter(text),
    ),
  ],
  actualText: [
    rule({ a4: "6.2.10.8-1" }, "a replacement text has private characters", (text) => !isPrivate.test(text)),
  ],
} satisfies Partial<Table>;

/** Whether a strict reader finds the glyph's text. */
export function isTextKnown({ text, overruns }: GlyphFact): boolean {
  return text !== undefined && !overruns;
}

const isPlain = (encoding: string | undefined) =>
  encoding === "MacRomanEncoding" || encoding === "WinAnsiEncoding";
