/** Simple fonts: Type 1 and TrueType (ISO 32000-2, 9.6.2 to 9.6.3), with single-byte codes. */

import { Buffer } from "node:buffer";
import { once } from "../core/once.ts";
import type { CosDocument } from "../cos/document.ts";
import { type CosDict, isArray, isNamed } from "../cos/syntax/value.ts";
import { nameAt, numberAt } from "../cos/typed-get.ts";
import { describedHeight, fontFlags, readDescriptor, wholeNumber } from "./descriptor.ts";
import { encodedNames } from "./encodings/encoding-of-font.ts";
import { encodingTable } from "./encodings/encodings.ts";
import { FontDoubt } from "./encodings/font-doubt.ts";
import { dingbatText, glyphText } from "./encodings/glyph-text.ts";
import { readToUnicode } from "./encodings/to-unicode.ts";
import { readFace } from "./face.ts";
import type { PageFont } from "./font.ts";
import { embeddedStyle, substituteStyle } from "./font-style.ts";
import { byteGlyphs, codeText, makeGlyph, mappedText, unknownText } from "./glyphs.ts";
import {
  type StandardFont,
  standardFont,
  standardHeight,
  standardWidth,
  substituteFont,
} from "./standard-fonts.ts";

/** A substitute for a font that isn't in the document; its own height is used if the descriptor has none. */
function standIn(baseFont: string, flags: number) {
  const exact = standardFont(baseFont);
  if (exact) {
    const style = { ...substituteStyle(baseFont, 0), mono: exact.startsWith("Courier") };
    return { font: exact, style, height: standardHeight(exact) };
  }
  const style = substituteStyle(baseFont, flags);
  const font = substituteFont({ ...style, serif: (flags & fontFlags.serif) !== 0 });
  return { font, style };
}

type OwnNames = (code: number) => string | undefined;

function standardNames(font: StandardFont): OwnNames {
  if (font === "Symbol") return (code) => encodingTable("symbol")[code];
  if (font === "ZapfDingbats") return (code) => encodingTable("zapfDingbats")[code];
  return (code) => encodingTable("standard")[code];
}

const isPictorial = (font: StandardFont) => font === "Symbol" || font === "ZapfDingbats";

/** Widths by code; undefined if the file has none, so that the program's apply. */
export function readWidths(
  cos: CosDocument,
  font: CosDict,
  missing: number,
): ((code: number) => number) | undefined {
  const entry = cos.resolve(font.get("Widths"));
  if (entry === null) return undefined;
  const widths = isArray(entry) ? entry : [];
  let first = wholeNumber(numberAt(cos, font.get("FirstChar")));
  let last = wholeNumber(numberAt(cos, font.get("LastChar")));
  if (first < 0 || last > 255 || first > last) first = last = 0;
  return (code) => (code >= first && code <= last ? (numberAt(cos, widths[code - first]) ?? 0) : missing);
}

/** Chinese fonts by their GBK names, which some programs use while declaring Windows codes: they are GBK codes. */
const chineseNames = new Set([
  "\xcb\xce\xcc\xe5",
  "\xba\xda\xcc\xe5",
  "\xbf\xac\xcc\xe5_GB2312",
  "\xb7\xc2\xcb\xce_GB2312",
  "\xc1\xa5\xca\xe9",
]);

const plainStyle = { bold: false, italic: false, mono: false };

const narrow = "ijl.,:;'|!";
const wide = "mwMW@%";

/** Whether letters that are normally narrow and wide share a width: subset programs often don't say so. */
function isOneWidth(
  widthOf: (code: number) => number,
  textOf: (code: number) => string | undefined,
): boolean {
  let [thin, thick, width] = [false, false, 0];
  for (let code = 33; code < 127; code += 1) {
    const own = widthOf(code);
    const text = own > 0 ? textOf(code) : undefined;
    if (text === undefined) continue;
    const [isThin, isThick] = [narrow.includes(text), wide.includes(text)];
    if (!isThin && !isThick) continue;
    if (width > 0 && own !== width) return false;
    [thin, thick, width] = [thin || isThin, thick || isThick, own];
  }
  return thin && thick;
}

/**
 * `programKey`: the entry for this kind of font's program. `byCodes`: codes without a name are read as ASCII. Throws a
 * CosError if it can't be read.
 */
export function openSimpleFont(
  cos: CosDocument,
  font: CosDict,
  programKey: string,
  byCodes: boolean,
): PageFont {
  const baseFont = nameAt(cos, font.get("BaseFont")) ?? "";
  const descriptor = readDescriptor(cos, font, programKey);
  const embedded = descriptor?.embedded ?? false;
  const other = embedded
    ? undefined
    : standIn(descriptor ? baseFont : (standardFont(baseFont) ?? "Times-Roman"), descriptor?.flags ?? 0);
  const flags = (descriptor?.flags ?? 0) | (other && isPictorial(other.font) ? fontFlags.symbolic : 0);
  const symbolic = (flags & fontFlags.symbolic) !== 0 && (flags & fontFlags.nonsymbolic) === 0;

  const encoding = cos.resolve(font.get("Encoding"));

  if (
    chineseNames.has(baseFont) &&
    isNamed(encoding, "WinAnsiEncoding") &&
    descriptor?.flags === fontFlags.symbolic
  )
    throw new FontDoubt("codes that are those of GBK");

  const names = encodedNames(cos, encoding, embedded || symbolic ? undefined : encodingTable("standard"));
  const own: OwnNames = other
    ? standardNames(other.font)
    : (code) => descriptor?.program()?.codeName(code, symbolic);
  const nameOf = (code: number) => names[code] ?? own(code);
  const unicode = readToUnicode(cos, font.get("ToUnicode"));
  const asText = baseFont.includes("ZapfDingbats") ? dingbatText : glyphText;

  const textOf = (code: number) => {
    const mapped = mappedText(unicode?.text(code));
    if (mapped !== undefined) return mapped;
    const name = nameOf(code);
    // An unreadable program may have a name for the code.
    if (name === undefined && embedded && descriptor?.program() === undefined) return undefined;
    return (name && asText(name)) ?? (byCodes ? codeText(code) : unknownText);
  };

  const given = readWidths(cos, font, descriptor?.missingWidth ?? 0);
  const glyph = byteGlyphs((code) => {
    const name = names[code];
    // A name without a glyph leaves the code to the font's own encoding.
    const shown = name === undefined || name === ".notdef" ? own(code) : name;
    const width = given ? given(code) : other && standardWidth(other.font, shown);
    // A width known only to the program is unknown here, and so is the position of everything after it.
    return makeGlyph(code, 1, width === undefined ? undefined : textOf(code), (width ?? 0) / 1000);
  });
  const height = descriptor
    ? describedHeight(descriptor, other?.height)
    : standardHeight(other?.font ?? "Times-Roman");
  const face = once(() => {
    const style = other?.style ?? (descriptor && embeddedStyle(descriptor, baseFont)) ?? plainStyle;
    const mono = style.mono || (given !== undefined && isOneWidth(given, textOf));
    return readFace(Buffer.from(baseFont, "latin1"), { ...style, mono });
  });

  return {
    get face() {
      return face();
    },
    vertical: false,
    ...height,
    glyph,
    shapeText(code) {
      const name = nameOf(code);
      return name && asText(name);
    },
  };
}
