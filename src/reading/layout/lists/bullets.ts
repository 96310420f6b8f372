/** List markers that stand apart from their lines: drawn as small shapes, or painted before or after the text. */

import type { Drawing } from "../../../core/page-layout.ts";
import { height, width } from "../../lines/geometry.ts";
import { isMarker } from "../../lines/words/list-marks.ts";
import { lineOf } from "../columns/join-pieces.ts";
import type { Line } from "../model/blocks.ts";

/** In font sizes: how far left of its line a marker stands. */
const reach = 3.2;

/** The line whose first word stands right of a place, at its height. */
function lineRightOf(lines: readonly Line[], x: number, y: number, sorted: readonly number[]): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const at of sorted) {
    const line = lines[at];
    if (!line) continue;
    if (line.box.y0 > y) break;
    const away = line.box.x0 - x;
    if (line.box.y1 < y || away < -0.1 * line.size || away > reach * line.size || away > distance) continue;
    [best, distance] = [at, away];
  }
  return best;
}

/** The line that reads from right to left and begins left of a place, at its height. */
function lineLeftOf(lines: readonly Line[], x: number, y: number): number {
  let [best, distance] = [-1, Number.POSITIVE_INFINITY];
  lines.forEach(({ box, size, rightToLeft }, at) => {
    const away = x - box.x1;
    if (
      !rightToLeft ||
      box.y0 > y ||
      box.y1 < y ||
      away < 0.15 * size ||
      away > reach * size ||
      away > distance
    )
      return;
    [best, distance] = [at, away];
  });
  return best;
}

const byTop = (lines: readonly Line[]) =>
  lines.map((_, at) => at).sort((a, b) => (lines[a]?.box.y0 ?? 0) - (lines[b]?.box.y0 ?? 0));

/** Whether a line is a marker and nothing else. */
export const isLoneMarker = (line: Line): boolean =>
  line.horizontal && line.words.length === 1 && isMarker(line.text);

/** Markers that are lines of their own go to the line beside them. */
function joinLoneMarkers(lines: readonly Line[]): Line[] {
  if (!lines.some(isLoneMarker)) return [...lines];
  const order = byTop(lines);
  const markers = new Map<number, Line>();
  const gone = new Set<number>();
  lines.forEach((line, at) => {
    if (!isLoneMarker(line)) return;
    const middle = (line.box.y0 + line.box.y1) / 2;
    const leftOf = lineLeftOf(lines, line.box.x0, middle);
    const owner = leftOf >= 0 ? leftOf : lineRightOf(lines, line.box.x1, middle, order);
    const target = lines[owner];
    if (owner < 0 || !target || markers.has(owner) || gone.has(owner) || isMarker(target.text)) return;
    if (Math.abs(target.baseline - line.baseline) > 0.35 * target.size) return;
    markers.set(owner, line);
    gone.add(at);
  });
  if (gone.size === 0) return [...lines];
  return lines.flatMap((line, at) => {
    if (gone.has(at)) return [];
    const marker = markers.get(at);
    const [first, ...rest] = line.words;
    if (!marker || !first) return [line];
    if (line.rightToLeft)
      return [lineOf([{ ...first, text: `${marker.text} ${first.text}` }, ...rest], line, line.order)];
    return [lineOf([...marker.words, { ...first, spaced: true }, ...rest], line, line.order)];
  });
}

const maxShapes = 3000;

/** Small shapes to the left of a line become its bullet. */
function withDrawnMarkers(lines: readonly Line[], drawings: readonly Drawing[]): Line[] {
  const shapes = drawings.filter(({ box }) => {
    const [w, h] = [width(box), height(box)];
    return w >= 1.5 && w <= 9 && h >= 1.5 && h <= 9 && Math.abs(w - h) < 0.25 * Math.max(w, h);
  });
  if (shapes.length === 0 || shapes.length > maxShapes) return [...lines];
  const order = byTop(lines);
  const marked = new Map<number, Drawing>();
  for (const shape of shapes) {
    const { box } = shape;
    const middle = (box.y0 + box.y1) / 2;
    const leftOf = lineLeftOf(lines, box.x0, middle);
    const owner = leftOf >= 0 ? leftOf : lineRightOf(lines, box.x1, middle, order);
    const line = lines[owner];
    if (owner < 0 || !line || height(box) > 0.75 * line.size) continue;
    if (leftOf >= 0) {
      marked.set(owner, shape);
      continue;
    }
    // A bullet stands alone: what has text to its left is part of a line.
    const left = lines.some(
      (other) =>
        other.box.x1 <= box.x0 + 1 &&
        other.box.x1 > box.x0 - line.size &&
        Math.abs(other.baseline - line.baseline) < 1,
    );
    if (!left && box.x1 < line.box.x0 - 0.15 * line.size) marked.set(owner, shape);
  }
  return lines.map((line, at) => {
    const shape = marked.get(at);
    const [first, ...rest] = line.words;
    if (!shape || !first) return line;
    if (line.rightToLeft) return lineOf([{ ...first, text: `• ${first.text}` }, ...rest], line, line.order);
    const face = { ...first.face, bold: false, italic: false, mono: false };
    const bullet = { ...first, text: "•", box: shape.box, face, spaced: false, uri: undefined };
    return lineOf([bullet, { ...first, spaced: true }, ...rest], line, line.order);
  });
}

/** Lines with their markers in front of them. */
export function withMarkers(lines: readonly Line[], drawings: readonly Drawing[]): Line[] {
  return withDrawnMarkers(joinLoneMarkers(lines), drawings);
}
