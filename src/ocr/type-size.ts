/**
 * Font sizes of lines, measured on their picture. The line height reported by a line finder depends on the letters that happen
 * to be in it, and headings are identified by size: so words are measured by the letters that they have.
 */
import { median } from "../core/geometry.ts";
import { pushTo } from "../core/maps.ts";
import type { GrayImage } from "../core/page-reading.ts";
import { inkAround, strokeWidth } from "./bitmap.ts";
import type { FoundLine, FoundWord } from "./tesseract.ts";

/** The height of words with certain letters, in font sizes: common text fonts differ by less than a tenth. */
interface Kind {
  readonly letters: RegExp;
  /** Letters that change a word's height, which makes it useless. */
  readonly without?: RegExp;
  readonly height: number;
  /** Measures not the word's ink but the part above the stroke that joins its letters, or includes adjacent characters. */
  readonly measured?: "above stroke" | "with neighbors";
}

const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Brackets, quotes and commas are taller or shorter than letters. */
const marks = "()\\[\\]{}|/\\\\,;@$§\"'“”„‘’«»";
const tall = "\\p{Lu}\\dbdfhklßбφβδθλ";
const low = "gjpqyQçруцщфÇЦЩДβγζημξρςφχψ";
/** Capital letters with diacritics. */
const marked = "À-ÞЀ-ЏЙ";

/** The first match for a word applies. */
const kinds: readonly Kind[] = [
  { letters: eastAsian, height: 0.92, measured: "with neighbors" },
  { letters: /[اإلكطظ]/u, without: /[أآًٌٍَُِّْ]/u, height: 0.65, measured: "above stroke" },
  { letters: /\p{Script=Devanagari}/u, without: /[\u0901-\u0903\u093c\u093f-\u094f]/u, height: 0.66 },
  { letters: /\p{Script=Hebrew}/u, without: /[לךןףץק]/u, height: 0.62 },
  {
    letters: new RegExp(`[${tall}]`, "u"),
    without: new RegExp(`[${low}${marks}${marked}]`, "u"),
    height: 0.72,
  },
  { letters: new RegExp(`[${tall}]`, "u"), without: new RegExp(`[${marks}${marked}]`, "u"), height: 0.93 },
  { letters: /\p{Ll}/u, without: new RegExp(`[it${low}${marks}]`, "u"), height: 0.52 },
  { letters: /\p{Ll}/u, without: new RegExp(`[it${marks}]`, "u"), height: 0.73 },
];

/** An italic f has a descender, so the height of its word is ambiguous unless another letter has one. */
const isUnclear = (text: string) => text.includes("f") && !descenders.test(text);
const descenders = new RegExp(`[${low}]`, "u");

function sizeBy(
  { letters, without, height, measured }: Kind,
  word: FoundWord,
  image: GrayImage,
): number | undefined {
  const { text, x0, x1, y0, y1 } = word;
  if (!letters.test(text) || without?.test(text)) return undefined;
  // A single character may be flat, like "one" in Chinese; its neighbors aren't.
  const aside = measured === "with neighbors" ? y1 - y0 : 0;
  const { above, below } = inkAround(image, { x0: x0 - aside, x1: x1 + aside, y0, y1 });
  return (measured === "above stroke" ? above : above + below - 1) / height;
}

/** A line's font size in pixels, by the most frequent kind of its words; its height if none helps. */
export function typeSize({ words, height }: FoundLine, image: GrayImage): number {
  const sizes = new Map<Kind, number[]>();
  for (const word of words.filter(({ text }) => !isUnclear(text)))
    for (const kind of kinds) {
      const size = sizeBy(kind, word, image);
      if (size === undefined) continue;
      pushTo(sizes, kind, size);
      break;
    }
  const most = [...sizes.values()].reduce((best, some) => (some.length > best.length ? some : best), []);
  return median(most) || height;
}

/** Capital letters have wider strokes than small ones. */
const ofCapitals = 0.82;
const inCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);

/** The stroke width of a line in pixels, relative to small letters. */
export function typeStroke({ words }: FoundLine, image: GrayImage): number {
  return median(words.map((word) => strokeWidth(image, word) * (inCapitals(word.text) ? ofCapitals : 1)));
}
