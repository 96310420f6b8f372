/** The codes that show characters in a document's font: for text that is typed in it, if its codes are certain. */
import { Encodings, Font, type IFontNames } from "@pdf-lib/standard-fonts";
import type { CosDocument } from "../cos/document.ts";
import { type CosDict, type CosValue, isDict, withEntries } from "../cos/syntax/value.ts";
import { arrayAt, dataOf, dictAt, nameAt, numberAt, streamAt } from "../cos/typed-get.ts";
import { readCidMetrics } from "./cid-metrics.ts";
import { readCmap } from "./cmaps/cmap.ts";
import { encodedNames } from "./encodings/encoding-of-font.ts";
import { glyphCharacter } from "./encodings/glyph-list.ts";
import { subsetTag } from "./face.ts";

/** A font's code. */
interface Code {
  readonly hex: string;
  /** Thousandths of the size. */
  readonly width: number;
}

/** Finds the code for a character. */
export type Codes = (char: string) => Code | undefined;

/** `allowsMissing`: whether the font's program may be missing from the document. Undefined if its codes are uncertain. */
export function typedCodes(cos: CosDocument, font: CosDict, allowsMissing: boolean): Codes | undefined {
  // A subset has only the letters of the text for which it was made.
  const isUsable = isEmbedded(cos, font) ? !subsetTag.test(baseName(cos, font)) : allowsMissing;
  if (!isUsable) return undefined;
  return nameAt(cos, font.get("Subtype")) === "Type0" ? compositeCodes(cos, font) : simpleCodes(cos, font);
}

const baseName = (cos: CosDocument, font: CosDict) => nameAt(cos, font.get("BaseFont")) ?? "";

function isEmbedded(cos: CosDocument, font: CosDict): boolean {
  const below = dictAt(cos, arrayAt(cos, font.get("DescendantFonts"))?.[0]);
  const descriptor = dictAt(cos, (below ?? font).get("FontDescriptor"));
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.has(key));
}

/** The names that an encoding gives itself, by code. */
const differences = (cos: CosDocument, encoding: CosValue) =>
  isDict(encoding) ? encodedNames(cos, withEntries(encoding, { BaseEncoding: undefined }), undefined) : [];

/** The meaning of a font's code. */
interface Meaning {
  readonly char: string;
  /** The name of its glyph. */
  readonly glyph: string;
}

/** WinAnsiEncoding by code. */
const windows = Encodings.WinAnsi.supportedCodePoints.map((codePoint): readonly [number, Meaning] => {
  const { code, name } = Encodings.WinAnsi.encodeUnicodeCodePoint(codePoint);
  const char = String.fromCodePoint(codePoint);
  // The list has the lowercase letter's name there.
  return [code, { char, glyph: char === "\u0178" ? "Ydieresis" : name }];
});

const byteHex = (code: number) => code.toString(16).padStart(2, "0");

function simpleCodes(cos: CosDocument, dict: CosDict): Codes | undefined {
  const base = baseName(cos, dict);
  if (/Dingbats|Symbol|Wingdings/i.test(base)) return undefined;
  if (nameAt(cos, dict.get("Subtype")) === "Type3") return undefined;
  const encoding = cos.resolve(dict.get("Encoding"));
  const named = isDict(encoding) ? nameAt(cos, encoding.get("BaseEncoding")) : nameAt(cos, encoding);
  const embedded = isEmbedded(cos, dict);
  // An embedded font has its own encoding, known only to its program.
  if (named === undefined && embedded && !isDict(encoding)) return undefined;

  const last = named === "WinAnsiEncoding" ? 255 : 126;
  const meanings = new Map(
    named !== undefined || !embedded ? windows.filter(([code]) => code <= last) : undefined,
  );
  for (const [code, glyph] of differences(cos, encoding).entries()) {
    if (glyph === undefined) continue;
    const char = glyphCharacter(glyph);
    if (char === undefined) meanings.delete(code);
    else meanings.set(code, { char, glyph });
  }
  const standard = embedded ? undefined : standardName(base);
  const first = numberAt(cos, dict.get("FirstChar")) ?? 0;
  const widths = arrayAt(cos, dict.get("Widths"));
  const codes = new Map<string, Code>();

  for (const [code, { char, glyph }] of meanings) {
    const own = widths ? numberAt(cos, widths[code - first]) : undefined;
    const width = own ?? (standard && Font.load(standard).getWidthOfGlyph(glyph));
    // A width of zero means an omitted glyph.
    if (width && width > 0 && !codes.has(char)) codes.set(char, { hex: byteHex(code), width });
  }

  return codes.size === 0 ? undefined : (char) => codes.get(char);
}

/** The standard font (ISO 32000-2, 9.6.2.2) with a font's widths, by its name or a common alias. */
function standardName(baseFont: string): IFontNames | undefined {
  const plain = baseFont.replace(subsetTag, "").replace(/[\s,-]/g, "");
  if (/^Courier/.test(plain)) return "Courier";
  const bold = /Bold/.test(plain);
  if (/^(Helvetica|Arial)/.test(plain)) return bold ? "Helvetica-Bold" : "Helvetica";
  if (!/^Times/.test(plain)) return undefined;
  const slanted = /Italic|Oblique/.test(plain);
  if (bold) return slanted ? "Times-BoldItalic" : "Times-Bold";
  return slanted ? "Times-Italic" : "Times-Roman";
}

/** Maximum size of a ToUnicode map to read. */
const maxMap = 2_000_000;

/** Composite fonts whose codes are glyphs (Identity-H): their text is in their ToUnicode map. */
function compositeCodes(cos: CosDocument, dict: CosDict): Codes | undefined {
  if (nameAt(cos, dict.get("Encoding")) !== "Identity-H") return undefined;
  const stream = streamAt(cos, dict.get("ToUnicode"));
  const descendant = dictAt(cos, arrayAt(cos, dict.get("DescendantFonts"))?.[0]);
  const data = stream && dataOf(cos, stream, maxMap);
  if (!data || !descendant) return undefined;

  cos.budget.spend(data.length);
  const map = readCmap(data);
  if (!map?.hasTexts) return undefined;

  const metrics = readCidMetrics(cos, descendant);
  const codeOf = map.codes();

  return (char) => {
    const code = codeOf(char);
    return code === undefined
      ? undefined
      : { hex: code.toString(16).padStart(4, "0"), width: metrics.width(code) };
  };
}
