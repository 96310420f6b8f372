/**
 * Lines that lead from the right. Tesseract decides the direction of a whole paragraph, and puts words of other scripts in the
 * wrong places; and its models for Arabic know no Arabic comma, which they take for a closing quote or another mark.
 */
import type { FoundLine, FoundWord } from "./tesseract.ts";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const letter = /\p{L}/u;

/** Whether most words with letters have letters that are read from the right. */
export function leadsFromRight(words: readonly FoundWord[]): boolean {
  const withLetters = words.filter(({ text }) => letter.test(text));
  return withLetters.filter(({ text }) => rightToLeft.test(text)).length * 2 > withLetters.length;
}

const readsFromLeft = ({ text }: FoundWord) => letter.test(text) && !rightToLeft.test(text);

/** Marks of other scripts after Arabic letters, and a hamza at the end of a word after a letter that none follows there. */
const comma = /(?<=\p{Script=Arabic}),|(?<=[ةهمنتكسشصضحخعغثجقذظ])ء$/gu;

/** The words with Arabic commas; closing quotes that no opening one comes before are some too. */
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
 * The line with its words as they are read: those that are read from the left keep their order among themselves. Boxes count
 * where words end: they may reach over the words before them.
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
