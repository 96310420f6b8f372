/**
 * Puts right-to-left lines into reading order, whatever their painting order: by visual position, the lines of all producers
 * become equal.
 */

import { minBy } from "../../../core/collections/min-by.ts";
import { partitionPoint } from "../../../core/collections/partition-point.ts";
import { centerX } from "../../../core/geometry.ts";
import type { Face, Letter, PlacedCharacter, Word } from "../../../core/page-layout.ts";
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";
import { type RawBlock, type RawLine, wordsText } from "../raw-line.ts";
import { plainCharacters } from "../words/characters.ts";
import { type ActualTextLine, actualTextReader, mayNeedActualText } from "./actual-text-lines.ts";
import { readItems, readsRightToLeft } from "./bidi.ts";
import { bracketReader, bracketsTurned, mirror, type ReadLine, unmirrored } from "./brackets.ts";
import { cellsOfLine, joinedLines, partedLine } from "./cut-lines.ts";
import { linesFromRight } from "./from-right.ts";

/** A base letter with its marks, and anything else its glyph represents. */
interface Cluster {
  text: string;
  readonly x0: number;
  readonly x1: number;
  /** Its position in painting order. */
  readonly painted: number;
  readonly letters: Letter[];
}

const mark = /^\p{M}/u;
const blank = /^\s*$/;

/** Alef in its forms: after a lam, both are one glyph. */
const alef = /^[\u0622\u0623\u0625\u0627\u0671]$/;
const lam = "\u0644";

/** In font sizes: a gap this wide is a space even if none was written; one this narrow isn't even if one was. */
const wideGap = 0.16;
const narrowGap = 0.04;

/** In font sizes: maximum distance of a mark from its letter. */
const markReach = 0.8;

/** Maximum clusters to examine on each side: lines on hostile pages have a million marks. */
const reach = 8;

/** The cluster near `x` with the smallest `distance`; the first among equals. `found` is sorted by center. */
function nearest(
  found: readonly Cluster[],
  x: number,
  distance: (cluster: Cluster) => number,
): Cluster | undefined {
  const at = partitionPoint(found.length, (k) => centerX(found[k] ?? { x0: x, x1: x }) < x);
  return minBy(found.slice(Math.max(0, at - reach), at + reach), distance);
}

/** Distance from a position to a cluster's extent. */
const apart = ({ x0, x1 }: Cluster, x: number): number => Math.max(0, x0 - x, x - x1);

interface Mark extends Cluster {
  /** The letters painted before and after it. */
  readonly before: Cluster | undefined;
  readonly after: Cluster | undefined;
}

/**
 * A mark's letter. Fonts place marks far from their letters, so the painting order decides: if the line is painted to the
 * left, in reading order, a mark follows its letter; if to the right, it precedes it.
 */
function markOwner(own: Mark, found: readonly Cluster[], size: number) {
  const x = centerX(own);
  const { before, after } = own;
  const near = (cluster: Cluster | undefined) =>
    cluster !== undefined && apart(cluster, x) < size * markReach ? cluster : undefined;
  const asRead = before && after ? centerX(after) < centerX(before) : after === undefined;
  return (asRead ? near(before) : near(after)) ?? nearest(found, x, (cluster) => apart(cluster, x)) ?? before;
}

/**
 * Assigns each mark to one letter. A character without width is the rest of a ligature, at its glyph's start or end: it goes
 * to that glyph, an alef preferably to a lam; an unnamed one is dropped.
 */
function clusters(characters: readonly PlacedCharacter[], size: number): Cluster[] {
  const found: Cluster[] = [];
  const tails: Cluster[] = [];
  const marks: Mark[] = [];
  let waiting: Cluster[] = [];
  let last: Cluster | undefined;

  const placeMarks = (after: Cluster | undefined) => {
    for (const own of waiting) marks.push({ ...own, before: last, after });
    waiting = [];
  };

  characters.forEach(({ text, x0, x1, letter }, painted) => {
    const cluster = { text, x0, x1, painted, letters: letter ? [{ ...letter, text }] : [] };
    // A mark may be painted on either side of the space after its word.
    if (blank.test(text)) return;
    if (mark.test(text)) waiting.push(cluster);
    else if (x1 - x0 < size * 0.01) {
      if (text !== "\ufffd") tails.push(cluster);
    } else {
      placeMarks(cluster);
      last = cluster;
      found.push(cluster);
    }
  });
  placeMarks(undefined);
  const byPlace = (a: Cluster, b: Cluster) => centerX(a) - centerX(b);
  found.sort(byPlace);

  const alone: Cluster[] = [];
  for (const tail of tails) {
    const { text, x0 } = tail;
    const owner = nearest(found, x0, (cluster) => {
      const edge = Math.min(Math.abs(cluster.x1 - x0), Math.abs(cluster.x0 - x0) + size * 0.005);
      return edge - (alef.test(text) && cluster.text === lam ? size * 0.05 : 0);
    });
    if (owner === undefined) alone.push(tail);
    else {
      owner.text += text;
      owner.letters.push(...tail.letters);
    }
  }

  for (const own of marks) {
    const owner = markOwner(own, found, size);
    if (owner === undefined) alone.push(own);
    else if (!owner.text.includes(own.text)) {
      owner.text += own.text;
      owner.letters.push(...own.letters);
    }
  }

  return [...found, ...alone].sort(byPlace);
}

