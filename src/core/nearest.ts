/** Finds the word that a user may have meant by a mistyped one. */

/** " Did you mean …?" for the one of `words` that is nearest to `word`; empty where none is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

/** The word that takes the fewest edits, at most one for every three letters: with more it is another word. */
function nearest(word: string, words: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replaceAll("_", "-");
  // A tool's name means its command, and a part of a name means the whole name.
  const within = words.filter((one) => plain === `pdf-${one}` || one.split("-").includes(plain));
  if (within.length === 1) return within[0];
  return ranked(plain, words)[0];
}

/** Words that are compared, and characters of each: a document may have any number of them. */
const maxWords = 2000;
const maxLetters = 100;

/** The words that differ from `word` in few letters, nearest first; case doesn't matter. */
export function ranked(word: string, words: readonly string[]): string[] {
  const plain = word.slice(0, maxLetters).toLowerCase();
  return words
    .slice(0, maxWords)
    .map((one) => ({ one, edits: edits(plain, one.slice(0, maxLetters).toLowerCase()) }))
    .filter(({ one, edits }) => edits <= Math.floor(Math.max(plain.length, one.length) / 3))
    .sort((a, b) => a.edits - b.edits)
    .map(({ one }) => one);
}

/** How many letters are inserted, deleted, replaced or swapped with their neighbour to make `b` from `a`. */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
