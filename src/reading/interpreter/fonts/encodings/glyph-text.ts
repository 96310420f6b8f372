/** What the name of a glyph says it is (the Adobe Glyph List's rules, and what producers made of them). */
import { listedCodePoint } from "../../../../typeset/glyph-list.ts";

/** Names are cut here by every reader that has a bound. */
const maxNameLength = 63;

const lastCodePoint = 0x10ffff;

/** Names that join the parts of a ligature which has a code point of its own. */
const ligatures: Readonly<Record<string, string>> = {
  f_f: "ff",
  f_f_i: "ffi",
  f_f_l: "ffl",
  f_i: "fi",
  f_l: "fl",
};

function hexadecimal(digits: string): number {
  return /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
}

function decimal(digits: string): number {
  return /^\d+$/.test(digits) ? Number.parseInt(digits, 10) : 0;
}

/** Names that are made by a rule. */
function codePointByRule(name: string): number {
  if (name.startsWith("uni") && name.length === 7) return hexadecimal(name.slice(3));
  if (name.startsWith("u")) return hexadecimal(name.slice(1));
  if (name.startsWith("a") && name.length > 2) return decimal(name.slice(1));
  return decimal(name);
}

/**
 * The text of a glyph by its name, without what follows its first period; of a name with underscores its parts, where each is
 * one that is listed. Undefined: the name says nothing.
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
  const code = listedCodePoint(plain) ?? codePointByRule(plain);
  return code > 0 && code <= lastCodePoint ? String.fromCodePoint(code) : undefined;
}
