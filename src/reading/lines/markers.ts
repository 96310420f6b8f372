/** List markers that were painted apart from their lines: each goes back in front of the line beside it. */

import type { TextBlock, TextLine } from "../../core/page-layout.ts";
import { signs } from "./words/list-marks.ts";

const lone = new RegExp(`^(?:[${signs}]|\\(?\\d{1,3}[.)])$`, "u");

/** What a marker stands before; a number that a narrow cell has broken stands beside others. */
const words = /\p{L}\P{N}*\p{L}/u;

/** In font sizes: how far from its line a marker stands. */
const reach = 3.2;

/** Lines that a marker is looked for among; hostile pages have tens of thousands of both. */
const maxLines = 3000;

/** How far a line begins beside a marker at the same height; undefined: it does not. */
function distance(marker: TextLine, line: TextLine): number | undefined {
  if (marker.place === undefined || line.place === undefined || !words.test(line.text)) return undefined;
  const { box, size } = line.place;
  const middle = (marker.place.box.y0 + marker.place.box.y1) / 2;
  const away = box.x0 - marker.place.box.x1;
  return middle > box.y0 && middle < box.y1 && away > -0.1 * size && away < reach * size ? away : undefined;
}

/** Whether a number stands right above or below another that does not count with it: a narrow cell has broken it. */
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

/** The blocks with markers at the start of their lines; those that stand beside nothing stay. */
export function joinMarkers(blocks: readonly TextBlock[]): TextBlock[] {
  const lines = blocks.flatMap((block) => block.lines);
  const markers = lines.filter(({ text, place }) => place !== undefined && lone.test(text));
  if (markers.length === 0 || lines.length > maxLines) return [...blocks];
  const joined = new Map<TextLine, TextLine>();
  const gone = new Set<TextLine>();
  for (const marker of markers) {
    if (isPart(marker, lines)) continue;
    let best: TextLine | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const away = joined.has(line) ? undefined : distance(marker, line);
      if (away === undefined || away >= least) continue;
      best = line;
      least = away;
    }
    if (best === undefined) continue;
    const sources = [...(marker.sources ?? []), ...(best.sources ?? [])];
    joined.set(best, { ...best, text: `${marker.text} ${best.text}`, sources });
    gone.add(marker);
  }
  return blocks.flatMap((block): TextBlock[] => {
    const kept = block.lines.flatMap((line): TextLine[] => {
      return gone.has(line) ? [] : [joined.get(line) ?? line];
    });
    return kept.length > 0 ? [{ lines: kept }] : [];
  });
}
