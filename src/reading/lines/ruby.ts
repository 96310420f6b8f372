/** Ruby: small kana above characters, or to the right of vertical ones, says how they are read. It follows these in brackets. */

import { boxAround, centerX, centerY, width } from "../../core/geometry.ts";
import type { Box, Word } from "../../core/page-layout.ts";
import { type RawBlock, type RawLine, withWords } from "./raw-line.ts";

/** In font sizes of the characters: the largest ruby, its distance from them, and gaps and baselines in their line. */
const largest = 0.65;
const near = 0.6;
const touching = 0.35;
const sameBaseline = 0.05;
/** Maximum lines of a page to search, and readings in them. */
const maxLines = 3000;
const maxReadings = 300;

const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー\s]+$/u;
const han = /\p{Script=Han}/u;

interface Reading {
  readonly lines: readonly RawLine[];
  readonly text: string;
  readonly box: Box;
  readonly size: number;
  /** The line painted after it. */
  readonly next: RawLine | undefined;
}

/** Where in a line the characters of a reading end: their word, and the index in it; undefined if it isn't above or beside them. */
function placeIn(line: RawLine, { box, size }: Reading) {
  if (size > largest * line.size || !line.horizontal || !han.test(line.text)) return undefined;
  const slack = near * line.size;
  const isAbove = Math.abs(box.y1 - line.box.y0) < slack;
  const isBeside =
    Math.abs(box.x0 - line.box.x1) < slack && centerY(line.box) > box.y0 && centerY(line.box) < box.y1;
  const word = line.words.findIndex(
    (own) => isBeside || (isAbove && own.box.x0 < centerX(box) && own.box.x1 > centerX(box)),
  );
  const own = line.words[word];
  if (!own) return undefined;
  const letters = [...own.text];
  const at = isBeside ? 0 : Math.floor(((centerX(box) - own.box.x0) / width(own.box)) * letters.length);
  if (!han.test(letters[at] ?? "")) return undefined;

  return endOfHan(line.words, word, at);
}

/** Where the characters at a place end: fonts change between them. */
function endOfHan(
  words: readonly Word[],
  word: number,
  from: number,
): { readonly word: number; readonly end: number } {
  const letters = [...(words[word]?.text ?? "")];
  let end = from;
  while (han.test(letters[end] ?? "")) end += 1;
  const next = words[word + 1];
  const isCut = end === letters.length && next && !next.spaced && han.test([...next.text][0] ?? "");
  return isCut ? endOfHan(words, word + 1, 0) : { word, end };
}

function withReading(
  line: RawLine,
  { text }: Reading,
  place: { readonly word: number; readonly end: number },
): RawLine {
  const words = line.words.map((word, at) => {
    if (at !== place.word) return word;
    const letters = [...word.text];
    const { letters: _, ...own } = word;
    return {
      ...own,
      text: [...letters.slice(0, place.end), `(${text})`, ...letters.slice(place.end)].join(""),
    };
  });
  return withWords(line, words);
}

/** Whether ruby continues in the next line, after or below the last. */
const goesOn = (a: RawLine | undefined, b: RawLine) =>
  a !== undefined &&
  a.size === b.size &&
  (Math.max(Math.abs(b.box.x0 - a.box.x1), Math.abs(b.baseline - a.baseline)) < a.size ||
    Math.max(Math.abs(b.box.x0 - a.box.x0), Math.abs(b.box.y0 - a.box.y1)) < near * a.size);

/** Adjacent lines of kana. */
function readingsIn(lines: readonly RawLine[]): Reading[] {
  const found: Reading[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from;
    for (let line = lines[to]; line && kana.test(line.text); line = lines[to]) {
      if (to > from && !goesOn(lines[to - 1], line)) break;
      to += 1;
    }
    const own = lines.slice(from, to);
    const text = own.map((line) => line.text.replaceAll(/\s/g, "")).join("");
    const box = boxAround(own.map((line) => line.box));
    if (text !== "") found.push({ lines: own, text, box, size: own[0]?.size ?? 0, next: lines[to] });
    from = Math.max(to, from + 1);
  }
  return found;
}

const continues = (a: RawLine, b: RawLine) =>
  a.horizontal &&
  b.horizontal &&
  a.tag === b.tag &&
  Math.abs(a.baseline - b.baseline) < sameBaseline * a.size &&
  Math.abs(b.box.x0 - a.box.x1) < touching * a.size;

/** A page's blocks with ruby in brackets after its characters. */
export function withRuby(blocks: readonly RawBlock[]): readonly RawBlock[] {
  const lines = blocks.flatMap((block) => block.lines);
  if (lines.length > maxLines || !lines.some(({ text }) => kana.test(text))) return blocks;

  const changed = new Map<RawLine, RawLine | undefined>();
  /** Lines that readings were painted in front of. */
  const parted = new Set<RawLine>();
  // Later ones first: they don't move those before them.
  for (const reading of readingsIn(lines).slice(0, maxReadings).toReversed()) {
    const base = lines.findLast((line) => placeIn(line, reading) !== undefined);
    const place = base && placeIn(base, reading);
    if (!base || !place) continue;
    changed.set(base, withReading(changed.get(base) ?? base, reading, place));
    for (const own of reading.lines) changed.set(own, undefined);
    if (reading.next) parted.add(reading.next);
  }
  if (changed.size === 0) return blocks;

  let last: RawLine[] = [];
  return blocks.map((block) => {
    const kept: RawLine[] = [];
    for (const line of block.lines) {
      const own = changed.has(line) ? changed.get(line) : line;
      if (!own) continue;
      const before = last.at(-1);
      if (before && parted.has(line) && continues(before, own)) {
        last[last.length - 1] = withWords(before, [...before.words, ...own.words]);
        continue;
      }
      kept.push(own);
      last = kept;
    }
    return { lines: kept };
  });
}
