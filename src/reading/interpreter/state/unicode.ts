/** Unicode properties needed to group characters: marks without width, a character's direction, the characters that forms represent. */

const mark = /^\p{Mn}$/u;

/** Whether a character is a mark without width (general category Mn). */
export function isNonspacingMark(code: number): boolean {
  return code >= 0x300 && mark.test(String.fromCodePoint(code));
}

/** Whether a code unit is the second half of a surrogate pair. */
export const isLowSurrogate = (unit = 0) => (unit & 0xfc00) === 0xdc00;

/** Right-to-left letters, left-to-right letters, European and Arabic digits, number separators and terminators, and the rest. */
export type BidiClass = "R" | "L" | "EN" | "AN" | "CS" | "ET" | "N";

const rightToLeft =
  /[\u0590-\u05ff\u0600-\u0605\u0608\u060b\u060d\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const arabicDigit = /[\u0660-\u0669\u066b\u066c\u06f0-\u06f9]/;
const letter = /\p{L}/u;
const separators = ".,:/\u060c";
/** Symbols that separate or end European numbers, but not numbers among Arabic letters (rules W2, W4, W5). */
const terminators = /[#%°\u066a‰+\u2212\p{Sc}-]/u;

/** A character's class (UAX 9, table 4, as far as relevant); for a cluster, its first character's. */
export function bidiClass(text: string): BidiClass {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
  if (rightToLeft.test(first)) return "R";
  if (first >= "0" && first <= "9") return "EN";
  if (arabicDigit.test(first)) return "AN";
  if (letter.test(first)) return "L";
  if (separators.includes(first)) return "CS";
  return terminators.test(first) ? "ET" : "N";
}

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Whether a character may be right-to-left, by its Unicode range. */
const mayBeRightToLeft = (code: number) =>
  (code >= 0x590 && code < 0x900) || (code >= 0xfb1d && code < 0xff00) || (code >= 0x10800 && code < 0x1f000);

/** 1 for a right-to-left character, 0 for left-to-right; `current` if it follows the previous character. */
export function bidiLevel(code: number, current: number): number {
  if (current === 0 && !mayBeRightToLeft(code)) return 0;
  const text = String.fromCodePoint(code);
  const kind = mark.test(text) ? "N" : bidiClass(text);
  if (kind === "N" || kind === "CS") return current;
  // Numbers are written left to right in every script.
  return kind === "R" ? 1 : 0;
}

/** Whether a generated space may follow a character: not in scripts without spaces. */
export function maySpaceFollow(code: number): boolean {
  return (
    code !== 0x20 &&
    !(code >= 0x0e00 && code < 0x10a0) &&
    !(code >= 0x1700 && code < 0x1ab0) &&
    !isIdeographic(code)
  );
}

/** Chinese and Japanese characters and syllables, which programs space slightly apart from adjacent letters. */
export const isIdeographic = (code: number) =>
  (code >= 0x2e80 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00) || code >= 0x20000;

/** Indic scripts and Khmer: one glyph may represent all characters of a syllable, and the following ones none. */
export const isIndic = (code: number) =>
  (code >= 0x0900 && code < 0x0e00) || (code >= 0x1780 && code < 0x1800);

/**
 * Whether a gap before a character is unintended: the Thai and Lao vowels AM represent two glyphs, of which only the first,
 * without width, has their position.
 */
export function isGapInWord(before: number, code: number): boolean {
  return (
    (before === 0x0e33 && code >= 0x0e00 && code < 0x0e80) ||
    (before === 0x0eb3 && code >= 0x0e80 && code < 0x0f00)
  );
}

/** The slash that TeX sets before the relation it negates. */
export const negation = 0x338;

/** Standalone accents, and the combining marks they represent; slashes that negate a relation. */
const accents = "`´ˆ˜¯˘˙¨˚˝ˇ¸˛/\u0338";
const marks = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328\u0338\u0338";

/** Typesetters use a small comma as the comma below a letter. */
const comma = 0x2c;
const commaBelow = "\u0326";

/** Whether a character is a standalone accent; `small`: it is much smaller than the previous character. */
export const isAccent = (code: number, small = false): boolean =>
  accents.includes(String.fromCodePoint(code)) || (small && code === comma);

/** The character formed by an accent and a letter at the same position, in either order; undefined if none. */
export function withAccent(before: number, code: number, small = false): number | undefined {
  const [accent, base] = isAccent(before) ? [before, code] : [code, before];
  if (!isAccent(accent, small)) return undefined;
  const mark = accent === comma ? commaBelow : (marks[accents.indexOf(String.fromCodePoint(accent))] ?? "");
  const whole = `${String.fromCodePoint(base).replace("ı", "i").replace("ȷ", "j")}${mark}`.normalize("NFC");
  return whole.length === 1 ? whole.charCodeAt(0) : undefined;
}
