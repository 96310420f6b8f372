/** What the grouping of characters asks of Unicode: marks without width, the direction of a character, what a form stands for. */

const mark = /^\p{Mn}$/u;

/** Whether a character is a mark that takes no room (general category Mn). */
export function isNonspacingMark(code: number): boolean {
  return code >= 0x300 && mark.test(String.fromCodePoint(code));
}

/** Whether a code unit is the second of a character beyond U+FFFF. */
export const isLowSurrogate = (unit = 0) => (unit & 0xfc00) === 0xdc00;

/** Right-to-left letters, left-to-right letters, European and Arabic digits, what joins or ends numbers, and the rest. */
export type BidiClass = "R" | "L" | "EN" | "AN" | "CS" | "ET" | "N";

const rightToLeft =
  /[\u0590-\u05ff\u0600-\u0605\u0608\u060b\u060d\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const arabicDigit = /[\u0660-\u0669\u066b\u066c\u06f0-\u06f9]/;
const letter = /\p{L}/u;
const separators = ".,:/\u060c";
/** Signs: they separate or end European numbers, but not numbers among Arabic letters (rules W2, W4, W5). */
const terminators = /[#%°\u066a‰+\u2212\p{Sc}-]/u;

/** The class of a character (UAX 9, table 4, as far as it matters); of a cluster, by its first. */
export function bidiClass(text: string): BidiClass {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
  if (rightToLeft.test(first)) return "R";
  if (first >= "0" && first <= "9") return "EN";
  if (arabicDigit.test(first)) return "AN";
  if (letter.test(first)) return "L";
  if (separators.includes(first)) return "CS";
  return terminators.test(first) ? "ET" : "N";
}

/** Whether a text holds right-to-left letters at all. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Whether a character may be one of them, by where they stand in Unicode. */
const mayBeRightToLeft = (code: number) =>
  (code >= 0x590 && code < 0x900) || (code >= 0xfb1d && code < 0xff00) || (code >= 0x10800 && code < 0x1f000);

/** 1 when a character reads from right to left, 0 when from left to right; `current` when it is as what stands before it. */
export function bidiLevel(code: number, current: number): number {
  if (current === 0 && !mayBeRightToLeft(code)) return 0;
  const text = String.fromCodePoint(code);
  const kind = mark.test(text) ? "N" : bidiClass(text);
  if (kind === "N" || kind === "CS") return current;
  // Numbers are written from left to right in every script.
  return kind === "R" ? 1 : 0;
}

/** Whether a space may be made up behind a character: not in scripts that write none. */
export function maySpaceFollow(code: number): boolean {
  return (
    code !== 0x20 &&
    !(code >= 0x0e00 && code < 0x10a0) &&
    !(code >= 0x1700 && code < 0x1ab0) &&
    !isIdeographic(code)
  );
}

/** Characters and syllables of China and Japan, which programs set a little apart from letters beside them. */
export const isIdeographic = (code: number) =>
  (code >= 0x2e80 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00) || code >= 0x20000;

/** Scripts of India: one glyph may stand for all characters of a syllable, and those after it for none. */
export const isIndic = (code: number) => code >= 0x0900 && code < 0x0e00;

/**
 * Whether a gap before a character is none that was meant: the Thai and Lao vowels AM stand for two glyphs, of which only the
 * first, which takes no room, has their place.
 */
export function isGapInWord(before: number, code: number): boolean {
  return (
    (before === 0x0e33 && code >= 0x0e00 && code < 0x0e80) ||
    (before === 0x0eb3 && code >= 0x0e80 && code < 0x0f00)
  );
}

/** Accents that stand by themselves, and the marks that they are of letters. */
const accents = "`´ˆ˜¯˘˙¨˚˝ˇ¸˛";
const marks = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328";

/** Typesetters make the comma below a letter of a small one. */
const comma = 0x2c;
const commaBelow = "\u0326";

/** Whether a character is an accent that stands by itself; `small`: it is much smaller than what stands before it. */
export const isAccent = (code: number, small = false): boolean =>
  accents.includes(String.fromCodePoint(code)) || (small && code === comma);

/** The character that an accent and a letter in one place are, in either order; undefined: they are none. */
export function withAccent(before: number, code: number, small = false): number | undefined {
  const [accent, base] = isAccent(before) ? [before, code] : [code, before];
  if (!isAccent(accent, small)) return undefined;
  const mark = accent === comma ? commaBelow : (marks[accents.indexOf(String.fromCodePoint(accent))] ?? "");
  const whole = `${String.fromCodePoint(base).replace("ı", "i").replace("ȷ", "j")}${mark}`.normalize("NFC");
  return whole.length === 1 ? whole.charCodeAt(0) : undefined;
}
