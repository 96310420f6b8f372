/**
 * Lines with right-to-left text in reading order. The engine gives each word in the right order, and the words as the page
 * was painted: by where they are seen, every producer's lines become the same.
 */

import type { Place, PlacedBlock, PlacedCharacter, PlacedLine, TextBlock } from "../../../core/text-lines.ts";
import { plainCharacters } from "../words/characters.ts";
import { mayBeTold, type ToldLine, toldLines } from "./actual-text-lines.ts";
import { hasRightToLeft, mayBeReversed, readItems, readsRightToLeft } from "./bidi.ts";
import { bracketReader, bracketsTurned, mirror, type ReadLine, unmirrored } from "./brackets.ts";
import { joinedLines } from "./cut-lines.ts";
import { linesFromRight } from "./from-right.ts";

/** A base letter with its marks, and what else its glyph stands for. */
interface Cluster {
  text: string;
  readonly x0: number;
  readonly x1: number;
  /** Place in the order of painting. */
  readonly painted: number;
}

const mark = /^\p{M}/u;
const blank = /^\s*$/;

/** Alef in its forms: with a lam before it, it is one glyph. */
const alef = /^[\u0622\u0623\u0625\u0627\u0671]$/;
const lam = "\u0644";

/** In font sizes: a gap this wide is a space though none was written; one this narrow is none though one was. */
const wideGap = 0.16;
const narrowGap = 0.04;

/** In font sizes: as far from its letter as a mark may stand. */
const markReach = 0.8;

/** Clusters to each side of a place that are looked at: lines of hostile pages have a million marks. */
const reach = 8;

const middle = ({ x0, x1 }: { readonly x0: number; readonly x1: number }) => (x0 + x1) / 2;

/** The cluster near `x` for which `distance` is smallest; the first of equals. `found` is ordered by its middles. */
function nearest(
  found: readonly Cluster[],
  x: number,
  distance: (cluster: Cluster) => number,
): Cluster | undefined {
  let [low, high] = [0, found.length];
  while (low < high) {
    const half = (low + high) >> 1;
    const cluster = found[half];
    if (cluster !== undefined && middle(cluster) < x) low = half + 1;
    else high = half;
  }
  let best: Cluster | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const cluster of found.slice(Math.max(0, low - reach), low + reach)) {
    const away = distance(cluster);
    if (away < least) [best, least] = [cluster, away];
  }
  return best;
}

/** How far a place is from a cluster's extent. */
function apart({ x0, x1 }: Cluster, x: number): number {
  return Math.max(0, x0 - x, x - x1);
}

interface Mark extends Cluster {
  /** The letters painted before and after it. */
  readonly before: Cluster | undefined;
  readonly after: Cluster | undefined;
}

/**
 * The letter a mark stands on. Fonts place marks far from their letters, so what counts is how the line was painted: where
 * it goes on to the left, as it is read, a mark comes after its letter; where it goes to the right, before it.
 */
function markOwner({ before, after, x0, x1 }: Mark, found: readonly Cluster[], size: number) {
  const x = (x0 + x1) / 2;
  const near = (cluster: Cluster | undefined) =>
    cluster !== undefined && apart(cluster, x) < size * markReach ? cluster : undefined;
  const asRead = before && after ? middle(after) < middle(before) : after === undefined;
  return (asRead ? near(before) : near(after)) ?? nearest(found, x, (cluster) => apart(cluster, x)) ?? before;
}

/**
 * Marks go to the letter they stand on, each once. A character without width is the rest of a ligature, printed where the
 * glyph ends or begins: it goes to the glyph there, an alef to a lam before all others; one that nobody can name is nothing.
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
  characters.forEach(({ text, x0, x1 }, painted) => {
    const cluster = { text, x0, x1, painted };
    if (blank.test(text)) {
      placeMarks(undefined);
      last = undefined;
    } else if (mark.test(text)) waiting.push(cluster);
    else if (x1 - x0 < size * 0.01) {
      if (text !== "\ufffd") tails.push(cluster);
    } else {
      placeMarks(cluster);
      last = cluster;
      found.push(cluster);
    }
  });
  placeMarks(undefined);
  const byPlace = (a: Cluster, b: Cluster) => middle(a) - middle(b);
  found.sort(byPlace);
  const alone: Cluster[] = [];
  for (const tail of tails) {
    const { text, x0 } = tail;
    const owner = nearest(found, x0, (cluster) => {
      const edge = Math.min(Math.abs(cluster.x1 - x0), Math.abs(cluster.x0 - x0) + size * 0.005);
      return edge - (alef.test(text) && cluster.text === lam ? size * 0.05 : 0);
    });
    if (owner === undefined) alone.push(tail);
    else owner.text += text;
  }
  for (const own of marks) {
    const owner = markOwner(own, found, size);
    if (owner === undefined) alone.push(own);
    else if (!owner.text.includes(own.text)) owner.text += own.text;
  }
  return [...found, ...alone].sort(byPlace);
}

/** What is seen from left to right, with a space wherever one is seen. */
function seen(line: PlacedLine): { items: string[]; painted: number[] } {
  const spaces = line.characters
    .filter(({ text }) => blank.test(text))
    .map(middle)
    .sort((a, b) => a - b);
  const items: string[] = [];
  const painted: number[] = [];
  let end: number | undefined;
  let space = 0;
  for (const cluster of clusters(line.characters, line.size)) {
    if (end !== undefined) {
      while ((spaces[space] ?? Number.POSITIVE_INFINITY) < end - 0.01) space += 1;
      const written = (spaces[space] ?? Number.POSITIVE_INFINITY) < cluster.x0 + 0.01;
      const gap = (cluster.x0 - end) / line.size;
      if (gap > wideGap || (written && gap > narrowGap)) {
        items.push(" ");
        painted.push(cluster.painted);
      }
    }
    items.push(cluster.text.normalize("NFC"));
    painted.push(cluster.painted);
    end = Math.max(end ?? cluster.x1, cluster.x1);
  }
  return { items, painted };
}

