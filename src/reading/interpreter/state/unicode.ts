/** What the grouping of characters asks of Unicode: marks without width, the direction of a character, what a form stands for. */

const markPattern = /^\p{Mn}$/u;
const unknownMark = 0;
const isMark = 1;
const noMark = 2;
const marks = new Uint8Array(0x10000);

/** Whether a character is a mark that takes no room (general category Mn). */
export function isNonspacingMark(code: number): boolean {
  if (code < 0x300) return false;
  if (code > 0xffff) return markPattern.test(String.fromCodePoint(code));
  let known = marks[code] ?? unknownMark;
  if (known === unknownMark) {
    known = markPattern.test(String.fromCharCode(code)) ? isMark : noMark;
    marks[code] = known;
  }
  return known === isMark;
}

const rightToLeft =
  /^[\u05be\u05c0\u05c3\u05c6\u05d0-\u05f4\u0608\u060b\u060d\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef\u06fa-\u0710\u0712-\u072f\u074d-\u07a5\u07b1-\u07ea\u07f4\u07f5\u07fa-\u0815\u081a\u0824\u0828\u0830-\u0858\u085e-\u08c9\u200f\ufb1d\ufb1f-\ufb28\ufb2a-\ufd3d\ufd40-\ufdce\ufdf0-\ufdfc\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]$/u;
const arabicNumber = /^[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd\u0890\u0891\u08e2]$/;
/** Classes L, EN, ES and ET, and the embeddings: after one of them text reads from left to right. */
const leftToRight =
  /^(?:\p{L}|\p{Nd}|\p{Nl}|\p{Mc}|\p{Sc}|[+\-#%\u00b0\u00b1\u00b2\u00b3\u00b9\u066a\u0609\u060a\u2030-\u2034\u207a\u207b\u208a\u208b\u2212\u2213\ufb29\u200e\u202a-\u202e\u2066-\u2069\u{2460}-\u{24ff}])$/u;
const nonspacing = /^[\p{Mn}\p{Me}]$/u;

/** Known answers by code: 1 left to right, 2 right to left, 3 as the character before. */
const directions = new Uint8Array(0x10000);

function directionOf(code: number): number {
  const text = String.fromCodePoint(code);
  if (nonspacing.test(text)) return 3;
  if (rightToLeft.test(text) || arabicNumber.test(text)) return 2;
  return leftToRight.test(text) ? 1 : 3;
}

/** 1 when a character reads from right to left, 0 when from left to right; `current` when it is as what stands before it. */
export function bidiLevel(code: number, current: number): number {
  // Nothing below Hebrew reads from right to left.
  if (current === 0 && code < 0x590) return 0;
  let direction = code < 0x10000 ? (directions[code] ?? 0) : directionOf(code);
  if (direction === 0) {
    direction = directionOf(code);
    directions[code] = direction;
  }
  if (direction === 3) return current;
  return direction - 1;
}

const spaces = new Set([
  9, 0x20, 0xa0, 0x1680, 0x180e, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
  0x2009, 0x200a, 0x202f, 0x205f, 0x3000,
]);

/** Characters that read otherwise than they are given: every space as U+0020, ligatures and presentation forms as their letters. */
export function plainCodes(text: string): number[] {
  const codes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (spaces.has(code)) codes.push(0x20);
    else if ((code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)) {
      const letters = code === 0xfb05 ? "st" : character.normalize("NFKC");
      for (const letter of letters) codes.push(letter.codePointAt(0) ?? 0);
    } else codes.push(code);
  }
  return codes;
}

/** Whether a space may be made up behind a character: not in scripts that write none. */
export function maySpaceFollow(code: number): boolean {
  return code !== 0x20 && (code < 0x700 || (code >= 0x2000 && code <= 0x20cf));
}

/** Characters that a list's items begin with: a line behind one of them does not begin a paragraph by its indent. */
const bullets = new Set([
  0x2a, 0xb7, 0x2022, 0x2023, 0x2043, 0x204c, 0x204d, 0x2219, 0x25c9, 0x25cb, 0x25cf, 0x25d8, 0x25e6, 0x2619,
  0x261a, 0x261b, 0x261c, 0x261d, 0x261e, 0x261f, 0x2660, 0x2661, 0x2662, 0x2663, 0x2664, 0x2665, 0x2666,
  0x2667, 0x2765, 0x2767, 0x29be, 0x29bf, 0x1f446, 0x1f447, 0x1f448, 0x1f449, 0x1f597, 0x1f598, 0x1f599,
  0x1f59a, 0x1f59b, 0x1f59c, 0x1f59d, 0x1f59e, 0x1f59f, 0x1f5a0, 0x1f5a1, 0x1f5a2, 0x1f5a3, 0x1fbc1, 0x1fbc2,
  0x1fbc3, 0xfffd,
]);

export function mayBeBullet(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || bullets.has(code);
}
