/** The text of a glyph name (the Adobe Glyph List's rules, and producers' variations). */

import { Encodings } from "@pdf-lib/standard-fonts";
import { listedCodePoint } from "./glyph-list.ts";

/** Every reader with a limit truncates names here. */
const maxNameLength = 63;

const lastCodePoint = 0x10ffff;

/** Names that join the parts of a ligature with its own code point. */
const ligatures: Readonly<Record<string, string>> = {
  f_f: "ff",
  f_f_i: "ffi",
  f_f_l: "ffl",
  f_i: "fi",
  f_l: "fl",
};

const hexadecimal = (digits: string): number =>
  /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : 0;

/** Codes below 32 are control characters, which no glyph shows. */
const decimal = (digits: string): number =>
  /^\d+$/.test(digits) && Number(digits) >= 32 ? Number.parseInt(digits, 10) : 0;

/** UTF-16 units in one name: `uni00480069`. */
const units = /^uni((?:[\da-f]{4})+)$/i;

/** The sizes of TeX's signs: `summationdisplay`, `parenleftBigg`. */
const sizes = /(?:text|display|[bB]igg?)$/;

function codePointByRule(name: string): number {
  if (name.startsWith("u")) return hexadecimal(name.slice(1));
  if (name.startsWith("a") && name.length > 2) return decimal(name.slice(1));
  return decimal(name);
}

/**
 * A glyph name's text, ignoring everything after its first period; for a name with underscores its parts, if all are listed.
 * Undefined if the name is unknown.
 */
export function glyphText(glyph: string): string | undefined {
  const name = glyph.slice(0, maxNameLength).split(".", 1)[0] ?? "";
  const parts = name.split("_");
  const joined = Object.hasOwn(ligatures, name) ? ligatures[name] : undefined;
  if (joined === undefined && parts.length > 1) {
    const codes = parts.map(listedCodePoint).filter((code) => code !== undefined);
    if (codes.length === parts.length) return String.fromCodePoint(...codes);
  }
  const plain = joined ?? parts[0] ?? "";
  const digits = units.exec(plain)?.[1];
  if (digits !== undefined)
    return (
      Buffer.from(digits, "hex").swap16().toString("utf16le").replaceAll("\0", "").toWellFormed() || undefined
    );
  const code =
    listedCodePoint(plain) ?? (codePointByRule(plain) || listedCodePoint(plain.replace(sizes, "")));
  return code && code <= lastCodePoint ? String.fromCodePoint(code) : undefined;
}

const { supportedCodePoints, encodeUnicodeCodePoint } = Encodings.ZapfDingbats;
const codePoints = new Map(supportedCodePoints.map((code) => [encodeUnicodeCodePoint(code).name, code]));

/** Ornamental brackets are in the private use area in the list, in the order that Unicode has later adopted. */
const [firstPrivate, lastPrivate, firstBracket] = [0xf8d7, 0xf8e4, 0x2768];

/** The text of a Zapf Dingbats glyph: the font has names of its own (ISO 32000-2, D.6). */
export function dingbatText(name: string): string | undefined {
  const code = codePoints.get(name);
  if (code === undefined) return glyphText(name);
  const isPrivate = code >= firstPrivate && code <= lastPrivate;
  return String.fromCodePoint(isPrivate ? code - firstPrivate + firstBracket : code);
}
