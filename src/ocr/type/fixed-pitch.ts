/** Lines in fixed-width type, such as code: their words are whole numbers of characters apart. */
import { median } from "../../core/geometry.ts";
import type { FoundLine, FoundWord } from "../tesseract/tesseract.ts";
import { fixedPitch } from "../tolerances/tolerances.ts";

const { fewestLines, fewestLong, longWord, misread, nextLine, off } = fixedPitch;
const { sidebearings, sureLength, sureWords, uneven } = fixedPitch;

const widthBy = ({ text, x0, x1 }: FoundWord) => (x1 - x0) / ([...text].length - sidebearings);

/** Digits have one width in most type, and so have the letters of Korean. */
const hasWidths = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;
const longWords = (words: readonly FoundWord[]) =>
  words.filter(({ text }) => text.length >= longWord && hasWidths.test(text));

/** Whether the characters of a line's words have several widths. */
function isVaried({ words }: FoundLine): boolean {
  const widths = longWords(words).map(widthBy);
  const pitch = median(widths);
  return widths.some((width) => Math.abs(width - pitch) > 2 * uneven * pitch);
}

/** A line's character width; undefined if it varies. */
function pitchOf(line: FoundLine): number | undefined {
  const pitch = median(longWords(line.words).map(widthBy));
  return pitch > 0 && !isVaried(line) && fits(line.words, pitch) ? pitch : undefined;
}

/** Whether words are as wide as their characters, and whole numbers of characters apart. `misread`: the share of exceptions. */
function fits(words: readonly FoundWord[], pitch: number, misread = 0): boolean {
  const odd = words.filter((word, k) => {
    const length = [...word.text].length;
    const width = (word.x1 - word.x0) / pitch;
    const next = words[k + 1];
    const step = next ? (next.x0 - word.x0) / pitch : length;
    const far = Math.abs(width - length + sidebearings) > 2 * off + (uneven / 2) * length;
    return far || !isWhole(step) || Math.round(step) < length;
  });
  return odd.length <= misread * words.length;
}

const isWhole = (count: number) => Math.abs(count - Math.round(count)) < off;

/** Each line's character width if it has fixed width: an adjacent line agrees, or the line is long and not within other text. */
export function fixedPitches(lines: readonly FoundLine[]): readonly (number | undefined)[] {
  const own = lines.map(pitchOf);
  const isLong = ({ words }: FoundLine) =>
    words.length >= sureWords && words.reduce((sum, { text }) => sum + text.length + 1, 0) >= sureLength;
  const agrees = (pitch: number, other: number | undefined) =>
    other !== undefined && Math.abs(pitch - other) < uneven * pitch;
  const words = lines.map((line) => longWords(line.words).length);
  const varied = lines.map(isVaried);
  /** Whether a line alone shows its pitch: within a paragraph of other type, one in a hundred has it by chance. */
  const isAlone = (pitch: number, at: number) =>
    !(varied[at - 1] && varied[at + 1]) || own.filter((other) => agrees(pitch, other)).length > fewestLines;
  const confirms = (pitch: number, at: number, other: number) =>
    agrees(pitch, own[other]) && (words[at] ?? 0) + (words[other] ?? 0) >= fewestLong;
  const sure = lines.map((line, at) => {
    const pitch = own[at];
    const isSure =
      pitch !== undefined &&
      ((isLong(line) && isAlone(pitch, at)) || confirms(pitch, at, at - 1) || confirms(pitch, at, at + 1));
    return isSure ? pitch : undefined;
  });
  // Long words show an error of a few percent.
  const known = sure.filter((pitch) => pitch !== undefined);
  for (const [at, pitch] of sure.entries())
    if (pitch !== undefined) sure[at] = median(known.filter((other) => agrees(pitch, other)));
  spread(lines, sure, 1);
  spread(lines, sure, -1);

  return sure;
}

/** Gives short lines the previous or next line's width if they fit its character grid. */
function spread(lines: readonly FoundLine[], pitches: (number | undefined)[], step: 1 | -1): void {
  const order = step === 1 ? lines.keys() : [...lines.keys()].reverse();
  for (const at of order) {
    const [line, before, pitch] = [lines[at], lines[at - step], pitches[at - step]];
    if (!line || !before || pitch === undefined || pitches[at] !== undefined) continue;
    const apart = ((line.words[0]?.x0 ?? 0) - (before.words[0]?.x0 ?? 0)) / pitch;
    const isNext = Math.abs(line.baseline - before.baseline) < nextLine * pitch;
    if (isNext && isWhole(apart) && fits(line.words, pitch, misread)) pitches[at] = pitch;
  }
}
