/**
 * Right-to-left lines. Tesseract decides the direction of a whole paragraph, and misplaces words in other scripts; and its
 * Arabic models don't know the Arabic comma, which they take for a closing quote or another mark.
 */
import type { FoundLine, FoundWord } from "../tesseract/tesseract.ts";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const letter = /\p{L}/u;

/** Whether most words with letters are right-to-left. */
export function leadsFromRight(words: readonly FoundWord[]): boolean {
  const withLetters = words.filter(({ text }) => letter.test(text));
  return withLetters.filter(({ text }) => rightToLeft.test(text)).length * 2 > withLetters.length;
}

const readsFromLeft = ({ text }: FoundWord) => letter.test(text) && !rightToLeft.test(text);

/** Marks of other scripts after Arabic letters, and a final hamza after a letter that never precedes one. */
const comma = /(?<=\p{Script=Arabic}),|(?<=[ةهمنتكسشصضحخعغثجقذظ])ء$/gu;

/** The words with Arabic commas; unmatched closing quotes also become commas. */
function withCommas(words: readonly FoundWord[]): FoundWord[] {
  let open = 0;
  return words.map((word) => {
    const text = word.text.replaceAll(/[«»]/g, (quote) => {
      if (quote === "«") open += 1;
      else if (open > 0) open -= 1;
      else return "،";
      return quote;
    });
    return { ...word, text: text.replaceAll(comma, "،") };
  });
}

/**
 * The line's words in reading order: left-to-right words keep their relative order. Compares the ends of boxes, which may
 * reach over the words before them.
 */
export function inReadingOrder(line: FoundLine): FoundLine {
  if (!leadsFromRight(line.words)) return line;
  const words: FoundWord[] = [];
  let fromLeft: FoundWord[] = [];
  for (const word of line.words.toSorted((a, b) => b.x0 - a.x0)) {
    if (readsFromLeft(word)) fromLeft.unshift(word);
    else {
      words.push(...fromLeft, word);
      fromLeft = [];
    }
  }
  return { ...line, words: withCommas([...words, ...fromLeft]) };
}
