/**
 * Finds characters whose visibility isn't certain from the drawing: anything may be painted over them, or their background
 * may have their color. All others are surely visible, or known to be hidden. A picture of the page decides (`redact/leaks`).
 */
import type { Grounds, Paint } from "../state/grounds.ts";
import { looksSame, unknownColor, white } from "../state/ink.ts";
import { boxOfRun, holds, isTiny, markDoubt, meets, pointsOf, type Run, runsOfPage } from "./hidden-text.ts";
import type { TextDevice } from "./text-device.ts";

/** The share of a character's box that must be painted over to hide it, even if all boxes are apart. */
const leastCovered = 0.5;
/** Maximum pairs of areas and texts to compare: all other text is doubtful. */
const maxPairs = 20_000_000;
/** Letters that are areas themselves. */
const blocks = /[\u2580-\u259f\u25a0-\u25ff\u2b1b\u2b1c\ufffd]/;

/** Marks the doubtful characters of a page, after `findHidden`. */
export function findDoubts(device: TextDevice, grounds: Grounds): void {
  const { paints, hasMore } = grounds;
  const areas: Paint[] = [...paints];
  for (const run of runsOfPage(device)) areas.push(...blocksIn(device, run));
  const last = areas.reduce((most, { at }) => Math.max(most, at), 0);
  let pairs = 0;

  for (const run of runsOfPage(device)) {
    const { first, end, style, ink } = run;
    if (ink.isClipped && !isTiny(style)) for (let at = first; at < end; at++) doubtClip(device, at);
    if (ink.why !== undefined || isTiny(style)) continue;
    if (!ink.isUnsure && ink.color !== unknownColor && areas.length === 0 && !looksSame(ink.color, white))
      continue;

    pairs += areas.length + grounds.all.length;
    const isOver = hasMore || pairs > maxPairs;
    const box = boxOfRun(device, run);
    const near = isOver || last <= first ? [] : areas.filter((area) => area.at > first && meets(area, box));
    const below = isOver ? [] : grounds.all.filter((ground) => ground.at < end && meets(ground, box));

    for (let at = first; at < end; at++) {
      if (device.units[at] === 0x20 || device.hidden?.[at] || device.doubts?.[at]) continue;
      // Parts of ligatures, and marks, share the fate of their glyph.
      if (isPart(device, at)) device.doubts?.copyWithin(at, at - 1, at);
      else if (isOver || isCovered(device, at, run, near)) markDoubt(device, at, "covered");
      else if (ink.isUnsure || mayBeLost(device, at, run, below)) markDoubt(device, at, "color");
    }
  }
}

const isPart = ({ places }: TextDevice, at: number) =>
  places[4 * at] === places[4 * at + 2] && places[4 * at + 1] === places[4 * at + 3];

/** The clip is known as a box only, and letters reach beyond theirs. */
function doubtClip(device: TextDevice, at: number): void {
  if (device.units[at] === 0x20) return;
  device.hidden?.fill(0, at, at + 1);
  markDoubt(device, at, "clip");
}

function* blocksIn(device: TextDevice, { first, end, style }: Run): Generator<Paint> {
  for (let at = first; at < end; at++)
    if (blocks.test(String.fromCharCode(device.units[at] ?? 0))) yield { ...boxOf(device, at, style), at };
}

function boxOf({ places }: TextDevice, at: number, { left, top, right, bottom }: Run["style"]) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = places.subarray(4 * at, 4 * at + 4);
  return {
    x0: Math.min(x0, x1) + left,
    y0: Math.min(y0, y1) + top,
    x1: Math.max(x0, x1) + right,
    y1: Math.max(y0, y1) + bottom,
  };
}

/** Whether enough is painted over a character to hide it. */
function isCovered(device: TextDevice, at: number, { style }: Run, near: readonly Paint[]): boolean {
  if (near.length === 0) return false;
  const box = boxOf(device, at, style);
  const size = (box.x1 - box.x0) * (box.y1 - box.y0);
  let covered = 0;
  for (const area of near) {
    if (area.at <= at) continue;
    const width = Math.min(box.x1, area.x1) - Math.max(box.x0, area.x0);
    const height = Math.min(box.y1, area.y1) - Math.max(box.y0, area.y0);
    if (width > 0 && height > 0) covered += width * height;
    if (covered >= leastCovered * size) return true;
  }
  return false;
}

/** Whether the ground below a point of a character may have its color: each area that may be there, down to one that surely is. */
function mayBeLost(device: TextDevice, at: number, { style, ink }: Run, below: Grounds["all"]): boolean {
  const { color } = ink;
  if (color === unknownColor) return style.font.drawn !== true || below.length > 0;

  return pointsOf(device, at, style).every(([x, y]) => {
    for (let k = below.length - 1; k >= 0; k--) {
      const ground = below[k];
      if (ground === undefined || ground.at > at || !holds(ground, x, y)) continue;
      if (ground.color === unknownColor || looksSame(ground.color, color)) return true;
      if (ground.covers) return false;
    }
    return looksSame(color, white);
  });
}
