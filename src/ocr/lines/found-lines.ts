/** Properties of lines from Tesseract: their confidence, whether they are text, and whose letters they have. */
import { boxAround, median, overlap } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import type { FoundLine } from "../tesseract/tesseract.ts";
import { readings, samples, unreadLines } from "../tolerances/tolerances.ts";
import { columnsOf } from "./columns.ts";

export const lineBox = ({ words }: FoundLine): Box => boxAround(words);

/** The mean over the characters. */
export function confidenceOf(lines: readonly FoundLine[]): number {
  let [sum, count] = [0, 0];
  for (const { words } of lines)
    for (const { text, confidence } of words) {
      sum += confidence * text.length;
      count += text.length;
    }
  return count === 0 ? 0 : sum / count;
}

/** Whether a line is text, upright or not. */
export const isSure = (line: FoundLine): boolean => confidenceOf([line]) >= readings.leastOfLine;
export const isRead = (line: FoundLine): boolean => !line.vertical && isSure(line);

/** Whether an unrecognized line has enough characters for text. */
export const isLongEnough = ({ text }: FoundLine): boolean => text.trim().length >= unreadLines.unreadText;

/** The boxes of detected lines that resemble the read ones, but aren't among them. */
export function unreadIn(lines: readonly FoundLine[]): Box[] {
  const read = lines.filter(isRead);
  const usual = median(read.map(({ height }) => height));
  const isLike = (line: FoundLine) =>
    !line.vertical &&
    isLongEnough(line) &&
    line.height >= unreadLines.leastHeight * usual &&
    line.height <= unreadLines.mostHeight * usual;
  const places = read.map(lineBox);
  const isFree = (box: Box) => !places.some((place) => overlap(place, box, 0));
  return lines
    .filter((line) => !isRead(line) && isLike(line))
    .map(lineBox)
    .filter(isFree);
}

/** Non-Latin letters in a line. */
export const ownLetters = ({ text }: FoundLine): number =>
  text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0;

/** Whether lines contain letters of other languages in Arabic script. */
export function isBeyondArabic(lines: readonly FoundLine[]): boolean {
  const text = lines.map((line) => line.text).join("");
  const others = text.match(/[پچژگکیٹڈڑےہ]/g) ?? [];
  return others.length > samples.mostNotArabic * (text.match(/\p{Script=Arabic}/gu)?.length ?? 0);
}

/** The lines that come first by `order`, stacked; undefined if there are too few to tell. */
export function sampleOf(
  { image, lines }: { readonly image: GrayImage; readonly lines: readonly FoundLine[] },
  dpi: number,
  order: (line: FoundLine) => number,
): GrayImage | undefined {
  const first = lines
    .filter((line) => line.text.length >= samples.sampledLine)
    .toSorted((a, b) => order(a) - order(b))
    .slice(0, samples.sampledLines);
  return first.length < samples.sampledLines
    ? undefined
    : columnsOf(image, first.map(lineBox), dpi)[0]?.image;
}
