/**
 * Words that narrow cells have broken without a hyphen, as programs do where a word is wider than its cell: whole again, for
 * the text of a page. Only drawn cells tell such a word from two that stand below each other.
 */
import type { Box, Drawing, Word } from "../../../core/page-layout.ts";
import { boxAround, centerX, centerY, clusterValues, height, width } from "../../lines/geometry.ts";
import type { RawBlock, RawLine } from "../../lines/raw-line.ts";
import { LetterModel } from "../../lines/words/letter-model.ts";
import { findRules, type Rule } from "../columns/rules.ts";
import { components, gridCells, slack } from "./evidence/drawn-grid.ts";

/** In font sizes: how far below a line the next of its cell is. */
const leastPitch = 0.8;
const mostPitch = 1.9;
/** Points by which lines differ that are drawn as one, and by which a column that is as wide as its longest word is wider. */
const same = 1;
const rounding = 0.8;
/** In font sizes: what a cell's room is measured wrong by, as borders have a width. */
const measured = 0.1;
/** In font sizes: nearer words are of one text, not of two cells. */
const wordSpace = 0.4;
/** Points: a drawn line is no thicker. */
const thin = 2;
/** Letters of a rest that no word has by itself, and broken words of a table: columns as wide as their longest have fewer. */
const shortRest = 2;
const manyBroken = 4;
/** Characters that a line of a cell has that is narrower than a word. */
const longest = 25;
/** Lines and cells of a page that are looked at, and lines in cells: hostile pages draw cells over each other. */
const maxLines = 3000;
const maxCells = 4000;
const maxParts = 20_000;

const isLetter = /[\p{L}\p{M}]/u;
const isLatin = /\p{Script=Latin}/u;
const isDigit = /\p{N}/u;
const wordText = /^[\p{L}\p{M}'’]+/u;
/** How a line ends whose word may go on, and how the next begins. */
const mayGoOn = /[\p{L}\p{M}\p{N}]\.?$/u;
const mayBeRest = /^[\p{L}\p{N}.,:;)\]%]/u;
/** What no line begins with. */
const closing = /^[.,:;)\]%]/u;

const isSingle = ({ text }: RawLine) => !text.includes(" ") && mayGoOn.test(text);

function isBelow(a: RawLine, b: RawLine): boolean {
  const pitch = (b.baseline - a.baseline) / a.size;
  return pitch > leastPitch && pitch < mostPitch && Math.abs(a.size - b.size) < same;
}

/**
 * The words of a page that tell whether others are broken in this way; undefined where none seems to be: no line of one word has
 * another right below it that it may go on with.
 */
export function wordsIfBroken(blocks: readonly RawBlock[]): PageWords | undefined {
  const lines = blocks.flatMap((block) => block.lines);
  const pairs = lines.flatMap((line, at) => {
    const next = lines[at + 1];
    if (!next || !line.horizontal || !isSingle(line) || !isBelow(line, next)) return [];
    if (!mayBeRest.test(next.text) || (next.text.includes(" ") && next.text.length > longest)) return [];
    return next.box.x0 < line.box.x1 && next.box.x1 > line.box.x0 ? [[line, next] as const] : [];
  });
  if (pairs.length === 0) return undefined;
  const words = pageWords(lines.filter(({ horizontal }) => horizontal));
  const isBroken = pairs.some(([line, next]) => {
    const rest = firstToken(next.words);
    return !isDigit.test(rest) && goesOn(line.text, rest, words);
  });
  return isBroken ? words : undefined;
}

const placesOf = (rules: readonly Rule[]) =>
  clusterValues(
    rules.map(({ at }) => at),
    slack,
  );

