/** The words to remove, wherever they are in a document. */
import { type Matcher, textMatcher } from "../search/matcher.ts";
import { SearchPage } from "../search/search-page.ts";

/** Replaces removed text: without letters, which might match text to remove elsewhere. */
const replacement = "***";
/** Letters and digits that a text must have to be searched for outside pages: shorter ones are everywhere. */
const leastSaid = 4;

export class Words {
  readonly #matchers: readonly Matcher[];
  readonly #phrases: readonly Matcher[];
  readonly #known = new Map<string, string | undefined>();

  /** `found`: the texts removed from the pages. */
  constructor(matchers: readonly Matcher[], found: Iterable<string>) {
    this.#matchers = matchers;
    const phrases = new Set([...found].map((text) => text.replace(/\s+/g, " ").trim()));
    this.#phrases = [...phrases]
      .filter((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= leastSaid)
      .map((text) => textMatcher(text, { matchCase: false, wholeWords: true, matchAccents: false }));
  }

  /** Names of the items found anywhere outside the pages. */
  replacedBy(wanted: readonly { readonly name: string; readonly find: Matcher }[]): ReadonlySet<string> {
    const hits = [...this.#known].flatMap(([text, made]) => (made === undefined ? [] : [text]));
    const isIn = (find: Matcher) =>
      hits.some((text) => find(new SearchPage([{ text, lines: [] }])).length > 0);
    return new Set(wanted.filter(({ find }) => isIn(find)).map(({ name }) => name));
  }

  /** Whether one of the caller's items is in a text. */
  areIn(text: string): boolean {
    return this.#without(text, this.#matchers) !== undefined;
  }

  /** A text without the words; undefined if it has none. */
  without(text: string): string | undefined {
    if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
    const known = this.#known.get(text);
    if (known !== undefined || this.#known.has(text)) return known;
    const made = this.#without(text, [...this.#matchers, ...this.#phrases]);
    if (this.#known.size < 10_000) this.#known.set(text, made);
    return made;
  }

  #without(text: string, matchers: readonly Matcher[]): string | undefined {
    const page = new SearchPage([{ text, lines: [] }]);
    const ranges = matchers.flatMap((find) => find(page)).sort((a, b) => a.start - b.start);
    if (ranges.length === 0) return undefined;
    let [made, at] = ["", 0];
    for (const { start, end } of ranges) {
      if (start >= at) made += `${text.slice(at, start)}${replacement}`;
      at = Math.max(at, end);
    }
    return made + text.slice(at);
  }
}
