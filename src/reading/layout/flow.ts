/** From what is on a page to its flow. */

import type { PageLayout } from "../../core/page-layout.ts";
import { holds, sharedWidth, width } from "../lines/geometry.ts";
import { orderLines } from "./columns/column-rules.ts";
import { joinPieces } from "./columns/join-pieces.ts";
import { type JustifiedLines, joinJustified } from "./columns/justified.ts";
import { withLabels } from "./columns/labels.ts";
import { findRules, withTextRules } from "./columns/rules.ts";
import { turnsOf, uprightLayout } from "./columns/turned.ts";
import { withMarkers } from "./markers/bullets.ts";
import type { FoundTable, Line } from "./model/blocks.ts";
import { pieceLines } from "./model/line.ts";
import type { FlowItem, PageFlow, TurnedFlow } from "./model/page-flow.ts";
import { findTables } from "./tables/find-tables.ts";
import { columnOverlap, overTable } from "./tolerances/tolerances.ts";

/** Pieces of one page that are analysed; a page of more is read as plain lines. */
const maxPieces = 6000;

export function pageFlow(layout: PageLayout): PageFlow {
  const { page, width, height, images, pieces } = layout;
  const plain = pieces.length > maxPieces;
  const drawn = findRules(plain ? [] : layout.drawings, layout);
  const recognised = layout.recognised === true;
  const painted = pieceLines(pieces);
  const { rules, lines: marked } = withTextRules(drawn, painted);
  // On a picture the bars and bows of a word's letters look like a line through it.
  const raw = recognised ? painted : marked;
  const whole: JustifiedLines = plain ? { lines: raw, justified: new Set() } : joinJustified(raw);
  const tables = plain ? [] : findTables(rules, whole);
  const inTable = new Set(tables.flatMap((table) => table.lines));
  const isTurned = (line: Line) => !plain && line.turn !== undefined;
  const joined = joinPieces(whole.lines.filter((line) => !inTable.has(line) && !isTurned(line)));
  const ordered = plain ? undefined : orderLines(withLabels(withMarkers(joined, layout.drawings)));
  const items: FlowItem[] = (ordered?.answer ?? joined).map((line) => ({
    kind: "line",
    line,
    box: line.box,
  }));
  const orderOf = ({ lines }: FoundTable) => Math.min(...lines.map(({ order }) => order));
  // Of two that nothing stands between the one that was painted first is read first: it may be lower, in the column before.
  for (const found of [...tables].sort((a, b) => orderOf(a) - orderOf(b)))
    items.splice(tablePlace(items, found, orderOf(found)), 0, { kind: "table", found, box: found.box });
  const loose = pieces.filter((_, at) => {
    const line = raw[at];
    return line !== undefined && isTurned(line) && !inTable.has(line);
  });
  const turned = turnsOf(loose).map((turn): TurnedFlow => {
    const own = loose.filter((piece) => piece.turn === turn);
    const flow = pageFlow(uprightLayout(layout, own, turn));
    return { turn, flow: { ...flow, beside: items.length > 0 } };
  });
  return {
    page,
    width,
    height,
    items,
    raw,
    images: images.map(({ box }) => box),
    plain,
    orderedBy: ordered?.rule ?? "too many lines",
    recognised,
    turned,
    beside: false,
  };
}

/** Where a table goes: before the line that was painted next, unless that line stands above it. */
function tablePlace(items: readonly FlowItem[], { box }: FoundTable, order: number): number {
  let place = items.length;
  let next = Number.POSITIVE_INFINITY;
  items.forEach((item, at) => {
    if (item.kind !== "line" || item.line.order < order || item.line.order > next || holds(box, item.box))
      return;
    place = at;
    next = item.line.order;
  });
  // A table may reach into the next column a little.
  const inColumn = (item: FlowItem | undefined) =>
    item !== undefined && sharedWidth(item.box, box) > columnOverlap * Math.min(width(item.box), width(box));
  while (place > 0 && inColumn(items[place - 1]) && (items[place - 1]?.box.y0 ?? 0) > box.y1 - overTable)
    place -= 1;
  while (place < items.length && inColumn(items[place]) && (items[place]?.box.y1 ?? 0) < box.y0 + overTable)
    place += 1;
  return place;
}
