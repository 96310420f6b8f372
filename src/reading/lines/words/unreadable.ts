/** Pages whose fonts do not say which letters their shapes are, and whether another reading makes sense of them. */

/** Characters of a page that may be unreadable before another reading is looked for. */
const mostUnreadable = 0.5;
/** Fewer characters prove nothing. */
const leastCharacters = 20;

/** What stands for a shape that no character is known for: the replacement character and private use. */
const unknown = /[\ufffd\ue000-\uf8ff]/g;
const mayBeUnknown = /[\ufffd\ue000-\uf8ff]/;
const space = /\s+/g;

/** Part of a text, without its spaces, that stands for unknown shapes. */
function unreadablePart(text: string): number {
  const shown = text.replaceAll(space, "");
  return shown.length < leastCharacters ? 0 : (shown.match(unknown)?.length ?? 0) / shown.length;
}

/** Whether most of a page's text cannot be read. The cheap look comes first: nearly all texts hold no such character. */
export function isUnreadable(text: string): boolean {
  return mayBeUnknown.test(text) && unreadablePart(text) > mostUnreadable;
}

/** A word as languages write them, with signs around it; numbers count as well. */
const word = /^[\p{P}\p{Sc}]*(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*|\p{N}+(?:[.,:/]\p{N}+)*)[\p{P}%]*$/u;
const latin = /^[\p{Script=Latin}\p{P}]+$/u;
const vowel = /[aeiouyäöüáàâéèêëíîïóôúùœæøå]/iu;

/** Words of a text that must be such, and, written in Latin letters, hold a vowel. */
const leastWords = 0.7;

/**
 * Whether a second reading says what is written, where the first could not: it is about as long, nearly all of it is
 * readable, and it is made of words. Codes that are no letters else give what looks like letters and is nothing.
 */
export function makesSense(other: string, first: string): boolean {
  const length = (text: string) => text.replaceAll(space, "").length;
  if (length(other) < 0.5 * length(first) || unreadablePart(other) > 0.1) return false;
  const words = other.split(space).filter((one) => one !== "");
  const sound = words.filter((one) => word.test(one) && (!latin.test(one) || vowel.test(one)));
  return sound.length >= leastWords * words.length;
}
