/**
 * Latin words in lines of other scripts, whose models misread them as look-alikes: those of Arabic, Hebrew and Devanagari as
 * numbers, that of Cyrillic as letters of several languages. The Latin model reads such words again.
 */
import type { Box } from "../../core/page-layout.ts";
import type { FoundLine, FoundWord, Reading } from "../tesseract/tesseract.ts";
import { readAgain } from "../tolerances/tolerances.ts";
import { leadsFromRight } from "./reading-order.ts";

const letter = /\p{L}/u;
const devanagari = /\p{Script=Devanagari}/u;

/** A possible Latin word: a single digit is a number. */
const isNumber = ({ text }: FoundWord) => /\p{Nd}.*\p{Nd}/u.test(text) && !letter.test(text);
/** One or a few Latin words and surrounding marks: with fewer than three letters it may be a number after all. */
const latin = /^[^\p{L}\p{N}]*(\p{Script=Latin}[\p{Script=Latin} ]+\p{Script=Latin})[^\p{L}\p{N}]*$/u;
/** Letters of other Cyrillic languages than those that use both letters of `russian`. */
const notRussian = /[ѓђѕіїјћќљњџєґһ]/iu;
const russian = [/ы/iu, /и/iu];
/** The reading of a non-Russian word if its letters are Latin. */
const inLatin = /^([^\p{L}]*(?=\p{L})\p{Script=Latin}\P{Script=Cyrillic}*)$/u;
/** Digits that the Latin model doesn't know: it sees letters in them too. */
const otherDigit = /(?![0-9])\p{Nd}/u;
/** Maximum words per page to read again: with more, it is a table of numbers. */
const mostWords = 40;

/** Words in lines that may be Latin, with the pattern a reading must match to be accepted. */
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

/** The lines with misread Latin words replaced. `read`: the text in boxes, by the Latin model. */
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
    known.set(
      word,
      otherDigit.test(word.text) && confidence < readAgain.sureLatin ? undefined : form.exec(text)?.[1],
    );
  }

  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: known.get(word) ?? word.text })),
  }));
}
