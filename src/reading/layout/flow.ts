/** A page as a sequence: its lines and tables in reading order, and its rotated text as separate pages. */

import { holds, sharedWidth, width } from "../../core/geometry.ts";
import type { PageLayout } from "../../core/page-layout.ts";
import { turnsOf, uprightLayout } from "./columns/turned.ts";
import type { FoundTable } from "./model/blocks.ts";
import type { FlowItem, PageFlow, TurnedFlow } from "./model/page-flow.ts";
import { analysed, isPlain, isTurned, type PageModel } from "./passes.ts";
import * as t from "./tolerances/tolerances.ts";

export function pageFlow(layout: PageLayout): PageFlow {
  const { page, width, height, images } = layout;
  const model = analysed(layout);
  const items = withTables(model);
  return {
    ...{ page, width, height, items, images, raw: model.raw },
    numbers: model.numbers,
    rules: model.rules,
    vetoed: model.vetoed,
    plain: isPlain(layout),
    recognized: layout.recognized === true,
    turned: turnedFlows(model, items.length > 0),
    beside: false,
  };
}

function withTables({ lines, tables }: PageModel): FlowItem[] {
  const items: FlowItem[] = lines.map((line) => ({ kind: "line", line, box: line.box }));
  const orderOf = ({ lines: own }: FoundTable) => Math.min(...own.map(({ order }) => order));
  // Of two adjacent tables, the one painted first is read first: it may be lower, in the previous column.
  for (const found of [...tables].sort((a, b) => orderOf(a) - orderOf(b)))
    items.splice(tablePlace(items, found, orderOf(found)), 0, { kind: "table", found, box: found.box });
  return items;
}

/** `beside`: there is upright text. */
function turnedFlows({ layout, raw, tables }: PageModel, beside: boolean): TurnedFlow[] {
  if (isPlain(layout)) return [];
  const inTable = new Set(tables.flatMap(({ lines }) => lines));
  const loose = layout.pieces.filter((_, at) => {
    const line = raw[at];
    return line !== undefined && isTurned(line) && !inTable.has(line);
  });
  return turnsOf(loose).map((turn): TurnedFlow => {
    const own = loose.filter((piece) => piece.turn === turn);
    return { turn, flow: { ...pageFlow(uprightLayout(layout, own, turn)), beside } };
  });
}

/** A table's position: before the line painted next, unless that line is above it. */
function tablePlace(items: readonly FlowItem[], { box }: FoundTable, order: number): number {
  let place = items.length;
  let next = Number.POSITIVE_INFINITY;
  items.forEach((item, at) => {
    if (item.kind !== "line" || item.line.order < order || item.line.order > next || holds(box, item.box))
      return;
    place = at;
    next = item.line.order;
  });
  // A table may extend slightly into the next column.
  const inColumn = (item: FlowItem | undefined) =>
    item !== undefined &&
    sharedWidth(item.box, box) > t.columnOverlap * Math.min(width(item.box), width(box));
  while (place > 0 && inColumn(items[place - 1]) && (items[place - 1]?.box.y0 ?? 0) > box.y1 - t.overTable)
    place -= 1;
  while (place < items.length && inColumn(items[place]) && (items[place]?.box.y1 ?? 0) < box.y0 + t.overTable)
    place += 1;

  return place;
}
