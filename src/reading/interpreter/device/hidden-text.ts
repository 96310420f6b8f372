/**
 * Finds invisible characters on a page, and why they are: tiny, transparent, in the color of their background, or painted
 * over. Answers report it, since such text may be meant only for machines.
 */
import { getOrInsert } from "../../../core/collections/maps.ts";
import { partitionPoint } from "../../../core/collections/partition-point.ts";
import { type Box, type Doubt, doubts, type HiddenReason, hiddenReasons } from "../../../core/page-layout.ts";
import type { PageSize } from "../../../core/readers.ts";
import type { Ground, Grounds } from "../state/grounds.ts";
import { looksSame, unknownColor, white } from "../state/ink.ts";
import type { Style } from "../state/style.ts";
import type { TextInk } from "../state/text-inks.ts";
import { flatBlocks, type Stretch } from "./blocks.ts";
import type { TextDevice } from "./text-device.ts";

/** In points: nobody reads smaller letters. */
const leastSize = 1;
/** Positions at which a character is checked: fractions of its width, and of its height above the line. */
const along = [0.2, 0.5, 0.8];
const above = 0.3;
/** Maximum pairs of areas and texts to compare: the rest of a page with more than people draw isn't judged. */
const maxPairs = 20_000_000;

/** A character's value in `device.hidden`: 0 if visible, otherwise the index of the reason plus 1. */
const codeOf = (reason: HiddenReason) => hiddenReasons.indexOf(reason) + 1;

export const reasonOf = (code: number | undefined): HiddenReason | undefined =>
  hiddenReasons[(code ?? 0) - 1];

export const doubtOf = (code: number | undefined): Doubt | undefined => doubts[(code ?? 0) - 1];

export function markDoubt(device: TextDevice, at: number, doubt: Doubt): void {
  device.doubts ??= new Uint8Array(2 * device.count);
  device.doubts[at] = doubts.indexOf(doubt) + 1;
}

/** Adjacent characters in one style and ink. */
export interface Run extends Stretch {
  readonly style: Style;
  readonly ink: TextInk;
}

/** All runs of a page, before its characters are put into reading order. */
export function* runsOfPage(device: TextDevice): Generator<Run> {
  for (const { block } of flatBlocks(device.page)) {
    if (block.kind !== "text") continue;
    for (const line of block.lines)
      for (const stretch of [line, ...(line.more ?? [])]) yield* runsOf(device, stretch);
  }
}

function* runsOf({ style: styleOf, styles, inks }: TextDevice, { first, end }: Stretch): Generator<Run> {
  const again = inks.again.size > 0 ? inks.again : undefined;
  let inkAt = Math.max(0, partitionPoint(inks.list.length, (k) => (inks.list[k]?.at ?? 0) <= first) - 1);

  for (let at = first; at < end; ) {
    const from = at;
    const ink = again?.get(from) ?? inks.list[inkAt];
    const until = Math.min(end, inks.list[inkAt + 1]?.at ?? end);
    at += 1;
    while (at < until && styleOf[at] === styleOf[from] && (again?.get(at) ?? inks.list[inkAt]) === ink)
      at += 1;
    if (at === inks.list[inkAt + 1]?.at) inkAt += 1;
    const style = styles[styleOf[from] ?? 0];
    if (style && ink) yield { first: from, end: at, style, ink };
  }
}

/** Marks the invisible characters on a page of this size, before they are put into reading order. */
export function findHidden(device: TextDevice, grounds: Grounds, { width, height }: PageSize): void {
  const judge = new Judge(device, grounds, width, height);
  if (!judge.mayFind()) return;
  for (const run of runsOfPage(device)) judge.judge(run);
}

/** A box around a run, with some room. */
export function boxOfRun({ places }: TextDevice, { first, end, style: { size } }: Run): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];

  for (let at = 4 * first; at < 4 * end; at += 2) {
    const x = places[at] ?? 0;
    const y = places[at + 1] ?? 0;
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }

  return { x0: x0 - size, y0: y0 - size, x1: x1 + size, y1: y1 + size };
}

export const meets = (one: Box, other: Box) =>
  one.x0 < other.x1 && one.x1 > other.x0 && one.y0 < other.y1 && one.y1 > other.y0;

class Judge {
  readonly #device: TextDevice;
  readonly #grounds: readonly Ground[];
  readonly #isScan: boolean;
  /** Background colors on the page that some text may be lost on. */
  readonly #lost = new Map<number, boolean>();
  /** How many characters were painted before the last covering area. */
  readonly #lastCover: number;
  #pairs = 0;

