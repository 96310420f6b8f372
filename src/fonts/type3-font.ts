/** Type 3 fonts (ISO 32000-2, 9.6.4): their glyphs are content streams, which are treated as shapes and not read. */
import { Buffer } from "node:buffer";
import type { Face } from "../core/page-layout.ts";
import type { CosDocument } from "../cos/document.ts";
import type { CosDict } from "../cos/syntax/value.ts";
import { arrayAt, dictAt, nameAt, numberAt } from "../cos/typed-get.ts";
import { fontFlags, wholeNumber } from "./descriptor.ts";
import { encodedNames } from "./encodings/encoding-of-font.ts";
import { FontDoubt } from "./encodings/font-doubt.ts";
import { glyphText } from "./encodings/glyph-text.ts";
import { texTexts } from "./encodings/tex-encodings.ts";
import { readToUnicode } from "./encodings/to-unicode.ts";
import { readFace } from "./face.ts";
import type { PageFont } from "./font.ts";
import { byteGlyphs, codeText, makeGlyph, mappedText } from "./glyphs.ts";
import { readWidths } from "./simple-font.ts";

function numbersAt(cos: CosDocument, font: CosDict, key: string, count: number): number[] | undefined {
  const array = arrayAt(cos, font.get(key));
  const numbers = array?.slice(0, count).map((item) => numberAt(cos, item) ?? 0);
  return numbers?.length === count ? numbers : undefined;
}

/** Above and below the baseline by /FontBBox, in ems. */
function readHeight(matrix: readonly number[], box: readonly number[] | undefined) {
  const [, b = 0, , d = 0, , f = 0] = matrix;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box ?? [];
  if (x0 === x1 || y0 === y1) throw new FontDoubt("a Type 3 font without a box");
  const ends = [x0 * b + y0 * d, x0 * b + y1 * d, x1 * b + y0 * d, x1 * b + y1 * d].map((end) => end + f);
  return { ascender: Math.max(...ends), descender: Math.min(...ends) };
}

/** Weights from here on are bold (table 120). */
const boldWeight = 600;

/**
 * The face by the font's descriptor, which browsers write for fonts that they convert to shapes (9.6.4: optional); otherwise
 * by its name.
 */
function readType3Face(cos: CosDocument, font: CosDict, number: number): Face {
  const dict = dictAt(cos, font.get("FontDescriptor"));
  const flags = wholeNumber(numberAt(cos, dict?.get("Flags")));
  const named = dict && nameAt(cos, dict.get("FontName"));
  const name = named ?? nameAt(cos, font.get("Name")) ?? `Type3 (${number} 0 R)`;
  return readFace(Buffer.from(name, "latin1"), {
    bold: (numberAt(cos, dict?.get("FontWeight")) ?? 0) >= boldWeight || (flags & fontFlags.forceBold) !== 0,
    italic: (flags & fontFlags.italic) !== 0,
    mono: (flags & fontFlags.fixedPitch) !== 0,
  });
}

/** `number` is the font's object number, 0 if it has none. Throws FontDoubt or a CosError if it can't be read here. */
export function openType3Font(cos: CosDocument, font: CosDict, number: number): PageFont {
  const matrix = numbersAt(cos, font, "FontMatrix", 6);
  const widths = readWidths(cos, font, 0);
  const encoding = cos.resolve(font.get("Encoding"));
  if (!matrix || !widths || encoding === null) throw new FontDoubt("a Type 3 font that lacks a part");

  const height = readHeight(matrix, numbersAt(cos, font, "FontBBox", 4));
  const names = encodedNames(cos, encoding, undefined);
  const unicode = readToUnicode(cos, font.get("ToUnicode"));

  const tex = texTexts(names);
  const byName = (name: string | undefined) => (name === undefined ? undefined : glyphText(name));

  const textOf = (code: number) =>
    mappedText(unicode?.text(code)) ?? tex?.(code) ?? byName(names[code]) ?? codeText(code);

  const scale = matrix[0] ?? 0;
  const glyph = byteGlyphs((code) => makeGlyph(code, 1, textOf(code), scale * widths(code)));
  const face = readType3Face(cos, font, number);

  return { face, vertical: false, drawn: true, ...height, glyph };
}
