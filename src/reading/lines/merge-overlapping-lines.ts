/**
 * Merges lines painted as two because the gaps in one were filled later, as with punctuation from another font. Only
 * horizontal left-to-right lines.
 */

import { groupWhile } from "../../core/collections/group-while.ts";
import { sharedWidth, width } from "../../core/geometry.ts";
import type { Word } from "../../core/page-layout.ts";
import { hasRightToLeft } from "../interpreter/state/unicode.ts";
import { type RawBlock, type RawLine, withChanged, withWords } from "./raw-line.ts";

/** In font sizes: tolerance for baselines, word overlap, and the gap between lines if the left one was painted later. */
const sameBaseline = 0.05;
const overlap = 0.15;
/** In font sizes: the gap if the left one was painted right after the right one, as in lines painted from their end. */
const backward = 1.2;
const touching = 0.35;
/** In font sizes: a gap this wide between words of two lines is a space; programs space East Asian letters apart from others. */
const spaceGap = 0.13;
const wideSpaceGap = 0.22;
const eastAsian = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Maximum lines on a baseline to examine: hostile pages have thousands. */
const maxLines = 60;

interface Candidate {
  line: RawLine;
  /** Whether it is already merged. */
  merged: boolean;
  readonly place: number;
  /** The places of its first and its last part. */
  first: number;
  last: number;
  /** Whether each of its parts is a word. */
  readonly areWords: boolean;
}

function candidateOf(line: RawLine, place: number): Candidate | undefined {
  if (!line.horizontal) return undefined;
  // Lines have characters only if such letters may be on the page.
  if (line.characters.length > 0 && hasRightToLeft(line.text)) return undefined;
  return { line, place, merged: false, first: place, last: place, areWords: !line.text.trim().includes(" ") };
}

const byLeft = (a: Word, b: Word) => a.box.x0 - b.box.x0;

/** The words of both lines, if some fit in the gaps of the other; otherwise undefined. */
function mergedWords(a: Candidate, b: Candidate): Word[] | undefined {
  const size = Math.min(a.line.size, b.line.size);
  const apart = -sharedWidth(a.line.box, b.line.box);
  const [left, right] = a.line.box.x0 < b.line.box.x0 ? [a, b] : [b, a];
  // Longer parts are painted so where left-to-right text is laid out from the right.
  const isNext = left.first === right.last + 1 && left.areWords && right.areWords;
  if (apart > (isNext ? backward : touching) * size || a.line.tag !== b.line.tag) return undefined;
  // Text painted in reading order, but not as one line, was not meant as one: cells that are too narrow touch each other.
  const ordered = left.place < right.place && right.line.overSpaces !== true;
  const isAfter = (left.line.words.at(-1)?.box.x0 ?? 0) < right.line.box.x0;
  if (ordered && (apart > 0 || (isAfter && !a.merged && !b.merged))) return undefined;

  const own = new Set(a.line.words);
  const words = [...a.line.words, ...b.line.words].sort(byLeft);
  let before: Word | undefined;
  const joined: Word[] = [];

  for (const word of words) {
    const gap = before === undefined ? 0 : word.box.x0 - before.box.x1;
    if (gap < -overlap * size) return undefined;
    const met = before !== undefined && own.has(before) !== own.has(word);
    const least = eastAsian.test(`${before?.text.slice(-1) ?? ""}${word.text.charAt(0)}`)
      ? wideSpaceGap
      : spaceGap;
    joined.push(met ? { ...word, spaced: gap > least * word.size } : word);
    before = word;
  }

  return joined;
}

function mergeRow(row: Candidate[]): void {
  for (let at = 0; at < row.length; at++) {
    for (let next = 0; next < row.length; next++) {
      const [a, b] = [row[at], row[next]];
      const words = a && b && a !== b ? mergedWords(a, b) : undefined;
      if (!a || !b || !words) continue;
      const characters = [...a.line.characters, ...b.line.characters].sort((one, other) => one.x0 - other.x0);
      a.line = { ...withWords(a.line, words), characters };
      a.merged = true;
      [a.first, a.last] = [Math.min(a.first, b.first), Math.max(a.last, b.last)];
      row.splice(next, 1);
      if (next < at) at -= 1;
      // A longer line may reach others.
      next = -1;
    }
  }
}

/** The changes to lines, by index: each line that is longer now, and each that is part of another and disappears. */
function mergedLines(lines: readonly RawLine[]): ReadonlyMap<RawLine, RawLine | undefined> {
  const found = lines.flatMap((line, place) => candidateOf(line, place) ?? []);
  found.sort((a, b) => a.line.baseline - b.line.baseline);

  const changed = new Map<RawLine, RawLine | undefined>();
  const isBeside = (a: RawLine, b: RawLine) => b.baseline <= a.baseline + sameBaseline * a.size;
  for (const row of groupWhile(found, (_, { line }, [first]) => isBeside(first.line, line))) {
    if (row.length === 1 || row.length > maxLines) continue;
    // The longest first: merged lines take its place.
    row.sort((a, b) => width(b.line.box) - width(a.line.box));
    const before = row.map(({ place, line }) => ({ place, line }));
    mergeRow(row);
    if (row.length === before.length) continue;
    const kept = new Map(row.map(({ place, line }) => [place, line]));
    for (const { place, line } of before) if (kept.get(place) !== line) changed.set(line, kept.get(place));
  }

  return changed;
}

/** A page's blocks with gap text merged into its lines, each at the place of its longest part. */
export const mergeOverlappingLines = (blocks: readonly RawBlock[]): readonly RawBlock[] =>
  withChanged(blocks, mergedLines(blocks.flatMap(({ lines }) => lines)));
