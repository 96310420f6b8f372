/** Footnote marks: small and raised in the text; raised or plain numbers before the note. */

import type { Line, Script, TextWord } from "../model/blocks.ts";
import * as t from "../tolerances/tolerances.ts";

const mark = /^(?:\d{1,3}|[*∗†‡§¶#]{1,3}|[a-z]|[ivx]{1,5})$/u;

const isRaised = (word: TextWord, line: Line): boolean =>
  word.size < t.markSize * line.size && word.baseline < line.baseline - t.markRise * line.size;

export function scriptOf(word: TextWord, line: Line): Script {
  if (isRaised(word, line)) return "sup";
  return word.size < t.markSize * line.size && word.baseline > line.baseline + t.markDrop * line.size
    ? "sub"
    : undefined;
}

export const isMark = (word: TextWord, line: Line): boolean => mark.test(word.text) && isRaised(word, line);

/** The raised mark at the start of a line, if text follows it. */
export function raisedMark(line: Line | undefined): string | undefined {
  const [first, second] = line?.words ?? [];
  return line && first && second && isMark(first, line) ? first.text : undefined;
}

/** The number at the start of a line, if text follows it and it isn't another list marker. */
export function plainNumber(line: Line | undefined): number | undefined {
  const [first, second] = line?.words ?? [];
  return first && second && /^\d{1,3}$/.test(first.text) ? Number(first.text) : undefined;
}

/** Whether line `b` begins a new note after the one that begins with line `a`: its number is the next, at the same position. */
export function countsOn(a: Line | undefined, b: Line): boolean {
  const [before, after] = [plainNumber(a), plainNumber(b)];
  if (a === undefined || before === undefined || after !== before + 1) return false;
  return Math.abs(a.box.x0 - b.box.x0) < t.exactEdge * b.size && Math.abs(a.size - b.size) < t.noteSize;
}
