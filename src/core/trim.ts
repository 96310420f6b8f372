/** Trimming other characters than white space: a pattern such as `/\0+$/` starts anew at each of them. */

/** A text without these characters at its end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A text without these characters around it. */
export function trimOf(text: string, characters: string): string {
  const kept = trimEndOf(text, characters);
  let start = 0;
  while (start < kept.length && characters.includes(kept.charAt(start))) start++;
  return kept.slice(start);
}
