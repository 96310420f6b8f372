/**
 * Font sizes of lines, measured on their picture. The line height reported by a line finder depends on the letters that happen
 * to be in it, and headings are identified by size: so words are measured by the letters that they have.
 */
import { median } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { inkAround, strokesIn, uprightness } from "../picture/bitmap.ts";
import type { FoundLine, FoundWord } from "../tesseract/tesseract.ts";
import { typeSizing as t } from "../tolerances/tolerances.ts";

/** The height of words with certain letters, in font sizes: common text fonts differ by less than a tenth. */
interface Kind {
  readonly letters: RegExp;
  /** Other letters that the word must have. */
  readonly and?: RegExp;
  /** Letters that change a word's height, which makes it useless. */
  readonly without?: RegExp;
  readonly height: number;
  /** Measures not the word's ink but the part above the stroke that joins its letters, or includes adjacent characters. */
  readonly measured?: "above stroke" | "with neighbors";
}

const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Brackets are taller than letters, and quotes as tall as capitals; commas are lower, but less than some letters. */
const [brackets, quotes, commas] = ["()\\[\\]{}|/\\\\@$§„«»", "\"'“”‘’", ",;"];
const marks = brackets + quotes + commas;
const tall = "\\p{Lu}\\dbdfhklßбφβδθλ";
const low = "gjpqyруфβγζημξρςφχψ";
/** Letters that are a little lower than the baseline. */
const hooked = "QçÇдцщДЦЩ";
/** Capital letters with diacritics. */
const marked = "À-ÞЀ-ЏЙ";
/** Small letters that are a little taller than others. */
const raised = "itß-öø-žйѐ-џ";
const isLow = new RegExp(`[${low}]`, "u");

/** The first match for a word applies. */
const kinds: readonly Kind[] = [
  { letters: eastAsian, height: 0.88, measured: "with neighbors" },
  {
    letters: /[اإلكطظ]/u,
    without: new RegExp(`[أآًٌٍَُِّْ${marks}]`, "u"),
    height: 0.62,
    measured: "above stroke",
  },
  {
    letters: /\p{Script=Devanagari}/u,
    without: new RegExp(`[\u0901-\u0903\u0908\u090d\u0910-\u0914\u093c\u093f-\u094f${marks}]`, "u"),
    height: 0.63,
  },
  { letters: /\p{Script=Hebrew}/u, without: new RegExp(`[לךןףץק${marks}]`, "u"), height: 0.6 },
  {
    letters: new RegExp(`[${tall}]`, "u"),
    without: new RegExp(`[${low}${hooked}${brackets}${commas}${marked}]`, "u"),
    height: 0.69,
  },
  {
    letters: new RegExp(`[${tall}]`, "u"),
    and: isLow,
    without: new RegExp(`[${brackets}${marked}]`, "u"),
    height: 0.89,
  },
  { letters: /\p{Ll}/u, without: new RegExp(`[${raised}${tall}${low}${hooked}${marks}]`, "u"), height: 0.5 },
  {
    letters: /\p{Ll}/u,
    and: isLow,
    without: new RegExp(`[${raised}${tall}${brackets}${quotes}]`, "u"),
    height: 0.7,
  },
];

/** An italic f has a descender, so the height of its word is ambiguous unless another letter has one. */
const isUnclear = (text: string) => text.includes("f") && !isLow.test(text);

function sizeBy(kind: Kind, word: FoundWord, image: GrayImage): number | undefined {
  const { letters, and, without, height, measured } = kind;
  const { text, x0, x1, y0, y1 } = word;
  if (!letters.test(text) || without?.test(text) || and?.test(text) === false) return undefined;
  // A single character may be flat, like "one" in Chinese; its neighbors aren't.
  const aside = measured === "with neighbors" ? y1 - y0 : 0;
  const { above, below } = inkAround(image, { x0: x0 - aside, x1: x1 + aside, y0, y1 });
  return (measured === "above stroke" ? above : above + below - 1) / height;
}

/** A line's font size in pixels, by the middle half of its letters; undefined if no word helps. */
export function typeSize({ words, height }: FoundLine, image: GrayImage): number | undefined {
  const sizes: number[] = [];
  for (const word of words.filter(({ text }) => !isUnclear(text)))
    for (const kind of kinds) {
      const size = sizeBy(kind, word, image);
      if (size === undefined) continue;
      if (size < t.leastSize * height) break;
      // Once for each letter: a long word is measured better, and rarely misread.
      for (const _ of word.text) sizes.push(size);
      break;
    }
  const quarter = sizes.length >> 2;
  const middle = sizes.sort((a, b) => a - b).slice(quarter, sizes.length - quarter);
  return middle.length === 0 ? undefined : middle.reduce((sum, size) => sum + size, 0) / middle.length;
}

/** A word's box without the drawn lines above and below it. */
function between(word: FoundWord, rules: readonly Box[]): FoundWord {
  let { y0, y1 } = word;
  const middle = (y0 + y1) / 2;
  for (const rule of rules) {
    if (rule.y0 >= y1 || rule.y1 <= y0 || rule.x0 >= word.x1 || rule.x1 <= word.x0) continue;
    if (rule.y1 < middle) y0 = rule.y1;
    else if (rule.y0 > middle) y1 = rule.y0;
  }
  return { ...word, y0, y1 };
}

/** The font sizes of a page's lines; those that have no useful words by their heights, as in the other lines. */
export function typeSizes(lines: readonly FoundLine[], image: GrayImage, rules: readonly Box[]): number[] {
  const sizes = lines.map((line) =>
    typeSize({ ...line, words: line.words.map((word) => between(word, rules)) }, image),
  );
  const shares = lines.flatMap(({ height }, at) => (sizes[at] === undefined ? [] : [sizes[at] / height]));
  const share = median(shares) || 1;
  return lines.map(({ height }, at) => sizes[at] ?? share * height);
}

const inCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);

/** The stroke width of a line in pixels, relative to small letters; bullets and other marks don't show it. */
export function typeStroke({ words }: FoundLine, image: GrayImage): number {
  let [area, edges] = [0, 0];
  for (const word of words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    const own = strokesIn(image, word);
    area += own.area * (inCapitals(word.text) ? t.ofCapitals : 1);
    edges += own.edges;
  }
  return edges === 0 ? 0 : (2 * area) / edges;
}

/** Letters whose strokes are upright in type that isn't italic. */
const withUprights = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2}/u;

export function isItalic({ words }: FoundLine, image: GrayImage): boolean {
  const sharpness = (by: number) =>
    words.reduce((sum, word) => sum + (withUprights.test(word.text) ? uprightness(image, word, by) : 0), 0);
  return sharpness(t.slant) > t.sharper * sharpness(0);
}
