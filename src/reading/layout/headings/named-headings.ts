/** Headings on the line where their paragraph begins, which bookmarks name: many classes set their lower headings so. */

import { markerOf } from "../markers/marker-rules.ts";
import type { Line, TextWord } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import { lineOf } from "../model/line.ts";
import { follows } from "../paragraphs/line-pairs.ts";
import { lineJoint } from "../paragraphs/paragraph-text.ts";
import { apartScale, indent, runInGap, shortBy } from "../tolerances/tolerances.ts";

/** In words, of one line. */
const longestHead = 20;

const setApart = ({ face }: TextWord) => face.bold || face.italic;

const pointed = /^[.:;,)\]}—–-]+$/u;

/**
 * How many of a line's first words are in bold or italics, those in a fixed width among them; with the points behind them.
 * A heading may have another behind it.
 */
function apartCount({ words }: Line): number {
  let count = 0;
  for (let k = 0; k < words.length; k += 1) {
    const word = words[k];
    if (!word || !(setApart(word) || word.face.mono || /^[\p{P}\p{S}]+$/u.test(word.text))) break;
    if (setApart(word)) count = k + 1;
  }
  if (count === 0) return 0;
  while (count < words.length && !words[count]?.spaced && pointed.test(words[count]?.text ?? "")) count += 1;
  return count;
}

/** Whether a line may begin with a heading: it begins a paragraph, and is no item of a list. */
function mayBegin(line: Line, before: Line | undefined, style: DocumentStyle): boolean {
  const [first] = line.words;
  if (!first || !setApart(first) || !line.horizontal || line.rightToLeft || line.runIn) return false;
  if (markerOf(line) || !/^[\p{L}\p{N}]/u.test(line.text)) return false;
  if (!before || before.runIn || !follows(before, line, style) || /[.:;!?)]$/.test(before.text)) return true;
  // What stands above ends an item of a list, or early.
  return (
    before.box.x0 > line.box.x0 + indent * line.size || before.box.x1 < line.box.x1 - shortBy * line.size
  );
}

/** A heading that begins on a line and ends within the next, as one line. */
function joined(line: Line, rest: Line, style: DocumentStyle): Line {
  const { cut, space } = lineJoint(line.text, rest.text, style.vocabulary);
  const words = line.words.map((word, k) =>
    cut > 0 && k === line.words.length - 1 ? { ...word, text: word.text.slice(0, -cut) } : word,
  );
  return lineOf(
    [...words, ...rest.words.map((word, k) => (k === 0 ? { ...word, spaced: space } : word))],
    line,
    line.order,
  );
}

/** Whether the first words of a line are parted from what follows: by a point, or by a space that no other has. */
function endsHead({ words, size }: Line, count: number): boolean {
  const [end, next] = [words[count - 1], words[count]];
  if (!end || !next) return false;
  return /[.:?!]$/.test(end.text) || next.box.x0 - end.box.x1 > runInGap * size;
}

/** How many of the words of a line may be a heading's, with what follows parted from them: the most first. */
function headCounts(line: Line): number[] {
  const most = apartCount(line);
  const counts = Array.from(
    { length: Math.min(most, longestHead) },
    (_, k) => Math.min(most, longestHead) - k,
  );
  return counts.filter((count) => endsHead(line, count));
}

const part = (line: Line, from: number, to?: number) => lineOf(line.words.slice(from, to), line, line.order);

const letters = ({ text }: Line) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Lines of a column where bold or slanted words that a bookmark of the page has as their title stand alone as headings,
 * unless a line of its own does.
 */
export function withNamedHeads(lines: readonly Line[], page: number, style: DocumentStyle): Line[] {
  if (style.outline.size === 0 || !lines.some(({ words }) => words[0] && setApart(words[0])))
    return [...lines];
  const whole = new Set(
    lines
      .filter(({ bold, italic, size }) => bold || italic || size > apartScale * style.bodySize)
      .map(letters),
  );
  const isNamed = (head: Line) =>
    style.outline.depthOf(page, head.text) !== undefined && !whole.has(letters(head));
  const result: Line[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [line, next] = [lines[at], lines[at + 1]];
    if (!line) continue;
    if (!mayBegin(line, lines[at - 1], style)) {
      result.push(line);
      continue;
    }
    const count = headCounts(line).find((own) => isNamed(part(line, 0, own)));
    if (count !== undefined) {
      result.push({ ...part(line, 0, count), runIn: true }, part(line, count));
      continue;
    }
    const goesOn = next && apartCount(line) === line.words.length && follows(line, next, style);
    const onNext = goesOn && headCounts(next).find((own) => isNamed(joined(line, part(next, 0, own), style)));
    if (next && onNext) {
      result.push({ ...joined(line, part(next, 0, onNext), style), runIn: true }, part(next, onNext));
      at += 1;
    } else result.push(line);
  }
  return result;
}
