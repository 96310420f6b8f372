/** List markers separate from their lines: drawn as small shapes, or painted before or after the text. */

import { minBy } from "../../../core/collections/min-by.ts";
import { boxAround, centerY, height, width } from "../../../core/geometry.ts";
import type { Box, Drawing, Word } from "../../../core/page-layout.ts";
import { wordsText } from "../../lines/raw-line.ts";
import { isMarker, numberOf } from "../../lines/words/list-marks.ts";
import type { Line } from "../model/blocks.ts";
import { lineOf } from "../model/line.ts";
import * as t from "../tolerances/tolerances.ts";

const byTop = (lines: readonly Line[]) => [...lines].sort((a, b) => a.box.y0 - b.box.y0);

/**
 * The line next to a marker: to its right, or, for right-to-left lines, which take precedence, to its left. `lines` are sorted
 * from the top.
 */
function lineBeside(lines: readonly Line[], marker: Box, reach = t.markerReach): Line | undefined {
  const middle = centerY(marker);
  const end = lines.findIndex(({ box }) => box.y0 > middle);
  const beside = lines.slice(0, end < 0 ? undefined : end).filter(({ box }) => box.y1 >= middle);

  /** The distance, if it is between the least for this side and the marker's reach, in font sizes. */
  const within = (away: number, least: number, size: number) =>
    away >= least * size && away <= reach * size ? away : undefined;
  const fromRight = ({ box, size, rightToLeft }: Line) =>
    rightToLeft ? within(marker.x0 - box.x1, t.markerGapRight, size) : undefined;
  const fromLeft = ({ box, size }: Line) => within(box.x0 - marker.x1, -t.markerOverlap, size);

  return minBy(beside, fromRight) ?? minBy(beside, fromLeft);
}

function marked(line: Line, marker: readonly Word[]): Line {
  const [first, ...rest] = line.words;
  if (!first) return line;

  // A right-to-left line is one word.
  const words = line.rightToLeft
    ? [
        {
          ...first,
          text: `${wordsText(marker)} ${first.text}`,
          box: boxAround([first, ...marker].map(({ box }) => box)),
        },
      ]
    : [...marker, { ...first, spaced: true }];

  return lineOf([...words, ...rest], line, line.order);
}

export const isLoneMarker = (line: Line): boolean =>
  line.horizontal && line.words.length === 1 && isMarker(line.text);

/** A number whose dot was painted to its left, as next to right-to-left text. */
const fromRight = /^\.(\d{1,3})$/;

const isMirrored = (line: Line): boolean =>
  line.horizontal && line.words.length === 1 && fromRight.test(line.text);

/** A marker line's words, in reading order. */
const markerWords = ({ words }: Line): readonly Word[] =>
  words.map((word) => ({ ...word, text: word.text.replace(fromRight, "$1.") }));

/** Whether a lone number is one of several at one edge, the next of which is the next number. */
const isCounted = ({ text, box, size }: Line, counted: readonly Line[]): boolean =>
  counted.some(
    (other) =>
      Math.abs(numberOf(other.text) - numberOf(text)) === 1 &&
      Math.abs(other.box.x1 - box.x1) < t.sameEdge * size,
  );

/** Attaches marker lines to the adjacent line. */
function joinLoneMarkers(lines: readonly Line[]): Line[] {
  if (!lines.some((line) => isLoneMarker(line) || isMirrored(line))) return [...lines];

  const ordered = byTop(lines);
  const counted = ordered.filter((line) => numberOf(line.text) > 0);
  const markers = new Map<Line, Line>();
  const gone = new Set<Line>();

  for (const line of lines) {
    if (!isLoneMarker(line) && !isMirrored(line)) continue;
    const owner = lineBeside(ordered, line.box, isCounted(line, counted) ? t.hangingReach : t.markerReach);
    if (!owner || (isMirrored(line) && !owner.rightToLeft) || markers.has(owner) || isMarker(owner.text))
      continue;
    markers.set(owner, line);
    gone.add(line);
  }

  return lines.flatMap((line) => {
    const marker = markers.get(line);
    if (gone.has(line)) return [];
    return [marker ? marked(line, markerWords(marker)) : line];
  });
}

const maxShapes = 3000;

/** Turns small shapes next to a line into its bullet. */
function withDrawnMarkers(lines: readonly Line[], drawings: readonly Drawing[]): Line[] {
  const shapes = drawings.filter(({ box }) => {
    const [w, h] = [width(box), height(box)];
    return (
      w >= t.leastBullet &&
      w <= t.mostBullet &&
      h >= t.leastBullet &&
      h <= t.mostBullet &&
      Math.abs(w - h) < t.roundBullet * Math.max(w, h)
    );
  });
  if (shapes.length === 0 || shapes.length > maxShapes) return [...lines];
  const ordered = byTop(lines);
  const bullets = new Map<Line, Box>();

  for (const { box } of shapes) {
    const owner = lineBeside(ordered, box);
    if (!owner || height(box) > t.bulletSize * owner.size) continue;
    // A bullet is isolated: with text to its left, it is part of a line.
    const left = lines.some(
      (other) =>
        other.box.x1 <= box.x0 + 1 &&
        other.box.x1 > box.x0 - owner.size &&
        Math.abs(other.baseline - owner.baseline) < t.onBaseline,
    );
    const fromRight = owner.rightToLeft && box.x0 > owner.box.x1;
    if (fromRight || (!left && box.x1 < owner.box.x0 - t.markerGapRight * owner.size))
      bullets.set(owner, box);
  }

  return lines.map((line) => {
    const box = bullets.get(line);
    const [first] = line.words;
    if (!box || !first) return line;
    const face = { ...first.face, bold: false, italic: false, mono: false };
    return marked(line, [{ ...first, text: "•", box, face, spaced: false, uri: undefined }]);
  });
}

export function withMarkers(lines: readonly Line[], drawings: readonly Drawing[]): Line[] {
  return withDrawnMarkers(joinLoneMarkers(lines), drawings);
}
