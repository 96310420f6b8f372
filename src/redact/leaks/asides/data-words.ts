/** Words in data: what may be read there, although readers see no text in it. */
import { latin1 } from "../../../cos/syntax/value.ts";

/** Printable characters in a row, of one byte or of two. */
const printable = /[\x20-\x7e]{6,}|(?:\0[\x20-\x7e]){5,}|(?:[\x20-\x7e]\0){5,}/g;
const word = /[A-Z]?[a-z]+/g;
const leastWord = 7;
/** Vowels in words, as a share of their letters. */
const [fewest, most] = [0.2, 0.6];
/** Letters near each other or in order, as numbers in a row are; in words, few. */
const leastApart = 2;

/** Whether letters look like a word: data have such by chance in one of millions of places. */
function isSpoken(text: string): boolean {
  const vowels = text.match(/[aeiouy]/gi)?.length ?? 0;
  if (vowels < fewest * text.length || vowels > most * text.length) return false;
  if ((text.match(/[jqxz]/g)?.length ?? 0) > 1) return false;
  const codes = [...text.toLowerCase()].map((letter) => letter.charCodeAt(0));
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  const near = steps.filter((step) => Math.abs(step) <= leastApart);
  const rising = steps.filter((step) => step > 0);
  return near.length < text.length / 3 && rising.length < most * text.length;
}

/** The printable parts that have a word. */
export const dataTexts = (data: Uint8Array): string[] =>
  runsIn(data).filter((run) =>
    (run.match(word) ?? []).some((text) => text.length >= leastWord && isSpoken(text)),
  );

/** Bytes that aren't all printable by chance. */
const leastRemark = 8;

/** The same, or all of it if it is a text as a whole. */
export function remarkTexts(data: Uint8Array): string[] {
  const whole = latin1(data).replaceAll("\0", "");
  const isText = whole.length >= leastRemark && /^[\t\r\n\x20-\x7e]*$/.test(whole);
  return isText ? [whole] : dataTexts(data);
}

/** Printable parts, whatever they say. */
export const runsIn = (data: Uint8Array): string[] =>
  [...latin1(data).matchAll(printable)].map(([run]) => run.replaceAll("\0", ""));