/** A line's visual order, left to right, with a space wherever one is visible. */
function seen(line: RawLine): Pick<Cluster, "text" | "painted" | "letters">[] {
  const spaces = line.characters
    .filter(({ text }) => blank.test(text))
    .map(centerX)
    .sort((a, b) => a - b);
  const items: Pick<Cluster, "text" | "painted" | "letters">[] = [];
  let end: number | undefined;
  let space = 0;

  for (const cluster of clusters(line.characters, line.size)) {
    if (end !== undefined) {
      while ((spaces[space] ?? Number.POSITIVE_INFINITY) < end - 0.01) space += 1;
      const written = (spaces[space] ?? Number.POSITIVE_INFINITY) < cluster.x0 + 0.01;
      const gap = (cluster.x0 - end) / line.size;
      if (gap > wideGap || (written && gap > narrowGap))
        items.push({ text: " ", painted: cluster.painted, letters: [] });
    }
    items.push({ ...cluster, text: cluster.text.normalize("NFC") });
    end = Math.max(end ?? cluster.x1, cluster.x1);
  }

  return items;
}

/** A line in reading order, and its painted letters if requested. */
interface OrderedLine extends ReadLine {
  readonly letters: readonly Letter[];
}

/** A line in reading order; unchanged if nothing in it can be reversed. `always`: skips that check for horizontal lines. */
export function readLine(line: RawLine, rightToLeft: boolean, always = false): OrderedLine {
  const { text } = line;
  if (!(always && line.horizontal) && !line.characters.some(({ text }) => hasRightToLeft(text)))
    return { text, turned: text, letters: line.characters.flatMap(({ letter }) => letter ?? []) };
  const items = seen(line);
  const texts = items.map((item) => item.text);
  const painted = items.map((item) => item.painted);
  const { order, fromRight } = readItems(texts, rightToLeft, painted);
  const item = (at: number) => texts[at] ?? "";
  return {
    text: order.map(item).join(""),
    turned: order.map((at) => (fromRight[at] ? mirror(item(at)) : item(at))).join(""),
    letters: order.flatMap((at) => items[at]?.letters ?? []),
  };
}

