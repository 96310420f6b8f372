/** Lists on tagged pages, and content of their items other than paragraphs. */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { getOrInsert } from "../../../core/collections/maps.ts";
import { boxAround } from "../../../core/geometry.ts";
import { joinPieces } from "../columns/join-pieces.ts";
import { withoutMarker } from "../lists/lists.ts";
import { isLoneMarker } from "../markers/bullets.ts";
import { markerOf } from "../markers/marker-rules.ts";
import type { Block, Line, ListItem } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import * as t from "../tolerances/tolerances.ts";
import { chainOf, linesBy } from "./tag-chain.ts";

/** The marker of an item if it is tagged like its text: isolated to the left of the item's first line, wherever it was painted. */
function looseLabel(lines: readonly Line[]): Line | undefined {
  return lines.find((line) => {
    if (!isLoneMarker(line)) return false;
    const beside = lines.filter(
      (other) => Math.abs(other.baseline - line.baseline) < t.markerBaseline * line.size,
    );
    return beside.length > 1 && beside.every(({ box }) => box === line.box || box.x0 > line.box.x0);
  });
}

function listItems(all: readonly Line[]): ListItem[] {
  const chained = all.map((line) => ({ line, chain: line.tag && chainOf(line.tag) }));
  const items = groupWhile(chained, (a, b) => a.chain?.item?.key === b.chain?.item?.key).map((own) => ({
    depth: Math.max(0, (own[0].chain?.depth ?? 1) - 1),
    label: own.flatMap(({ line, chain }) => (chain?.label ? [line] : [])),
    lines: own.flatMap(({ line, chain }) => (chain?.label ? [] : [line])),
  }));

  /** By depth, whether the first item has a marker: otherwise, apparent markers in others are text, like a name's initial "M.". */
  const begins = new Map<number, boolean>();
  return items.map(({ depth, label, lines: whole }): ListItem => {
    const own = label.length > 0 ? undefined : looseLabel(whole);
    if (own) label.push(own);
    const lines = own ? whole.filter((line) => line !== own) : whole;
    const joined = joinPieces(lines, t.taggedSpace);
    const text = label
      .map((line) => line.text)
      .join("")
      .trim();
    const marker = text === "" && joined[0] ? markerOf(joined[0]) : undefined;
    if (!begins.has(depth)) begins.set(depth, text !== "" || marker !== undefined);
    if (marker && begins.get(depth))
      return { marker: marker.text, ordered: marker.ordered, depth, lines: withoutMarker(joined, marker) };

    return {
      marker: text || "•",
      ordered: /[\p{L}\p{Nd}][.)]?\)?$/u.test(text) && text !== "o",
      depth,
      lines: joined,
    };
  });
}

type PartType = "list" | "code" | "paragraph";

const isMarked = (lines: readonly Line[]): boolean =>
  lines.some(({ tag }) => tag && chainOf(tag).label) ||
  looseLabel(lines) !== undefined ||
  joinPieces(lines, t.taggedSpace).some((line, at) => at === 0 && markerOf(line));

/**
 * The type of each line of a tagged list: code in an item is code, and a separately tagged item without a marker, if the first
 * and most others have one, is an additional paragraph of the previous item.
 */
function partTypes(lines: readonly Line[], style: DocumentStyle): (line: Line) => PartType {
  const blocks = linesBy(lines, ({ block }) => (inItems.test(block.type) ? block.key : undefined));
  const items = linesBy(lines, ({ item }) => item?.key);
  const marked = new Set([...items].filter(([, own]) => isMarked(own)).map(([key]) => key));
  /** By list: its number of items, how many have a marker, and whether the first does. */
  const counts = new Map<string, { all: number; marked: number; readonly begins: boolean }>();

  for (const key of items.keys()) {
    const own = getOrInsert(counts, parentKey(key), () => ({ all: 0, marked: 0, begins: marked.has(key) }));
    own.all += 1;
    if (marked.has(key)) own.marked += 1;
  }

  return ({ tag }) => {
    const chain = tag && chainOf(tag);
    const own = chain && blocks.get(chain.block.key);
    if (!style.bodyMono && own?.every(({ mono }) => mono)) return "code";
    const item = chain?.item;
    if (!item || marked.has(item.key)) return "list";
    const beside = counts.get(parentKey(item.key));
    return beside?.begins && (beside.marked > 1 || beside.marked > t.markedItems * beside.all)
      ? "paragraph"
      : "list";
  };
}

const parentKey = (key: string) => key.slice(0, key.lastIndexOf("."));

const inItems = /^(?:P|Code)$/;

/** A list, and the content between its items as separate blocks. */
export function listBlocks(all: readonly Line[], key: string, page: number, style: DocumentStyle): Block[] {
  const typeOf = partTypes(all, style);
  const parts: { readonly type: PartType; readonly item: string; readonly lines: Line[] }[] = [];

  for (const line of all) {
    const type = typeOf(line);
    const item = type === "paragraph" && line.tag ? (chainOf(line.tag).item?.key ?? "") : "";
    const last = parts.at(-1);
    if (last?.type === type && last.item === item) last.lines.push(line);
    else parts.push({ type, item, lines: [line] });
  }

  return parts.map(({ type, item, lines }): Block => {
    const base = {
      type,
      page,
      box: boxAround(lines.map(({ box }) => box)),
      lines: joinPieces(lines, t.taggedSpace),
    };
    if (type === "list") return { ...base, tagKey: key, items: listItems(lines) };
    return type === "code" ? base : { ...base, tagKey: item };
  });
}
