/** Detects pages whose fonts don't map shapes to letters, and whether another reading makes sense. */

/** Share of unreadable characters from which another reading is tried. */
const mostUnreadable = 0.5;
/** Fewer characters prove nothing. */
const leastCharacters = 20;

/** Represents an unknown shape: the replacement character and private use. */
const unknown = /[\ufffd\ue000-\uf8ff]/g;
const mayBeUnknown = /[\ufffd\ue000-\uf8ff]/;
const space = /\s+/g;

/** Share of a text, without spaces, that represents unknown shapes. */
function unreadablePart(text: string): number {
  const shown = text.replaceAll(space, "");
  return shown.length < leastCharacters ? 0 : (shown.match(unknown)?.length ?? 0) / shown.length;
}

/** Whether most of a page's text is unreadable. The cheap check comes first: nearly all texts have no such character. */
export function isUnreadable(text: string): boolean {
  return mayBeUnknown.test(text) && unreadablePart(text) > mostUnreadable;
}

/** A typical word with surrounding punctuation; numbers count too. */
const word = /^[\p{P}\p{Sc}]*(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*|\p{N}+(?:[.,:/]\p{N}+)*)[\p{P}%]*$/u;
const latin = /^[\p{Script=Latin}\p{P}]+$/u;
const vowel = /[aeiouyäöüáàâéèêëíîïóôúùœæøå]/iu;

/** Share of words that must be typical and, in Latin script, contain a vowel. */
const leastWords = 0.7;

/**
 * Whether a second reading is meaningful if the first was not: it has similar length, nearly all of it is readable, and it
 * consists of words. Otherwise, codes that aren't letters would produce nonsense that looks like letters.
 */
export function makesSense(other: string, first: string): boolean {
  const length = (text: string) => text.replaceAll(space, "").length;
  if (length(other) < 0.5 * length(first) || unreadablePart(other) > 0.1) return false;
  const words = other.split(space).filter((one) => one !== "");
  const sound = words.filter((one) => word.test(one) && (!latin.test(one) || vowel.test(one)));
  return sound.length >= leastWords * words.length;
}
