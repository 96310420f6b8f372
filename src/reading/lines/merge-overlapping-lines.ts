/**
 * Lines that were painted as two because what stands in the gaps of one was painted later, as where punctuation comes from
 * another font: made one again. Left-to-right lines along the page only.
 */
import type { Word } from "../../core/page-layout.ts";
import { hasRightToLeft } from "../interpreter/state/unicode.ts";
import { sharedWidth, width } from "./geometry.ts";
import { type RawBlock, type RawLine, withWords } from "./raw-line.ts";

/** In font sizes: how far baselines may differ, words may overlap, and lines may be apart of which the left was painted later. */
const sameBaseline = 0.05;
const overlap = 0.15;
const touching = 0.35;
/** In font sizes: a gap this wide between words of two lines is a space; programs set East Asian letters apart from others. */
const spaceGap = 0.13;
const wideSpaceGap = 0.22;
const eastAsian = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Lines of one baseline that are looked at: hostile pages have thousands. */
const maxLines = 60;

interface Candidate {
  line: RawLine;
  /** It is of several lines already. */
  merged: boolean;
  readonly place: number;
}

function candidateOf(line: RawLine, place: number): Candidate | undefined {
  if (!line.horizontal) return undefined;
  // Only where such letters may be on the page do lines have characters.
  if (line.characters.length > 0 && hasRightToLeft(line.text)) return undefined;
  return { line, place, merged: false };
}

const byLeft = (a: Word, b: Word) => a.box.x0 - b.box.x0;

/** The words of both, where those of one stand in the gaps of the other; else undefined. */
function mergedWords(a: Candidate, b: Candidate): Word[] | undefined {
  const size = Math.min(a.line.size, b.line.size);
  const apart = -sharedWidth(a.line.box, b.line.box);
  const [left, right] = a.line.box.x0 < b.line.box.x0 ? [a, b] : [b, a];
  if (apart > touching * size || a.line.tag !== b.line.tag) return undefined;
  // What was painted in reading order, and not as one line, was not meant as one: cells that are too narrow touch each other.
  const ordered = left.place < right.place && right.line.overSpaces !== true;
  const behind = (left.line.words.at(-1)?.box.x0 ?? 0) < right.line.box.x0;
  if (ordered && (apart > 0 || (behind && !a.merged && !b.merged))) return undefined;
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
      row.splice(next, 1);
      if (next < at) at -= 1;
      // What is longer now may reach others.
      next = -1;
    }
  }
}

/** What becomes of lines: by its place, each that is longer now, and each that is part of another, which is nothing any more. */
function mergedLines(lines: readonly RawLine[]): ReadonlyMap<RawLine, RawLine | undefined> {
  const found = lines.flatMap((line, place) => candidateOf(line, place) ?? []);
  found.sort((a, b) => a.line.baseline - b.line.baseline);
  const changed = new Map<RawLine, RawLine | undefined>();
  for (let from = 0; from < found.length; ) {
    const first = found[from];
    const reach = (first?.line.baseline ?? 0) + sameBaseline * (first?.line.size ?? 0);
    let to = from + 1;
    while (to < found.length && (found[to]?.line.baseline ?? 0) <= reach) to += 1;
    if (to === from + 1) {
      from = to;
      continue;
    }
    // The longest first: what is merged with it takes its place.
    const row = found.slice(from, to).sort((a, b) => width(b.line.box) - width(a.line.box));
    const before = row.map(({ place, line }) => ({ place, line }));
    from = to;
    if (row.length > maxLines) continue;
    mergeRow(row);
    if (row.length === before.length) continue;
    const kept = new Map(row.map(({ place, line }) => [place, line]));
    for (const { place, line } of before) if (kept.get(place) !== line) changed.set(line, kept.get(place));
  }
  return changed;
}

/** The blocks of a page with what was painted later in the gaps of their lines; the longest part's place is that of all. */
export function mergeOverlappingLines(blocks: readonly RawBlock[]): readonly RawBlock[] {
  const changed = mergedLines(blocks.flatMap(({ lines }) => lines));
  if (changed.size === 0) return blocks;
  return blocks.map(({ lines }) => ({
    lines: lines.flatMap((line) => (changed.has(line) ? (changed.get(line) ?? []) : [line])),
  }));
}
