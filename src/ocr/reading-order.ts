/**
 * Lines that lead from the right. Tesseract decides the direction of a whole paragraph, and puts words of other scripts in the
 * wrong places; and its model for Arabic takes commas for closing quotes, and Latin words for numbers.
 */
import type { Box } from "../core/page-layout.ts";
import type { FoundLine, FoundWord } from "./tesseract.ts";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const letter = /\p{L}/u;

/** Whether most words with letters have letters that are read from the right. */
export function leadsFromRight(words: readonly FoundWord[]): boolean {
  const withLetters = words.filter(({ text }) => letter.test(text));
  return withLetters.filter(({ text }) => rightToLeft.test(text)).length * 2 > withLetters.length;
}

const readsFromLeft = ({ text }: FoundWord) => letter.test(text) && !rightToLeft.test(text);

/** Closing quotes that no opening one comes before are commas. */
function withCommas(words: readonly FoundWord[]): FoundWord[] {
  let open = 0;
  return words.map((word) => {
    const text = word.text.replaceAll(/[«»]/g, (quote) => {
      if (quote === "«") open += 1;
      else if (open > 0) open -= 1;
      else return "،";
      return quote;
    });
    return { ...word, text };
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

/** What may be a Latin word: one digit alone is a number. */
const isNumber = ({ text }: FoundWord) => /[0-9].*[0-9]/.test(text) && !letter.test(text);
/** A Latin word, or a few of them, and what stands around: with fewer than three letters it may be a number after all. */
const latin = /^[^\p{L}\p{N}]*(\p{Script=Latin}[\p{Script=Latin} ]+\p{Script=Latin})[^\p{L}\p{N}]*$/u;
/** Numbers of a page that are looked at once more: where there are more it is a table of them. */
const mostNumbers = 40;

/** The lines with Latin words where they were taken for numbers. `read`: the text in boxes, by the model of Latin. */
export async function withLatinWords(
  lines: readonly FoundLine[],
  read: (boxes: readonly Box[]) => Promise<readonly string[]>,
): Promise<readonly FoundLine[]> {
  const numbers = lines
    .filter(({ words }) => leadsFromRight(words))
    .flatMap(({ words }) => words.filter(isNumber));
  if (numbers.length === 0 || numbers.length > mostNumbers) return lines;
  const texts = await read(numbers);
  const known = new Map(numbers.map((word, at) => [word, latin.exec(texts[at]?.trim() ?? "")?.[1]]));
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: known.get(word) ?? word.text })),
  }));
}
