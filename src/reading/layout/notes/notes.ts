/** Footnotes and their references in the text. */

import { getOrInsert } from "../../../core/collections/maps.ts";
import { type Block, type Line, mapBlock, type Note, type TextWord } from "../model/blocks.ts";
import { isMark, raisedMark } from "./note-marks.ts";

/** The text before a mark: the end of a word or sentence, not a letter or unit with an exponent. */
const marked = /\p{L}{2}$|\p{N}[.,;:!?)\]]*$|[.,;:!?)\]”"’»]$/u;
const unit = /(?:^|[^\p{L}])(?:[kcdmµ]m|in|ft|yd|mi|ha|log|sin|cos|tan|exp)$/u;

/** Formula operators: a letter after one has an exponent rather than a mark. Dashes also occur between words. */
const formulaSign = /^[=+×·≈≤≥<>≠∼∝]$/u;

const isExponent = ({ words }: Line, at: number): boolean =>
  formulaSign.test(words[at - 2]?.text ?? "") || formulaSign.test(words[at + 1]?.text ?? "");

/** Symbols and letters recur on every page. */
const counted = /^\d+$/;

export function markOf({ lines }: Block): string | undefined {
  const first = lines[0]?.words[0]?.text ?? "";
  return raisedMark(lines[0]) ?? /^\d{1,3}$/.exec(first)?.[0];
}

/** Whether referenced notes on several pages share a number: each page or chapter starts counting again. */
export function notesRestart(blocks: readonly Block[]): boolean {
  const pages = new Map<string, number>();
  for (const { note } of blocks) {
    if (!note || !counted.test(note.mark)) continue;
    if ((pages.get(note.mark) ?? note.page) !== note.page) return true;
    pages.set(note.mark, note.page);
  }
  return false;
}

/** The page's notes by mark; an ambiguous mark refers to none. */
function notesOf(blocks: readonly Block[], restart: boolean): Map<string, Note> {
  const notes = new Map<string, Note>();
  const twice = new Set<string>();
  let place = 0;

  for (const block of blocks) {
    const own = block.type === "footnote" ? markOf(block) : undefined;
    if (own === undefined) continue;
    place += 1;
    if (notes.has(own)) twice.add(own);
    const label = !restart && counted.test(own) ? own : `${block.page}-${place}`;
    notes.set(own, { mark: own, label, page: block.page, place });
  }

  for (const own of twice) notes.delete(own);
  return notes;
}

/** A page's blocks in which the first raised mark of each of its notes refers to it, and the referenced notes. */
export function linkNotes(blocks: readonly Block[], restart: boolean): Block[] {
  const open = notesOf(blocks, restart);
  if (open.size === 0) return [...blocks];

  const found = new Set<string>();
  const words = (line: Line): readonly TextWord[] => {
    if (!line.words.some((word) => isMark(word, line))) return line.words;
    return line.words.map((word, at) => {
      const note = at > 0 && word.uri === undefined && isMark(word, line) ? open.get(word.text) : undefined;
      const before = line.words[at - 1]?.text ?? "";
      if (!note || found.has(note.mark) || !marked.test(before) || unit.test(before)) return word;
      if (isExponent(line, at)) return word;
      found.add(note.mark);
      return { ...word, note };
    });
  };

  const known = new Map<Line, Line>();
  const linked = (line: Line): Line =>
    getOrInsert(known, line, () => {
      const changed = words(line);
      return changed === line.words ? line : { ...line, words: changed };
    });

  const done = blocks.map((block): Block => {
    if (block.type === "footnote" || block.type === "header" || block.type === "footer") return block;
    return mapBlock(block, linked);
  });

  return done.map((block): Block => {
    const own = block.type === "footnote" ? markOf(block) : undefined;
    const note = own !== undefined && found.has(own) ? open.get(own) : undefined;
    return note ? { ...block, note } : block;
  });
}

export function withoutMark([first, ...rest]: readonly Line[]): Line[] {
  if (!first) return [];
  const words = first.words.slice(1);
  return [{ ...first, words, text: first.text.slice(first.words[0]?.text.length).trimStart() }, ...rest];
}