/** Hebrew and Arabic points. Marks of other scripts don't affect right-to-left reading. */
const points = /[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const marksIn = (text: string) => plainCharacters(text).match(points)?.length ?? 0;

/** Maximum share of lost marks among all characters; and among all marks, if each has an unnamed glyph (actual-text-lines.ts). */
const marksLost = 0.005;
const marksNamed = 0.2;

/**
 * Which of two readings of a page to use: that of its glyphs, since `ActualText` is misplaced in lines painted backward; or
 * the document's, if fonts don't name the marks of a pointed text.
 */
export function readsByGlyphs(glyphs: string, actual: string): boolean {
  const all = marksIn(actual);
  const nameless = glyphs.split("\ufffd").length - 1;
  const lost = all - marksIn(glyphs) - Math.min(nameless, marksNamed * all);
  return lost <= marksLost * actual.length;
}

/** A left-to-right line in visual order: from a letter to sentence-ending punctuation. */
const fromLeft = /^["'(]?\p{Script=Latin}.*[\p{Script=Latin}\d][)"']?[.:;!?]$/su;

/** A line that begins with an opening symbol: a command, a path, an option, a name. */
const opens = /^(?:[\\/@#~<]|--?(?=\p{L}))[\p{Script=Latin}\d/_@-]/u;

/** Whether a block is right-to-left, by its letters: not if its sentence visibly ends at the right. */
function blockReads(texts: readonly string[], around: boolean): boolean {
  if (!texts.some(hasRightToLeft) || fromLeft.test(texts.at(-1)?.trim() ?? "")) return false;
  return around || readsRightToLeft(texts);
}

function mainFace(words: readonly Word[]): Face | undefined {
  const letters = new Map<Face, number>();
  for (const { face, text } of words) letters.set(face, (letters.get(face) ?? 0) + text.length);
  const most = Math.max(...letters.values());
  return [...letters].find(([, count]) => count === most)?.[0];
}

/** A part of a line as one word, whose letters are reordered; none if there is no text. */
function wordOf({ line, read }: Part, shown: (read: OrderedLine) => string): Word[] {
  const text = plainCharacters(shown(read)).trim();
  const [first] = line.words;
  if (text === "" || !first) return [];
  const { box, size } = line;
  const { letters } = read;
  const face = mainFace(line.words) ?? first.face;
  const known = letters.length > 0 && { letters: () => letters };
  return [{ ...first, face, text, box, spaced: true, size, ...known }];
}

/** A line's words, with brackets unmirrored on a page with right-to-left text that has them mirrored. */
function withTurnedBrackets(line: RawLine): RawLine {
  const joined = line.words.map(({ text }) => text).join("");
  const turned = unmirrored(joined);
  if (turned === joined) return line;
  let at = 0;
  const words = line.words.map((word) => {
    const start = at;
    at += word.text.length;
    return { ...word, text: turned.slice(start, at) };
  });
  return { ...line, words, text: wordsText(words) };
}

/** What a wide gap separates from the rest of its line. */
interface Part {
  readonly line: RawLine;
  readonly read: OrderedLine;
}

/** A line and its parts in reading order; there are none in a left-to-right line as painted. */
interface Draft {
  readonly line: RawLine;
  readonly parts: readonly Part[];
}

/**
 * A page's blocks in reading order. A block's direction is its own, by its letters, or else the page's. `actual`: the page
 * with `ActualText`, if the blocks come from glyphs only.
 */
export function readRightToLeft(
  glyphs: readonly RawBlock[],
  actual: readonly RawBlock[] | undefined,
): RawBlock[] {
  const own = linesOf(glyphs);
  const fromRight = linesFromRight(own);
  const around = fromRight || readsRightToLeft(textsOf(glyphs));
  const isActual = actual !== undefined && mayNeedActualText(own, fromRight);
  const asActual = isActual ? actualTextReader(own, linesOf(actual), fromRight) : (line: RawLine) => line;
  const blocks = glyphs.map(({ lines }) => ({ lines: lines.map((line): ActualTextLine => asActual(line)) }));
  const turned = bracketsTurned(textsOf(blocks));

  const draftsOf = (line: ActualTextLine, reads: boolean): Draft[] => {
    const right = hasRightToLeft(line.text);
    if (!right && !fromRight) return [{ line: turned ? withTurnedBrackets(line) : line, parts: [] }];

    const leads = reads || !right;
    const ordered = (parts: readonly RawLine[]) => (leads ? parts.toReversed() : parts);
    return ordered(partedLine(line)).map((part): Draft => {
      const rightToLeft = hasRightToLeft(part.text);
      const parts = ordered(cellsOfLine(part)).map((cell): Part => {
        const read = readLine(cell, leads && (rightToLeft || !opens.test(cell.text)), fromRight);
        return { line: cell, read: line.replaced && !right ? { ...read, turned: read.text } : read };
      });
      return { line: { ...part, rightToLeft }, parts };
    });
  };

  const drafts = blocks.map(({ lines }) => {
    const reads = blockReads(
      lines.map(({ text }) => text),
      around,
    );
    return joinedLines(lines, fromRight).flatMap((line) => draftsOf(line, reads));
  });
  const shown = bracketReader(drafts.flat().flatMap(({ parts }) => parts.map(({ read }) => read)));

  return drafts.map((lines) => ({
    lines: lines.flatMap(({ line, parts }): readonly RawLine[] => {
      if (parts.length === 0) return [line];
      const words = parts.flatMap((part) => wordOf(part, shown));
      return words.length === 0 ? [] : [{ ...line, text: wordsText(words), words }];
    }),
  }));
}

/** A line whose first bracket closes and whose next one opens. */
const opensTurned = /^[^([\n]*[)\]][^()[\]\n]*[([]/;

/**
 * Whether lines on a page without right-to-left letters may still be laid out from the right, as when code continues from a
 * right-to-left page: most brackets are mirrored.
 */
export const mayLeadFromRight = (texts: readonly string[]) =>
  texts.some((text) => opensTurned.test(text)) && bracketsTurned(texts);

const linesOf = (blocks: readonly RawBlock[]) => blocks.flatMap(({ lines }) => lines);

const textsOf = (blocks: readonly RawBlock[]) => linesOf(blocks).map(({ text }) => text);
