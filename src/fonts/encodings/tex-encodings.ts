/**
 * TeX's text encodings T1 (Cork) and OT1, for its bitmap fonts: these name glyphs by their codes alone, as pdfTeX does (a27),
 * or in dvips' base 36 (AR).
 */

const base36 = (code: number) => (code + 360).toString(36).toUpperCase();
const isOwnName = (name: string, code: number) => name === `a${code}` || name === base36(code);

const ot1 = characters(
  "Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω ff fi fl ffi ffl ı ȷ ` ´ ˇ ˘ ¯ ˚ ¸ ß æ œ ø Æ Œ Ø",
  "34” 39’ 60¡ 62¿ 92“ 95˙ 96‘ 123– 124— 125˝ 126˜ 127¨",
);
const t1 = characters(
  "` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ¸ ˛ ‚ ‹ › “ ” „ « » – — \u200b \ufffd ı ȷ ff fi fl ffi ffl",
  "39’ 96‘ 127-",
);

/** From code 128 to 191; from there on, T1 is Latin-1 with a few exceptions. */
const accented = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£";
const latin1: Readonly<Record<number, string>> = { 215: "Œ", 223: "SS", 247: "œ", 255: "ß" };

/** The characters from code 0 on, and those that aren't ASCII. */
function characters(low: string, others: string): ReadonlyMap<number, string> {
  const known = new Map(low.split(" ").map((text, code): readonly [number, string] => [code, text]));
  for (const other of others.split(" ")) known.set(Number.parseInt(other, 10), other.slice(-1));
  return known;
}

const t1Text = (code: number) =>
  t1.get(code) ??
  (code < 128 ? undefined : (accented[code - 128] ?? latin1[code] ?? String.fromCharCode(code)));

/** Codes that texts in one of the two use: ligatures, quotation marks, dashes; accented letters. */
const usedInT1 = (code: number) => code >= 128 || (code >= 27 && code < 32) || [16, 17, 21].includes(code);
const usedInOt1 = (code: number) => (code >= 11 && code < 16) || [34, 92, 123, 124].includes(code);

/** Hyphen, comma and full stop, which fonts of mathematics don't have in these places, and most used letters. */
const signs = [44, 45, 46];
const letters = [..."aeionrst"].map((letter) => letter.charCodeAt(0));

/**
 * A text of the codes that T1 and OT1 don't share with ASCII, for a TeX bitmap font whose glyphs have these names; undefined
 * for any other font, and for one of mathematics.
 */
export function texTexts(
  names: readonly (string | undefined)[],
): ((code: number) => string | undefined) | undefined {
  const codes = names.flatMap((name, code) => (name === undefined || name === ".notdef" ? [] : [code]));
  if (!codes.every((code) => isOwnName(names[code] ?? "", code))) return undefined;
  const has = (code: number) => codes.includes(code);
  if (!signs.some(has) || letters.filter(has).length < letters.length / 2) return undefined;
  const [cork, old] = [codes.filter(usedInT1).length, codes.filter(usedInOt1).length];
  return cork >= old ? t1Text : (code) => ot1.get(code);
}
