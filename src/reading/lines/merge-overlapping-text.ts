/**
 * The lines of plain text with what was painted later in their gaps: woven-lines.ts for a reading that has no words. Only lines
 * that stand near others of their baseline are read again as words: most pages have none.
 */

import type { Box, Place, PlacedCharacter, TextLine } from "../../core/text-lines.ts";
import { weave } from "./merge-overlapping-lines.ts";
import type { RawLine } from "./raw-line.ts";

/** Where a line along the page begins and ends, with the size of its font, in points. */
export interface LineExtent {
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  readonly size: number;
}

/** In font sizes, each a little more than what `weave` goes by: it decides. */
const nearBaseline = 0.06;
const nearAlong = 0.45;
/** Lines of one baseline that each is compared with: hostile pages have thousands. */
const maxNear = 120;

/**
 * Places of lines that stand so near to others of their baseline that one may belong in the gaps of another, in order.
 * `extents`: of each line of a page; undefined for one that does not lead along it.
 */
export function nearLines(extents: readonly (LineExtent | undefined)[]): number[] {
  const order: number[] = [];
  for (let place = 0; place < extents.length; place++) if (extents[place] !== undefined) order.push(place);
  const baseline = (place: number) => extents[place]?.baseline ?? 0;
  order.sort((a, b) => baseline(a) - baseline(b));
  const near = new Set<number>();
  for (let at = 0; at < order.length; at++) {
    const place = order[at] ?? 0;
    const one = extents[place];
    if (one === undefined) continue;
    const reach = one.baseline + nearBaseline * one.size;
    const last = Math.min(order.length, at + maxNear);
    for (let next = at + 1; next < last; next++) {
      const nextPlace = order[next] ?? 0;
      const other = extents[nextPlace];
      if (other === undefined || other.baseline > reach) break;
      const apart = Math.max(one.x0, other.x0) - Math.min(one.x1, other.x1);
      if (apart <= nearAlong * Math.max(one.size, other.size)) near.add(place).add(nextPlace);
    }
  }
  return near.size === 0 ? [] : [...near].sort((a, b) => a - b);
}

function boxOf({ words }: RawLine): Box {
  let [x0, y0] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [x1, y1] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { box } of words) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}

/** What a line of text may know of its place. */
interface SomeLine extends TextLine {
  readonly box?: Box;
  readonly characters?: readonly PlacedCharacter[];
}

function replaced<Line extends SomeLine>(line: Line, raw: RawLine): Line {
  const text = raw.words.map(({ text, spaced }, at) => (spaced && at > 0 ? ` ${text}` : text)).join("");
  const box = boxOf(raw);
  const place: Place | undefined = line.place && { ...line.place, box };
  return {
    ...line,
    text,
    ...(place && { place }),
    ...(line.box && { box }),
    ...(line.characters && { characters: raw.characters }),
  };
}

/**
 * The blocks after weaving. `near`: what `nearLines` says of their lines, counted over all blocks; `read` gives one of those
 * as words, with its characters where the lines have them.
 */
export function wovenBlocks<Line extends SomeLine>(
  blocks: readonly { readonly lines: readonly Line[] }[],
  near: readonly number[],
  read: (place: number) => RawLine,
  mayHaveTurned: boolean,
): { readonly lines: readonly Line[] }[] {
  const changed = near.length > 0 ? weave(near.map(read), mayHaveTurned) : undefined;
  if (changed === undefined || changed.size === 0) return [...blocks];
  const byPlace = new Map([...changed].map(([at, line]) => [near[at] ?? -1, line]));
  let place = 0;
  return blocks.map(({ lines }) => ({
    lines: lines.flatMap((line): Line[] => {
      const own = place++;
      if (!byPlace.has(own)) return [line];
      const raw = byPlace.get(own);
      return raw === undefined ? [] : [replaced(line, raw)];
    }),
  }));
}
