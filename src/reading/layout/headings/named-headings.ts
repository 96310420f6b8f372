/** Headings on the first line of their paragraph, named by bookmarks: many classes set their lower headings that way. */

import { markerOf } from "../markers/marker-rules.ts";
import type { Line, TextWord } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import { lineOf } from "../model/line.ts";
import { follows } from "../paragraphs/line-pairs.ts";
import { lineJoint } from "../paragraphs/paragraph-text.ts";
import { apartScale, indent, runInGap, shortBy } from "../tolerances/tolerances.ts";

/** Maximum words of a one-line heading. */
const longestHead = 20;

const setApart = ({ face }: TextWord) => face.bold || face.italic;

const pointed = /^[.:;,)\]}—–-]+$/u;

/**
 * How many of a line's first words are bold or italic, including monospaced ones among them and the periods after them.
 * Another heading may follow.
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

/** Whether a line may begin with a heading: it begins a paragraph, and isn't a list item. */
function mayBegin(line: Line, before: Line | undefined, style: DocumentStyle): boolean {
  const [first] = line.words;
  if (!first || !setApart(first) || !line.horizontal || line.rightToLeft || line.runIn) return false;
  if (markerOf(line) || !/^[\p{L}\p{N}]/u.test(line.text)) return false;
  if (!before || before.runIn || !follows(before, line, style) || /[.:;!?)]$/.test(before.text)) return true;
  // The line above ends a list item, or ends early.
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

/** Whether a line's first words are separated from the rest: by a period, or by a space wider than all others. */
function endsHead({ words, size }: Line, count: number): boolean {
  const [end, next] = [words[count - 1], words[count]];
  if (!end || !next) return false;
  return /[.:?!]$/.test(end.text) || next.box.x0 - end.box.x1 > runInGap * size;
}

/** How many of a line's words may be a heading separated from the rest: the largest number first. */
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
 * A column's lines, with bold or slanted words that match a bookmark's title on this page split off as headings, unless a
 * separate line matches.
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
