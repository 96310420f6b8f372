/**
 * Thin lines of tables that a scan in black and white has broken into dots. They are only looked for between horizontal lines
 * that did survive, in at least two rows.
 */
import { groupWhile } from "../../core/collections/group-while.ts";
import { boxAround, height, overlap, sharedWidth, width } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { isInk } from "../picture/bitmap.ts";
import { inPixels, brokenLines as t } from "../tolerances/tolerances.ts";

/** Where ink is, and the distances in pixels. */
interface Ink {
  readonly at: (along: number, across: number) => boolean;
  readonly piece: number;
  readonly thick: number;
  readonly aside: number;
}

const inkBy = (at: Ink["at"], dpi: number): Ink => ({
  at,
  piece: inPixels(t.piece, dpi),
  thick: inPixels(t.thick, dpi),
  aside: inPixels(t.aside, dpi),
});

/** The pieces from one place to another along a line at this place across it, and whether each has ink. */
function piecesAt({ at: ink, piece, thick }: Ink, at: number, from: number, to: number): boolean[] {
  const found: boolean[] = [];
  for (let start = from; start + piece <= to; start += piece) {
    let has = false;
    for (let along = start; along < start + piece && !has; along += 1)
      for (let across = at; across < at + thick && !has; across += 1) has = ink(along, across);
    found.push(has);
  }
  return found;
}

const shareOf = (pieces: readonly boolean[]) => pieces.filter(Boolean).length / Math.max(pieces.length, 1);

/** Whether a broken line may run here: dots all along it, and paper on both sides. */
const mayRun = (ink: Ink, at: number, from: number, to: number): boolean =>
  shareOf(piecesAt(ink, at, from, to)) >= t.leastInk &&
  [at - ink.aside, at + ink.aside].every((beside) => shareOf(piecesAt(ink, beside, from, to)) <= t.mostAside);

/** The broken lines that run down between these rows' lines, within these edges. */
function linesDown(rows: readonly Box[], { x0, x1 }: Box, image: GrayImage, dpi: number): Box[] {
  const ink = inkBy((y, x) => isInk(image, x, y), dpi);
  const { aside, thick } = ink;
  const bands = rows.slice(1).map((low, at) => {
    const [y0, y1] = [rows[at]?.y1 ?? 0, low.y0];
    const places: number[] = [];
    for (let x = x0 - aside; x < x1 + aside; x += 1)
      if (x - (places.at(-1) ?? -aside) >= aside && mayRun(ink, x, y0 + 1, y1 - 1)) places.push(x);
    // Letters don't touch the lines above and below them.
    const touching = places.filter((x) => {
      const pieces = piecesAt(ink, x, y0 + 1, y1 - 1);
      return pieces[0] && pieces.at(-1);
    });
    return { y0, y1, places, touching };
  });
  const sure = bands.flatMap(({ touching }) => touching);
  const isNear = (x: number) => (other: number) => Math.abs(other - x) <= thick;

  return bands.flatMap(({ y0, y1, places }, at) => {
    const around = [at - 1, at + 1].flatMap((other) => bands[other]?.places ?? []);
    const repeated = places.filter((x) => sure.some(isNear(x)) && around.some(isNear(x)));
    return repeated.map((x) => ({ x0: x, x1: x + thick, y0, y1 }));
  });
}

/** The lines, with the broken ones between them. */
export function withBrokenLines(lines: readonly Box[], image: GrayImage, dpi: number): Box[] {
  const ink = inkBy((x, y) => isInk(image, x, y), dpi);
  const along = lines.filter((line) => width(line) > height(line)).toSorted((a, b) => a.y0 - b.y0);
  const down = lines.filter((line) => width(line) <= height(line));
  const rows = groupWhile(along, (last, line) => line.y0 - last.y1 < t.leastRow * dpi).map(boxAround);
  const tables = groupWhile(
    rows,
    (last, row) => row.y0 - last.y1 <= t.mostRow * dpi && sharedWidth(last, row) > 0,
  );
  const broken = tables.flatMap((own) => {
    const brokenDown = linesDown(own, boxAround(own), image, dpi).filter(
      (line) => !down.some((other) => overlap(line, other, -ink.aside)),
    );
    return own.flatMap((row) => {
      const met = brokenDown.filter(({ y0, y1 }) => y0 === row.y1 || y1 === row.y0);
      const { x0, x1 } = boxAround([row, ...met]);
      const isWhole = met.length > 0 && shareOf(piecesAt(ink, row.y0, x0, x1)) >= t.leastInk;
      return [...met.filter(({ y1 }) => y1 === row.y0), ...(isWhole ? [{ ...row, x0, x1 }] : [])];
    });
  });
  return [...lines, ...broken];
}
