/** Words that go with an area, to look for elsewhere in the document. */

/** Words of removed text that may be looked for elsewhere: of so many letters, or digits. */
const leastWord = /^(?:(?:\P{L}*\p{L}){4}|\p{N}{4,}$)/u;
/** Parts of most addresses, which say nothing. */
const ofAddresses = new Set(["http", "https", "mailto", "html"]);

const betweenWords = /[^\p{L}\p{M}\p{N}]+/u;

/** Words, and numbers with the marks in them. */
export function wordsOf(lines: string): string[] {
  const text = lines.toLowerCase();
  const words = text.split(betweenWords).filter((word) => leastWord.test(word) && !ofAddresses.has(word));
  return [...words, ...text.split(/\s+/).filter((word) => /\p{N}/u.test(word))];
}

/** The removed words that no page shows anymore. */
export function unshown(
  lost: readonly string[],
  kept: ReadonlyMap<number, string>,
  pages: number,
  textOf: (page: number) => string,
): string[] {
  const left = new Set(lost);
  for (let page = 1; left.size > 0 && page <= pages; page++) {
    const text = (kept.get(page) ?? textOf(page)).toLowerCase();
    const words = new Set(text.split(betweenWords));
    for (const word of left)
      if (words.has(word) || (betweenWords.test(word) && text.includes(word))) left.delete(word);
  }
  return [...left];
}
