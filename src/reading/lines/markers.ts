/** Moves list markers that were painted separately back in front of the adjacent line. */

import { minBy } from "../../core/collections/min-by.ts";
import type { TextBlock, TextLine } from "../../core/page-layout.ts";
import { signs } from "./words/list-marks.ts";

const lone = new RegExp(`^(?:[${signs}]|\\(?\\d{1,3}[.)])$`, "u");

/** Text that a marker may precede; a number broken by a narrow cell is next to others. */
const words = /\p{L}\P{N}*\p{L}/u;

/** In font sizes: the distance of a marker from its line. */
const reach = 3.2;

/** Maximum lines to search for each marker's line; hostile pages have tens of thousands of both. */
const maxLines = 3000;

/** Distance from a marker to a line at the same height; undefined if it isn't next to it. */
function distance(marker: TextLine, line: TextLine): number | undefined {
  if (marker.place === undefined || line.place === undefined || !words.test(line.text)) return undefined;
  const { box, size } = line.place;
  const middle = (marker.place.box.y0 + marker.place.box.y1) / 2;
  const away = box.x0 - marker.place.box.x1;
  return middle > box.y0 && middle < box.y1 && away > -0.1 * size && away < reach * size ? away : undefined;
}

/** Whether a number is directly above or below one that doesn't continue its count: a narrow cell has broken it. */
function isPart(marker: TextLine, lines: readonly TextLine[]): boolean {
  const [number] = /\d+/.exec(marker.text) ?? [];
  const own = marker.place;
  if (number === undefined || own === undefined) return false;
  return lines.some(({ text, place }) => {
    if (place === undefined || place === own || !/^\(?\d+[.)]?$/.test(text)) return false;
    const pitch = place.box.y0 - own.box.y0;
    if (Math.abs(place.box.x0 - own.box.x0) > own.size || Math.abs(pitch) > 1.8 * own.size) return false;
    return Number(/\d+/.exec(text)?.[0]) - Number(number) !== Math.sign(pitch);
  });
}

/** The blocks with markers at the start of their lines; isolated ones stay. */
export function joinMarkers(blocks: readonly TextBlock[]): TextBlock[] {
  const lines = blocks.flatMap((block) => block.lines);
  const markers = lines.filter(({ text, place }) => place !== undefined && lone.test(text));
  if (markers.length === 0 || lines.length > maxLines) return [...blocks];

  const joined = new Map<TextLine, TextLine>();
  const gone = new Set<TextLine>();

  for (const marker of markers) {
    if (isPart(marker, lines)) continue;
    const best = minBy(lines, (line) => (joined.has(line) ? undefined : distance(marker, line)));
    if (best === undefined) continue;
    const sources = [...(marker.sources ?? []), ...(best.sources ?? [])];
    joined.set(best, { ...best, text: `${marker.text} ${best.text}`, sources });
    gone.add(marker);
  }

  return blocks.flatMap((block): TextBlock[] => {
    const kept = block.lines.filter((line) => !gone.has(line)).map((line) => joined.get(line) ?? line);
    return kept.length > 0 ? [{ lines: kept }] : [];
  });
}
