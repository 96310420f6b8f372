/** Text of Zapf Dingbats' glyph names: the font has its own (ISO 32000-2, D.6). */
import { Encodings } from "@pdf-lib/standard-fonts";
import { glyphText } from "./glyph-text.ts";

const { supportedCodePoints, encodeUnicodeCodePoint } = Encodings.ZapfDingbats;
const codePoints = new Map(supportedCodePoints.map((code) => [encodeUnicodeCodePoint(code).name, code]));

/** Ornamental brackets are in the private use area in the list, in the order that Unicode has later adopted. */
const [firstPrivate, lastPrivate, firstBracket] = [0xf8d7, 0xf8e4, 0x2768];

/** The text of a Zapf Dingbats glyph. */
export function dingbatText(name: string): string | undefined {
  const code = codePoints.get(name);
  if (code === undefined) return glyphText(name);
  const isPrivate = code >= firstPrivate && code <= lastPrivate;
  return String.fromCodePoint(isPrivate ? code - firstPrivate + firstBracket : code);
}
