/**
 * Rejoins words that narrow cells broke without a hyphen, as programs do if a word is wider than its cell, for the text of a
 * page. Only drawn cells distinguish such a word from two words below each other.
 */

import { pushTo } from "../../../core/collections/maps.ts";
import { boxAround, hasCenter, height, sharedWidth, width } from "../../../core/geometry.ts";
import type { Box, Drawing } from "../../../core/page-layout.ts";
import type { RawBlock, RawLine } from "../../lines/raw-line.ts";
import { findRules, placesOf } from "../columns/rules.ts";
import * as t from "../tolerances/tables.ts";
import { brokenLines, firstToken, wordsAfterOthers } from "./cells.ts";
import { components, gridCells } from "./evidence/drawn-grid.ts";

/** Maximum lines and cells of a page to examine, and lines in cells: hostile pages draw cells over each other. */
const maxLines = 3000;
const maxCells = 4000;
const maxParts = 20_000;

const isSingle = ({ text }: RawLine) => !text.includes(" ") && /[\p{L}\p{M}\p{N}]\.?$/u.test(text);

/** Whether words may be broken in this way: a line of one word has another right below it that may continue it. */
export function mayBreakWords(blocks: readonly RawBlock[]): boolean {
  const lines = blocks.flatMap((block) => block.lines);
  return lines.some((line, at) => {
    const next = lines[at + 1];
    if (!next || !line.horizontal || line.rightToLeft || !isSingle(line)) return false;
    if (!/^[\p{L}.,:;)\]%]/u.test(next.text) || (next.text.includes(" ") && next.text.length > t.narrowLine))
      return false;
    const pitch = (next.baseline - line.baseline) / line.size;
    return pitch > t.textPitch && pitch < t.textPitchMost && sharedWidth(line.box, next.box) > 0;
  });
}

/** A page's cells, by table: of grids, between pieces of a line as wide as a cell, and filled areas. */
function drawnCells(drawings: readonly Drawing[], page: { width: number; height: number }): Box[][] {
  const rules = findRules(drawings, page);
  const grids = components(rules).map((grid) => {
    const [xs, ys] = [placesOf(t.meeting, grid.vertical), placesOf(t.meeting, grid.horizontal)];
    return xs.length * ys.length > maxCells ? [] : gridCells(grid, xs, ys).map(({ box }) => box);
  });
  const pieces = drawings
    .map(({ box }) => box)
    .filter((box) => height(box) < t.thin && width(box) > 2 * t.thin)
    .sort((a, b) => a.y0 - b.y0);
  const open = new Map<number, Box>();
  const between: Box[] = [];
  if (Math.max(pieces.length, rules.fills.length) > maxCells) return grids;

  for (const piece of pieces) {
    const key = Math.round(piece.x0);
    const above = open.get(key) ?? open.get(key - 1) ?? open.get(key + 1);
    if (above && Math.abs(above.x1 - piece.x1) < t.sameLine)
      between.push({ x0: piece.x0, x1: piece.x1, y0: above.y0, y1: piece.y0 });
    open.set(key, piece);
  }

  return [...grids, between, [...rules.fills]];
}

/** Rows of cells without those that text runs across: these are the gap between two tables. */
function withoutGaps(cells: readonly FilledCell[]): FilledCell[] {
  const rowOf = ({ box }: FilledCell) => `${Math.round(box.y0)} ${Math.round(box.y1)}`;
  const runsInto = (box: Box, { line, words: [first], box: own }: Part) => {
    const before = first && line.words[line.words.indexOf(first) - 1];
    return own.x0 < box.x0 - t.sameLine || (before && own.x0 - before.box.x1 < t.oneText * line.size);
  };
  const crossed = cells.filter(({ box, lines }) => lines.some((part) => runsInto(box, part)));
  const gaps = new Set(crossed.map(rowOf));
  return cells.filter((cell) => !gaps.has(rowOf(cell)));
}

interface Part extends Pick<RawLine, "horizontal" | "rightToLeft" | "words" | "box"> {
  readonly line: RawLine;
}

interface FilledCell {
  readonly box: Box;
  readonly lines: readonly Part[];
}

function partsIn(cell: Box, lines: readonly RawLine[]): Part[] {
  return lines
    .filter(({ box }) => box.x1 > cell.x0 && box.x0 < cell.x1 && box.y1 > cell.y0 && box.y0 < cell.y1)
    .flatMap((line) => {
      const words = line.words.filter(({ box }) => hasCenter(cell, box));
      const { horizontal, rightToLeft } = line;
      const box = boxAround(words.map((word) => word.box));
      return words.length === 0 ? [] : [{ line, words, box, horizontal, rightToLeft }];
    })
    .sort((a, b) => a.line.baseline - b.line.baseline);
}

/** Lines whose last word continues in the next, and its rest there. */
function breaksOf(cells: readonly Box[], lines: readonly RawLine[], whole: () => ReadonlySet<string>) {
  const found: FilledCell[] = [];
  let count = 0;

  for (const box of cells) {
    const parts = partsIn(box, lines);
    count += parts.length;
    if (count > maxParts) return [];
    found.push({ box, lines: parts });
  }

  const filled = withoutGaps(found);
  const broken = brokenLines(filled, whole);
  return filled.flatMap(({ lines: parts }) =>
    parts.flatMap((part, at) => {
      const before = parts[at - 1];
      const isWhole =
        before?.line.words.at(-1) === before?.words.at(-1) && part.line.words[0] === part.words[0];
      return before && isWhole && broken.has(part)
        ? [{ line: before.line, next: part.line, rest: firstToken(part.words) }]
        : [];
    }),
  );
}

/** The blocks with broken words at the end of the lines where they begin; `drawings` are the page's. */
export function withCellWords(
  blocks: readonly RawBlock[],
  drawings: readonly Drawing[],
  page: { width: number; height: number },
): readonly RawBlock[] {
  const lines = blocks.flatMap((block) => block.lines).filter(({ horizontal }) => horizontal);
  if (lines.length > maxLines) return blocks;
  const whole = wordsAfterOthers(lines);
  const breaks = drawnCells(drawings, page).flatMap((cells) => breaksOf(cells, lines, whole));
  if (breaks.length === 0) return blocks;

  const texts = new Map(lines.map((line) => [line, line.text]));
  /** The start of a word that moved up, by line, and the lines whose words moved up. */
  const heads = new Map<RawLine, RawLine>();
  const moved = new Map<RawLine, RawLine[]>();

  for (const { line, next, rest } of breaks.sort((a, b) => a.line.baseline - b.line.baseline)) {
    if (heads.has(next) || !texts.get(next)?.startsWith(rest)) continue;
    const head = texts.get(line) === "" ? (heads.get(line) ?? line) : line;
    heads.set(next, head);
    pushTo(moved, head, next);
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
