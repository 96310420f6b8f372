/**
 * Latin words in lines of other scripts, whose models read them as what looks like them: those of Arabic, Hebrew and Devanagari
 * as numbers, that of Cyrillic in letters of several languages. The model of Latin looks at such words once more.
 */
import type { Box } from "../core/page-layout.ts";
import { leadsFromRight } from "./reading-order.ts";
import type { FoundLine, FoundWord, Reading } from "./tesseract.ts";

const letter = /\p{L}/u;
const devanagari = /\p{Script=Devanagari}/u;

/** What may be a Latin word: one digit alone is a number. */
const isNumber = ({ text }: FoundWord) => /\p{Nd}.*\p{Nd}/u.test(text) && !letter.test(text);
/** A Latin word, or a few of them, and what stands around: with fewer than three letters it may be a number after all. */
const latin = /^[^\p{L}\p{N}]*(\p{Script=Latin}[\p{Script=Latin} ]+\p{Script=Latin})[^\p{L}\p{N}]*$/u;
/** Letters of other languages in Cyrillic script than those that write both letters of `russian`. */
const notRussian = /[ѓђѕіїјћќљњџєґһ]/iu;
const russian = [/ы/iu, /и/iu];
/** What a word that is none of Russian is, if its letters are Latin. */
const inLatin = /^([^\p{L}]*(?=\p{L})\p{Script=Latin}\P{Script=Cyrillic}*)$/u;
/** Digits that the model of Latin does not know: it sees letters in them too. */
const otherDigit = /(?![0-9])\p{Nd}/u;
/** Least confidence of letters that are seen in such digits: of Latin words it is more than 80, nearly always, of numbers less than 55. */
const sure = 60;
/** Words of a page that are looked at once more: where there are more it is a table of them. */
const mostWords = 40;

/** Those words of lines that may be Latin ones, with what a reading is to look like to be taken for it. */
function doubtful(lines: readonly FoundLine[]): Map<FoundWord, RegExp> {
  const found = new Map<FoundWord, RegExp>();
  const text = lines.map((line) => line.text).join("");
  const isRussian = russian.every((own) => own.test(text));
  for (const { words, text } of lines) {
    const hasNumbers = leadsFromRight(words) || devanagari.test(text);
    for (const word of words)
      if (hasNumbers && isNumber(word)) found.set(word, latin);
      else if (isRussian && notRussian.test(word.text)) found.set(word, inLatin);
  }
  return found;
}

/** The lines with Latin words where they were taken for others. `read`: the text in boxes, by the model of Latin. */
export async function withLatinWords(
  lines: readonly FoundLine[],
  read: (boxes: readonly Box[]) => Promise<readonly Reading[]>,
): Promise<readonly FoundLine[]> {
  const words = doubtful(lines);
  if (words.size === 0 || words.size > mostWords) return lines;
  const readings = await read([...words.keys()]);
  const known = new Map<FoundWord, string | undefined>();
  for (const [word, form] of words) {
    const { text, confidence } = readings[known.size] ?? { text: "", confidence: 0 };
    known.set(word, otherDigit.test(word.text) && confidence < sure ? undefined : form.exec(text)?.[1]);
  }
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: known.get(word) ?? word.text })),
  }));
}
