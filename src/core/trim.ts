/** Trims characters other than white space: a pattern such as `/\0+$/` would start over at each one. */

/** Removes these characters from the end of a text. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes these characters from both ends of a text. */
export function trimOf(text: string, characters: string): string {
  const kept = trimEndOf(text, characters);
  let start = 0;
  while (start < kept.length && characters.includes(kept.charAt(start))) start++;
  return kept.slice(start);
}

/** A text of any origin on one line, without control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
