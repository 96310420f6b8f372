/**
 * English text is read with a smaller model, in 60 % of the Latin model's time. The only accented letter it knows is é, so the
 * Latin model reads words again that may have others.
 */
import { hasCenter } from "../core/geometry.ts";
import type { Box } from "../core/page-layout.ts";
import type { GrayImage } from "../core/page-reading.ts";
import { isInk } from "./picture/bitmap.ts";
import type { FoundLine, FoundWord } from "./tesseract/tesseract.ts";
import { english as t } from "./tolerances/tolerances.ts";

/** Words of nearly every English sentence. Other languages share few, and use those less. */
const common: ReadonlySet<string> = new Set(
  "the of and to in is that for it as with be on by this are or not from at which you have an was we can but has will if all their one other when should must may".split(
    " ",
  ),
);

const lettersOf = ({ text }: FoundWord): string => text.replaceAll(/\P{L}+/gu, "");
const isCommon = (word: FoundWord): boolean => common.has(lettersOf(word).toLowerCase());

/** Whether a word may have an accent that was lost: é is also what the model reads for similar letters. */
function isDoubtful(word: FoundWord): boolean {
  const letters = lettersOf(word);
  const isLost = word.confidence < t.sureWord || letters.includes("é");
  return isLost && letters.length >= 2 && !isCommon(word);
}

/** Undefined if there are too few words to tell. `most`: the maximum share of doubtful words. */
export function isEnglish(lines: readonly FoundLine[], most = t.mostDoubtful): boolean | undefined {
  const words = lines.flatMap((line) => line.words);
  if (words.length < t.fewestWords) return undefined;
  const [known, doubtful] = [words.filter(isCommon).length, words.filter(isDoubtful).length];
  return known >= t.leastCommon * words.length && doubtful <= most * words.length;
}

/** The strip of a picture with the most edges: a few lines of its densest text, the outer ones of which may be cut. */
export function textStrip(image: GrayImage, dpi: number): GrayImage {
  const { width, height, pixels } = image;
  const rows = Math.min(Math.round(t.stripHeight * dpi), height);
  const edges = Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let x = 1; x < width; x += 1) count += Number(isInk(image, x, y) !== isInk(image, x - 1, y));
    return count;
  });
  let [sum, most, top] = [0, 0, 0];

  edges.forEach((count, y) => {
    sum += count - (edges[y - rows] ?? 0);
    if (sum > most) [most, top] = [sum, Math.max(y + 1 - rows, 0)];
  });

  return { width, height: rows, pixels: pixels.subarray(top * width, (top + rows) * width) };
}

/** A letter that the English model doesn't know. */
const unknownLetter = /(?![A-Za-zé])\p{L}/u;
/** A name, or the first word of a sentence. */
const capitalized = /^\P{L}*\p{Lu}\p{Ll}/u;

/** The lines with lost accents restored. `read`: the text in boxes, by the Latin model. If one has accents, names may have them. */
export function withAccents(
  lines: readonly FoundLine[],
  read: (boxes: readonly Box[]) => readonly FoundLine[],
): readonly FoundLine[] {
  const words = lines.flatMap((line) => line.words);
  const texts = new Map<string, string>();

  const restore = (some: readonly FoundWord[]) => {
    // A text is read once per page.
    const boxes = [...new Map(some.map((word) => [word.text, word])).values()];
    const readings = read(boxes).flatMap((line) => (line.words.length === 1 ? line.words : []));
    for (const reading of readings) {
      if (!unknownLetter.test(reading.text) || reading.confidence < t.sureAccent) continue;
      const word = boxes.find((box) => hasCenter(box, reading));
      if (word) texts.set(word.text, reading.text);
    }
  };

  restore(words.filter(isDoubtful));
  if (texts.size === 0) return lines;
  restore(words.filter((word) => capitalized.test(word.text) && !isDoubtful(word) && !isCommon(word)));

  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: texts.get(word.text) ?? word.text })),
  }));
}