  constructor(device: TextDevice, grounds: Grounds, width: number, height: number) {
    this.#device = device;
    this.#grounds = grounds.all;
    this.#isScan = grounds.isScan(width, height);
    this.#lastCover = grounds.all.reduce((last, { covers, at }) => (covers ? Math.max(last, at) : last), 0);
  }

  /** Whether anything can be hidden at all: on most pages nothing. */
  mayFind(): boolean {
    const { inks, styles } = this.#device;
    return (
      this.#lastCover > 0 ||
      inks.list.some(({ why, color }) => why !== undefined || this.#mayBeLost(color)) ||
      styles.some(isTiny)
    );
  }

  #mayBeLost(color: number): boolean {
    const onGround = (ground: Ground) => looksSame(color, ground.color);
    return getOrInsert(this.#lost, color, () => looksSame(color, white) || this.#grounds.some(onGround));
  }

  judge(run: Run): void {
    const { first, end, style, ink } = run;

    if (isTiny(style)) this.#mark(first, end, "size");
    else if (ink.why !== undefined && ink.why !== "invisible") this.#mark(first, end, ink.why);
    else {
      if (ink.why === undefined && !this.#mayBeLost(ink.color) && this.#lastCover <= first) return;
      const near = this.#near(run);
      const isLost = looksSame(ink.color, white) || near.some(({ color }) => looksSame(ink.color, color));
      if (ink.why === undefined && !isLost && !near.some(({ covers, at }) => covers && at > first)) return;
      for (let at = first; at < end; at++) {
        const why = this.#reason(at, run, near, isLost);
        if (why !== undefined) this.#mark(at, at + 1, why);
      }
    }
  }

  #mark(first: number, end: number, reason: HiddenReason): void {
    const { device, code } = { device: this.#device, code: codeOf(reason) };
    // Lines put into reading order have a copy of their characters.
    device.hidden ??= new Uint8Array(2 * device.count);
    device.hidden.fill(code, first, end);
  }

  #recognized(at: number): void {
    this.#device.recognized += 1;
    markDoubt(this.#device, at, "layer");
  }

  /** The areas that a run may be on, or under. */
  #near(run: Run): readonly Ground[] {
    this.#pairs += this.#grounds.length;
    if (this.#pairs > maxPairs) return [];
    const box = boxOfRun(this.#device, run);
    return this.#grounds.filter((ground) => meets(ground, box));
  }

  #reason(
    at: number,
    { style, ink }: Run,
    near: readonly Ground[],
    isLost: boolean,
  ): HiddenReason | undefined {
    const { units } = this.#device;
    if (units[at] === 0x20 || this.#pairs > maxPairs) return undefined;
    const later = near.filter((ground) => ground.covers && ground.at > at);
    if (ink.why === undefined && later.length === 0 && !isLost) return undefined;

    const points = pointsOf(this.#device, at, style);
    const inAny = (grounds: readonly Ground[]) =>
      points.every(([x, y]) => grounds.some((ground) => holds(ground, x, y)));

    if (ink.why === "invisible") {
      if (!inAny(near.filter(({ image }) => image))) return "invisible";
      this.#recognized(at);
      return undefined;
    }

    const isRecognized = this.#isScan && inAny(later.filter(({ image }) => image));
    if (isRecognized) {
      this.#recognized(at);
      return undefined;
    }
    if (inAny(later)) return "covered";
    const earlier = near.filter((ground) => ground.at <= at);

    return isLost && points.every(([x, y]) => isLostAt(earlier, ink.color, x, y)) ? "color" : undefined;
  }
}

/** Points in a character. */
export function pointsOf({ places }: TextDevice, at: number, { font, c, d }: Style) {
  const [beginX = 0, beginY = 0, endX = 0, endY = 0] = places.subarray(4 * at, 4 * at + 4);
  const up = font.vertical ? 0 : above;
  return along.map((part): readonly [number, number] => [
    beginX + part * (endX - beginX) + up * c,
    beginY + part * (endY - beginY) + up * d,
  ]);
}

export const isTiny = ({ font, size }: Style) => size < leastSize && font.drawn !== true;

export const holds = ({ x0, y0, x1, y1 }: Ground, x: number, y: number) =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1;

/** Whether the background at a point has the text's color; if an area may not be filled there, both possibilities are checked. */
function isLostAt(earlier: readonly Ground[], color: number, x: number, y: number): boolean {
  if (color === unknownColor) return false;
  for (let at = earlier.length - 1; at >= 0; at--) {
    const ground = earlier[at];
    if (ground === undefined || !holds(ground, x, y)) continue;
    if (!looksSame(ground.color, color)) return false;
    if (ground.covers) return true;
  }
  return looksSame(color, white);
}
