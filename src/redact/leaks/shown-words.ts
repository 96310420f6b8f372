/** The words that a document's pages show, to compare other texts with. */

/** Parts of a text that are compared: letters, or digits, without case and accents. */
const partsOf = (text: string): string[] =>
  (
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu) ?? []
  ).map((part) => part.replaceAll(/\p{M}/gu, ""));

/** How many texts are compared letter by letter, and the letters that a text of its own has at least. */
const mostSearches = 500;
const leastLetters = 4;

export class ShownWords {
  readonly #words = new Set<string>();
  readonly #pages: string[] = [];
  #searches = 0;

  addPage(words: readonly string[]): void {
    const parts = words.flatMap(partsOf);
    for (const part of parts) this.#words.add(part);
    this.#pages.push(parts.join(""));
  }

  /** The words of a text that aren't shown, in order; "" if all are. */
  missingFrom(text: string): string {
    return text
      .split(/\s+/)
      .filter((word) => partsOf(word).some((part) => !this.#words.has(part)))
      .join(" ");
  }

  /** Whether a text is shown, or so short that it stands for parts of words: glyphs, syllables, ligatures. */
  shows(text: string): boolean {
    if (this.missingFrom(text) === "") return true;
    const joined = partsOf(text).join("");
    if (joined.length < leastLetters) return true;
    this.#searches += 1;
    return this.#searches <= mostSearches && this.#pages.some((page) => page.includes(joined));
  }
}
