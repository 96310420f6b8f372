/** One page as a sequence in reading order: lines, and tables in their place. Knows nothing of the document around it. */

import type { Box, PageLayout, Turn } from "../../core/page-layout.ts";
import { holds, median, sharedHeight, sharedWidth } from "../lines/geometry.ts";
import { readsRightToLeft } from "../lines/right-to-left/bidi.ts";
import { joinPieces, pieceLines } from "./columns/join-pieces.ts";
import { type JustifiedLines, joinJustified } from "./columns/justified.ts";
import { orderLines } from "./columns/order.ts";
import { findRules, type Rules } from "./columns/rules.ts";
import { turnsOf, uprightLayout } from "./columns/turned.ts";
import { withMarkers } from "./lists/bullets.ts";
import type { FoundTable, Line } from "./model/blocks.ts";
import { bandTables } from "./tables/band-tables.ts";
import { gridTables } from "./tables/grid-tables.ts";
import { plainTables } from "./tables/plain-tables.ts";

export type FlowItem =
  | { readonly kind: "line"; readonly line: Line; readonly box: Box }
  | { readonly kind: "table"; readonly found: FoundTable; readonly box: Box };

export interface PageFlow {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly FlowItem[];
  /** The engine's pieces as lines, not joined. */
  readonly raw: readonly Line[];
  readonly images: readonly Box[];
  readonly rules: Rules;
  /** Too complex: lines in the engine's order, and no analysis. */
  readonly plain: boolean;
  /** Text that is turned, as pages on which it is upright. */
  readonly turned: readonly TurnedFlow[];
}

export interface TurnedFlow {
  readonly turn: Turn;
  readonly flow: PageFlow;
}

/** Whether anything is to be read on a page. */
export const flowHasText = ({ items, turned }: PageFlow) => items.length > 0 || turned.length > 0;

/** Pieces of one page that are analysed; a page of more is read as plain lines. */
const maxPieces = 30_000;

/** Lines of running text, not of cells. */
const isProse = (lines: readonly Line[]) => median(lines.map(({ text }) => text.length)) >= 25;

/** Stretches of lines that go down the page: where a new column begins, a new stretch does; with `proseOnly` a column of running text only. */
export function stretches(lines: readonly Line[], proseOnly = false): Line[][] {
  const found: Line[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const current = found.at(-1);
    const jump = bottom - line.box.y1;
    const back = jump > Math.max(70, 6 * line.size);
    const newColumn =
      current &&
      back &&
      line.box.x0 > Math.max(...current.slice(-6).map(({ box }) => box.x1)) - line.size &&
      (!proseOnly || isProse([...current.slice(-7), line]));
    if (!current || newColumn) found.push([line]);
    else current.push(line);
    // What goes back up begins anew: page numbers and running titles are often painted first.
    bottom = back ? line.box.y1 : Math.max(bottom, line.box.y1);
  }
  return found;
}

/** In a text that reads from right to left, so do a table's columns. */
function mirrored(found: FoundTable): FoundTable {
  if (!readsRightToLeft(found.lines.map(({ text }) => text))) return found;
  const rows = found.table.rows.map((row) => row.toReversed());
  return { ...found, table: { ...found.table, rows } };
}

const overlaps = (a: Box, b: Box) => sharedWidth(a, b) > 2 && sharedHeight(a, b) > 2;

/** A way to find tables: in the lines that no table before it has, and of them those that are not justified. */
interface TableRule {
  readonly name: string;
  readonly why: string;
  readonly find: (rules: Rules, free: readonly Line[], aligned: readonly Line[]) => readonly FoundTable[];
}

/** From what is certain to what is likely: lines that one takes are not looked at by the next. */
const tableRules: readonly TableRule[] = [
  {
    name: "drawn grid",
    why: "Who draws cells means a table. Of nested grids the outer one counts, which holds most.",
    find: (rules, free) => gridTables(rules, free).sort((a, b) => b.lines.length - a.lines.length),
  },
  {
    name: "rules across",
    why: "Books draw rules above and below the head and at the end, and align what is between.",
    find: (rules, free) => stretches(free, true).flatMap((stretch) => bandTables(rules, stretch)),
  },
  {
    name: "aligned rows",
    why: "Rows whose gaps stand below each other are a table without rules; justified lines have gaps by chance.",
    find: (_, _free, aligned) => stretches(aligned).flatMap((stretch) => plainTables(stretch)),
  },
  {
    name: "aligned columns",
    why: "A table that was painted column by column parts into columns as text does: only what is surely one counts.",
    find: (_, _free, aligned) => stretches(aligned, true).flatMap((stretch) => plainTables(stretch, true)),
  },
];

/** Tables of a page that do not overlap. */
function findTables(rules: Rules, { lines, justified }: JustifiedLines): FoundTable[] {
  const found: FoundTable[] = [];
  const taken = new Set<Line>();
  for (const { name, find } of tableRules) {
    const free = lines.filter((line) => !taken.has(line));
    for (const table of find(
      rules,
      free,
      free.filter((line) => !justified.has(line)),
    )) {
      if (found.some(({ box }) => overlaps(box, table.box))) continue;
      found.push({ ...mirrored(table), rule: name });
      for (const line of table.lines) taken.add(line);
    }
  }
  return found;
}

export function pageFlow(layout: PageLayout): PageFlow {
  const { page, width, height, images, pieces } = layout;
  const plain = pieces.length > maxPieces;
  const rules = findRules(plain ? [] : layout.drawings, layout);
  const raw = pieceLines(pieces);
  const whole: JustifiedLines = plain ? { lines: raw, justified: new Set() } : joinJustified(raw);
  const tables = plain ? [] : findTables(rules, whole);
  const inTable = new Set(tables.flatMap((table) => table.lines));
  const isTurned = (line: Line) => !plain && line.turn !== undefined;
  const joined = joinPieces(whole.lines.filter((line) => !inTable.has(line) && !isTurned(line)));
  const lines = plain ? joined : orderLines(withMarkers(joined, layout.drawings));
  const items: FlowItem[] = lines.map((line) => ({ kind: "line", line, box: line.box }));
  for (const found of [...tables].sort((a, b) => a.box.y0 - b.box.y0)) {
    const order = Math.min(...found.lines.map((line) => line.order));
    items.splice(tablePlace(items, found, order), 0, { kind: "table", found, box: found.box });
  }
  const loose = pieces.filter((_, at) => {
    const line = raw[at];
    return line !== undefined && isTurned(line) && !inTable.has(line);
  });
  const turned = turnsOf(loose).map((turn): TurnedFlow => {
    const own = loose.filter((piece) => piece.turn === turn);
    return { turn, flow: pageFlow(uprightLayout(layout, own, turn)) };
  });
  return { page, width, height, items, raw, images: images.map(({ box }) => box), rules, plain, turned };
}

/** Where a table goes: before the first line of the stream that follows it, unless that line stands above it. */
function tablePlace(items: readonly FlowItem[], { box }: FoundTable, order: number): number {
  let place = items.findIndex(
    (item) => item.kind === "line" && item.line.order > order && !holds(box, item.box),
  );
  if (place < 0) place = items.length;
  const inColumn = (item: FlowItem | undefined) => item !== undefined && sharedWidth(item.box, box) > 0;
  while (place > 0 && inColumn(items[place - 1]) && (items[place - 1]?.box.y0 ?? 0) > box.y1 - 2) place -= 1;
  while (place < items.length && inColumn(items[place]) && (items[place]?.box.y1 ?? 0) < box.y0 + 2)
    place += 1;
  return place;
}