/** The cells of a page, by tables: of grids, between pieces of a line that are each as wide as a cell, and filled areas. */
function drawnCells(drawings: readonly Drawing[], page: { width: number; height: number }): Box[][] {
  const rules = findRules(drawings, page);
  const grids = components(rules).map((grid) => {
    const [xs, ys] = [placesOf(grid.vertical), placesOf(grid.horizontal)];
    return xs.length * ys.length > maxCells ? [] : gridCells(grid, xs, ys).map(({ box }) => box);
  });
  const pieces = drawings
    .map(({ box }) => box)
    .filter((box) => height(box) < thin && width(box) > 2 * thin)
    .sort((a, b) => a.y0 - b.y0);
  const open = new Map<number, Box>();
  const between: Box[] = [];
  if (Math.max(pieces.length, rules.fills.length) > maxCells) return grids;
  for (const piece of pieces) {
    const key = Math.round(piece.x0);
    const above = open.get(key) ?? open.get(key - 1) ?? open.get(key + 1);
    if (above && Math.abs(above.x1 - piece.x1) < same)
      between.push({ x0: piece.x0, x1: piece.x1, y0: above.y0, y1: piece.y0 });
    open.set(key, piece);
  }
  return [...grids, between, [...rules.fills]];
}

/** Rows of cells without those that text runs across: these are the space between two tables. */
function withoutGaps(cells: readonly FilledCell[]): FilledCell[] {
  const rowOf = ({ box }: FilledCell) => `${Math.round(box.y0)} ${Math.round(box.y1)}`;
  const runsInto = (box: Box, { line, words: [first], box: own }: Part) => {
    const before = first && line.words[line.words.indexOf(first) - 1];
    return own.x0 < box.x0 - same || (before && own.x0 - before.box.x1 < wordSpace * line.size);
  };
  const crossed = cells.filter(({ box, parts }) => parts.some((part) => runsInto(box, part)));
  const gaps = new Set(crossed.map(rowOf));
  return cells.filter((cell) => !gaps.has(rowOf(cell)));
}

/** The words of a line that stand in one cell. */
interface Part {
  readonly line: RawLine;
  readonly words: readonly Word[];
  readonly box: Box;
}

interface FilledCell {
  readonly box: Box;
  readonly parts: readonly Part[];
}

function partsIn(cell: Box, lines: readonly RawLine[]): Part[] {
  const inside = ({ box }: Word) => {
    const [x, y] = [centerX(box), centerY(box)];
    return x > cell.x0 && x < cell.x1 && y > cell.y0 && y < cell.y1;
  };
  return lines
    .filter(({ box }) => box.x1 > cell.x0 && box.x0 < cell.x1 && box.y1 > cell.y0 && box.y0 < cell.y1)
    .flatMap((line) => {
      const words = line.words.filter(inside);
      return words.length === 0 ? [] : [{ line, words, box: boxAround(words.map(({ box }) => box)) }];
    })
    .sort((a, b) => a.line.baseline - b.line.baseline);
}

const partText = (words: readonly Word[]) => words.map(({ text }) => text).join("");
/** The first word with what goes on in another font. */
function firstToken(words: readonly Word[]): string {
  const next = words.findIndex(({ spaced }, at) => at > 0 && spaced);
  return partText(next < 0 ? words : words.slice(0, next));
}

/** A line whose last word may go on in the next. */
interface Break {
  readonly line: RawLine;
  readonly next: RawLine;
  readonly rest: string;
  /** It shows that words are broken here; numbers below each other do not. */
  readonly evident: boolean;
}

/** Whether a word goes on with `rest` rather than ends with `text`, by the letters alone. */
function goesOn(text: string, rest: string, { known, letters }: PageWords): boolean {
  const [end, start] = [text.slice(-1), rest.charAt(0)];
  if (closing.test(rest)) return isLetter.test(end) || isDigit.test(end);
  if (isDigit.test(start)) return isDigit.test(end) || text.length === 1 || /\p{N}\.$/u.test(text);
  if (!isLetter.test(end) || !isLetter.test(start)) return false;
  if (/\p{Ll}/u.test(end) && /\p{Lu}/u.test(start)) return false;
  if (isLatin.test(end) !== isLatin.test(start)) return false;
  const word = (one: string) => wordText.exec(one)?.[0] ?? "";
  if (known.has(word(text + rest))) return true;
  return !isWord(word(rest)) && !isWord(text) && letters.goOn(text, rest);

  function isWord(one: string) {
    return one.length > 1 && known.has(one);
  }
}