/** A line as it is read; as the engine has it where it leads another way, or nothing in it may be reversed and `always` is not set. */
export function readLine(line: PlacedLine, rightToLeft: boolean, always = false): ReadLine {
  const { text } = line;
  if (!line.horizontal || !(always || line.characters.some(({ text }) => mayBeReversed(text))))
    return { text, turned: text };
  const { items, painted } = seen(line);
  const { order, fromRight } = readItems(items, rightToLeft, painted);
  const item = (at: number) => items[at] ?? "";
  return {
    text: order.map(item).join(""),
    turned: order.map((at) => (fromRight[at] ? mirror(item(at)) : item(at))).join(""),
  };
}

/** Points of Hebrew and Arabic. Of other scripts' marks nothing depends on how lines from right to left are read. */
const points = /[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const marksIn = (text: string) => plainCharacters(text).match(points)?.length ?? 0;

/** Marks that may be lost, of all characters; and of all marks, where a glyph without a name stands for each: told-lines.ts. */
const marksLost = 0.005;
const marksNamed = 0.2;

/**
 * Which of two readings of a page to go on with: that of its glyphs, as an engine puts what the document says of them
 * (`ActualText`) at the wrong places of a line that was painted backwards; the document's, where fonts do not name the
 * marks of a pointed text.
 */
export function readsByGlyphs(glyphs: string, told: string): boolean {
  const all = marksIn(told);
  const nameless = glyphs.split("\ufffd").length - 1;
  const lost = all - marksIn(glyphs) - Math.min(nameless, marksNamed * all);
  return lost <= marksLost * told.length;
}

/** A left-to-right line as it is seen: from a letter to what ends a sentence. */
const fromLeft = /^["'(]?\p{Script=Latin}.*[\p{Script=Latin}\d][)"']?[.:;!?]$/su;

/** Whether a block reads from right to left: not where its sentence is seen to end at the right. */
function blockReads(texts: readonly string[], pageReads: boolean): boolean {
  if (!texts.some(hasRightToLeft) || fromLeft.test(texts.at(-1)?.trim() ?? "")) return false;
  return pageReads || readsRightToLeft(texts);
}

export interface BlockOptions {
  /** Puts what was painted later into the gaps of left-to-right lines. Asked only where such lines are not parts of others. */
  readonly woven?: (blocks: readonly PlacedBlock[]) => readonly PlacedBlock[];
  /** The page as the document tells it (`ActualText`), where the blocks are of its glyphs alone. */
  readonly told?: () => readonly PlacedBlock[];
}

/** The blocks of a page in reading order. A block's direction is its own, and the page's where that does not say. */
export function readBlocks(
  placed: readonly PlacedBlock[],
  { woven = (blocks) => blocks, told }: BlockOptions = {},
): TextBlock[] {
  const pageReads = readsRightToLeft(textsOf(placed));
  const found = pageReads ? placed : woven(placed);
  const fromRight = linesFromRight(linesOf(found));
  const blocks: readonly { readonly lines: readonly ToldLine<PlacedLine>[] }[] =
    told && mayBeTold(linesOf(found), fromRight) ? toldBlocks(found, told(), fromRight) : found;
  const turned = bracketsTurned(textsOf(blocks));
  const read = blocks.map((block) => {
    const texts = block.lines.map(({ text }) => text);
    const reads = blockReads(texts, pageReads || fromRight);
    return joinedLines(block.lines, fromRight).map((line): { line: ReadLine; place: Place } => {
      const place = { box: line.box, size: line.size };
      if (mayBeReversed(line.text)) return { line: readLine(line, reads), place };
      if (fromRight) {
        const own = readLine(line, true, true);
        return { line: line.told ? { text: own.text, turned: own.text } : own, place };
      }
      const text = turned ? unmirrored(line.text) : line.text;
      return { line: { text, turned: text }, place };
    });
  });
  const shown = bracketReader(read.flat().map(({ line }) => line));
  return read.map((lines) => ({ lines: lines.map(({ line, place }) => ({ text: shown(line), place })) }));
}

/** A line whose first bracket closes and whose next one opens. */
const opensTurned = /^[^([\n]*[)\]][^()[\]\n]*[([]/m;

/**
 * The blocks of a page without right-to-left letters whose lines are laid out from the right all the same, as where code of a
 * right-to-left page goes on: most brackets are the wrong way round. Undefined: nothing of it is so. `placed` is asked only then.
 */
export function readFromRight(plain: string, placed: () => readonly PlacedBlock[]): TextBlock[] | undefined {
  if (!opensTurned.test(plain) || !bracketsTurned(plain.split("\n"))) return undefined;
  const blocks = placed();
  return linesFromRight(linesOf(blocks)) ? readBlocks(blocks) : undefined;
}

function toldBlocks(
  blocks: readonly PlacedBlock[],
  told: readonly PlacedBlock[],
  fromRight: boolean,
): { readonly lines: readonly ToldLine<PlacedLine>[] }[] {
  const lines = toldLines(linesOf(blocks), linesOf(told), fromRight);
  let end = 0;
  return blocks.map((block) => {
    const start = end;
    end += block.lines.length;
    return { lines: lines.slice(start, end) };
  });
}

const linesOf = (blocks: readonly PlacedBlock[]) => blocks.flatMap(({ lines }) => lines);

const textsOf = (blocks: readonly PlacedBlock[]) => linesOf(blocks).map(({ text }) => text);
