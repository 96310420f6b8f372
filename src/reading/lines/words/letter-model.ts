/**
 * Models which letters follow each other in a text's words, and which begin and end them: it decides whether two pieces are
 * one word (manageme-nt) or two (ignoring, incident), whatever the language.
 */

/** Represents the edges of a word. */
const edge = "\n";
/** Weight of a letter never seen after two others, and the number of possible letters. */
const unseen = 0.2;
const alphabet = 30;

export class LetterModel {
  /** How often two letters follow each other, and three. */
  readonly #counts = new Map<string, number>();

  constructor(words: readonly string[]) {
    for (const word of words) {
      const text = `${edge}${edge}${word.toLocaleLowerCase("en")}${edge}`;
      for (let at = 2; at < text.length; at += 1) {
        this.#count(text.slice(at - 2, at));
        this.#count(text.slice(at - 2, at + 1));
      }
    }
  }

  #count(letters: string): void {
    this.#counts.set(letters, (this.#counts.get(letters) ?? 0) + 1);
  }

  /** How likely a letter is after two others. */
  #likely(before: string, letter: string): number {
    const seen = this.#counts.get(before + letter) ?? 0;
    return (seen + unseen) / ((this.#counts.get(before) ?? 0) + unseen * alphabet);
  }

  /** Whether the word at the end of `text` continues with `rest`, rather than a new one beginning there. */
  goOn(text: string, rest: string): boolean {
    const before = `${edge}${edge}${text.toLocaleLowerCase("en")}`.slice(-2);
    const [first = edge, second = edge] = rest.toLocaleLowerCase("en");
    const inside = this.#likely(before, first) * this.#likely(before.slice(-1) + first, second);
    const apart =
      this.#likely(before, edge) * this.#likely(edge + edge, first) * this.#likely(edge + first, second);
    return inside > apart;
  }
}
