/** Suggests the word that a user may have meant. */

/** "; did you mean …?" with those of `words` nearest to `word`; if none is near, `otherwise`. */
export function didYouMean(word: string, words: readonly string[], otherwise = ""): string {
  const meant = nearest(word, words);
  return meant.length === 0 ? otherwise : `; did you mean ${meant.join(" or ")}?`;
}

/** The same for the name of a tool. */
export function toolMeant(
  name: string,
  tools: readonly { readonly name: string }[],
  otherwise?: string,
): string {
  const names = tools.map((tool) => tool.name);
  return didYouMean(name, names, otherwise);
}

/** Names that contain the word, or the one with the smallest edit distance, at most one edit per three letters. */
function nearest(word: string, words: readonly string[]): readonly string[] {
  const plain = commandLike(word);
  const within = words.filter(
    (one) => plain === commandLike(one) || commandLike(one).split("-").includes(plain),
  );
  if (within.length > 0 && within.length <= 3) return within;
  const [first] = ranked(plain, words.map(commandLike));
  return words.filter((one) => commandLike(one) === first);
}

/** A tool's name means its command. */
const commandLike = (name: string) => name.toLowerCase().replaceAll("_", "-").replace(/^pdf-/, "");

/** Maximum words to compare, and characters of each: a document may have any number. */
const maxWords = 2000;
const maxLetters = 100;

/** The words that differ from `word` by few letters, nearest first, ignoring case. */
export function ranked(word: string, words: readonly string[]): string[] {
  const plain = word.slice(0, maxLetters).toLowerCase();
  return words
    .slice(0, maxWords)
    .map((one) => ({ one, edits: edits(plain, one.slice(0, maxLetters).toLowerCase()) }))
    .filter(({ one, edits }) => edits <= Math.floor(Math.max(plain.length, one.length) / 3))
    .sort((a, b) => a.edits - b.edits)
    .map(({ one }) => one);
}

/** The number of insertions, deletions, replacements and swaps of adjacent letters that turn `a` into `b`. */
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