function breakBetween(a: Part, b: Part, room: number, words: PageWords): Break | undefined {
  const [first] = b.words;
  if (first === undefined || !isBelow(a.line, b.line)) return undefined;
  if (a.line.words.at(-1) !== a.words.at(-1) || b.line.words[0] !== first) return undefined;
  if (a.line.text.endsWith(" ") || a.words.some(({ spaced }, at) => at > 0 && spaced)) return undefined;
  const left = room - width(a.box);
  if (left >= b.line.firstWidth + measured * b.line.size) return undefined;
  const rest = firstToken(b.words);
  if (!goesOn(partText(a.words), rest, words)) return undefined;
  return { line: a.line, next: b.line, rest, evident: Math.abs(left) > rounding && !isDigit.test(rest) };
}

/** The breaks of a table's words; none where its columns are as wide as their longest words, which only look like them. */
function breaksOf(cells: readonly Box[], lines: readonly RawLine[], words: PageWords): Break[] {
  const found: FilledCell[] = [];
  let count = 0;
  for (const box of cells) {
    const parts = partsIn(box, lines);
    count += parts.length;
    if (count > maxParts) return [];
    found.push({ box, parts });
  }
  const filled = withoutGaps(found);
  const spaces = filled.flatMap(({ box, parts }) => parts.map((part) => part.box.x0 - box.x0));
  const padding = Math.max(0, Math.min(...spaces));
  const breaks = filled.flatMap(({ box, parts }) =>
    parts.flatMap((part, at) => {
      const next = parts[at + 1];
      return (next && breakBetween(part, next, width(box) - 2 * padding, words)) ?? [];
    }),
  );
  const rests = new Set(breaks.flatMap(({ rest, evident }) => (evident ? [rest] : [])));
  const small = [...rests].filter((text) => /^\p{Ll}/u.test(text));
  const narrow = small.length >= manyBroken || [...rests].some(({ length }) => length <= shortRest);
  return narrow ? breaks : [];
}

/** The words of a page that are whole. */
export interface PageWords {
  readonly known: ReadonlySet<string>;
  readonly letters: LetterModel;
}

/** Words that stand inside a line, with others before and behind them: they are whole. */
function pageWords(lines: readonly RawLine[]): PageWords {
  const words = lines.flatMap(({ text }) =>
    text
      .trim()
      .split(" ")
      .slice(1, -1)
      .flatMap((one) => /[\p{L}\p{M}'’]+/u.exec(one)?.[0] ?? []),
  );
  return { known: new Set(words), letters: new LetterModel(words) };
}

/** The blocks with broken words at the end of the lines where they begin; `drawings`: what is drawn on the page, `words`: what `wordsIfBroken` found. */
export function withCellWords(
  blocks: readonly RawBlock[],
  drawings: readonly Drawing[],
  page: { width: number; height: number },
  words: PageWords,
): readonly RawBlock[] {
  const lines = blocks.flatMap((block) => block.lines).filter(({ horizontal }) => horizontal);
  if (lines.length > maxLines) return blocks;
  const breaks = drawnCells(drawings, page).flatMap((cells) => breaksOf(cells, lines, words));
  if (breaks.length === 0) return blocks;
  const texts = new Map(lines.map((line) => [line, line.text]));
  /** Where the word of a line begins that has moved up, and the lines whose words have moved up to one. */
  const heads = new Map<RawLine, RawLine>();
  const moved = new Map<RawLine, RawLine[]>();
  for (const { line, next, rest } of breaks.sort((a, b) => a.line.baseline - b.line.baseline)) {
    if (heads.has(next) || !texts.get(next)?.startsWith(rest)) continue;
    const head = texts.get(line) === "" ? (heads.get(line) ?? line) : line;
    heads.set(next, head);
    moved.set(head, [...(moved.get(head) ?? []), next]);
    texts.set(head, texts.get(head) + rest);
    texts.set(next, (texts.get(next) ?? "").slice(rest.length).trimStart());
  }
  return blocks.map((block) => ({
    lines: block.lines.flatMap((line) => {
      const text = texts.get(line) ?? line.text;
      if (text === line.text) return [line];
      const alsoFrom = moved.get(line) ?? [];
      return text === "" ? [] : [{ ...line, text, alsoFrom }];
    }),
  }));
}
