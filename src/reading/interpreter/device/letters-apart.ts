/** Characters that are set apart one by one, as browsers do: the gaps between them aren't spaces. */

interface MadeSpace {
  /** Its index among the characters. */
  readonly at: number;
  /** Its width in font sizes. */
  readonly gap: number;
  /** The character that follows. */
  readonly code: number;
}

/** Fewer single characters in a row may be names, or columns. */
const fewest = 6;
/** Maximum spaces of a run to examine. */
const longest = 500;
/** In font sizes: the widest gap between letters, how far gaps differ, and how much wider those between words are. */
const widest = 0.6;
const even = 0.05;
const wider = 0.1;
/** More than this share of the characters are letters and digits. */
const fewestLetters = 0.6;

/** Not the dots that lead to a number, nor the numbers of a row. */
const areWords = (text: string) =>
  /\P{Nd}/u.test(text) && (text.match(/[\p{L}\p{Nd}]/gu)?.length ?? 0) > fewestLetters * text.length;

/** The spaces made before single characters, one after another. */
export class LettersApart {
  #spaces: MadeSpace[] = [];

  add(space: MadeSpace): void {
    if (this.#spaces.length < longest) this.#spaces.push(space);
  }

  /** The run ends: the indexes of its gaps that aren't spaces. */
  end(): readonly number[] {
    const spaces = this.#spaces;
    if (spaces.length === 0) return [];
    this.#spaces = [];
    if (spaces.length < fewest || !areWords(String.fromCodePoint(...spaces.map(({ code }) => code))))
      return [];
    const least = Math.min(...spaces.map(({ gap }) => gap));
    const letters = spaces.filter(({ gap }) => gap < least + even);
    const words = spaces.filter(({ gap }) => gap > least + wider);
    const isEven = letters.length + words.length === spaces.length && letters.length > 2 * words.length;
    return least < widest && isEven ? letters.map(({ at }) => at) : [];
  }
}
