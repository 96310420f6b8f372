/** A text's words: they show whether halves separated by a line end are one word. */
import { once } from "../../../core/once.ts";
import type { TextBlock } from "../../../core/page-layout.ts";

export interface Vocabulary {
  /** Hyphenated words, in lowercase. */
  readonly compounds: ReadonlySet<string>;
  /** Words without hyphens, as written. */
  readonly words: ReadonlySet<string>;
  /** How often two Korean syllables follow each other within a word, minus how often a space separates them. */
  readonly pairs: ReadonlyMap<string, number>;
}

const word = /[\p{L}\p{M}\p{N}'’]+(?:[-\u2010][\p{L}\p{M}\p{N}'’]+)*/gu;
const hangul = /\p{Script=Hangul}/u;

const endsBroken = /[-\u2010\u00ad]\s*$/u;

/** Maximum words to keep: a longer text adds few. */
const maxWords = 200_000;

function countPairs(text: string, pairs: Map<string, number>): void {
  const count = (pair: string, step: number) => pairs.set(pair, (pairs.get(pair) ?? 0) + step);
  for (let at = 0; at + 1 < text.length; at += 1) {
    const [a, b, c] = [text.charAt(at), text.charAt(at + 1), text.charAt(at + 2)];
    if (!hangul.test(a)) continue;
    if (hangul.test(b)) count(a + b, 1);
    else if (b === " " && hangul.test(c)) count(a + c, -1);
  }
}

function readWords(blocks: readonly TextBlock[]): Vocabulary {
  const compounds = new Set<string>();
  const words = new Set<string>();
  const pairs = new Map<string, number>();

  for (const { lines } of blocks) {
    let broken = false;
    for (const { text } of lines) {
      if (words.size > maxWords) return { compounds, words, pairs };
      const found = text.match(word) ?? [];
      const first = broken ? 1 : 0;
      broken = endsBroken.test(text);
      const end = broken ? found.length - 1 : found.length;
      for (let at = first; at < end; at += 1) {
        const one = found[at] ?? "";
        if (one.includes("-") || one.includes("\u2010"))
          compounds.add(one.replaceAll("\u2010", "-").toLocaleLowerCase("en"));
        else words.add(one);
      }
      if (hangul.test(text)) countPairs(text, pairs);
    }
  }

  return { compounds, words, pairs };
}

/**
 * The words that are complete on their lines, excluding hyphenated halves. Collected on first use: in many texts no line ends
 * in a hyphen.
 */
export function vocabularyOf(blocks: readonly TextBlock[]): Vocabulary {
  const known = once(() => readWords(blocks));
  return {
    get compounds() {
      return known().compounds;
    },
    get words() {
      return known().words;
    },
    get pairs() {
      return known().pairs;
    },
  };
}

/** Particles attached to Korean words, never separate. */
const particle = /^(?:[을를은는의에가와과도로]|에서|에게|으로|까지|부터|입니다|습니다)(?![\p{L}\p{N}])/u;

/**
 * Whether a line end split two syllables of one Korean word: browsers and word processors break between any two. They are one
 * word if they occur together more often than apart, and if the next line begins with a particle.
 */
export function partsHangul(before: string, after: string, vocabulary: Vocabulary): boolean {
  const [end, start] = [before.slice(-1), after.charAt(0)];
  if (!hangul.test(end) || !hangul.test(start)) return false;
  return particle.test(after) || (vocabulary.pairs.get(end + start) ?? 0) > 0;
}
