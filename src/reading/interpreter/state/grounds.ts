/** Painted areas on a page: backgrounds of text, and areas that may cover it. */
import { contains } from "../../../core/geometry.ts";
import type { Box } from "../../../core/page-layout.ts";
import { transformBox } from "../../../document/pages/matrix.ts";
import { type GraphicsState, matrixOf, unitSquare } from "./graphics-state.ts";
import { unknownColor } from "./ink.ts";
import type { Path } from "./path.ts";

/** In points: anything smaller in one direction is a rule, and hides nothing. */
const least = 3;
/** Maximum areas kept per page: later ones hide nothing. */
const maxGrounds = 20_000;
/** Maximum rectangles of a path to compare: if more overlap, it is unknown which are filled. */
const maxRectangles = 16;
/** The share of a page covered by images in a scan, under which recognized text lies. */
const scanShare = 0.5;
/** From here on, nothing shows through. */
const opaque = 0.99;

export interface Ground extends Box {
  /** How many characters were painted before it. */
  readonly at: number;
  readonly color: number;
  /** Whether it fills its whole box, and nothing shows through. */
  readonly covers: boolean;
  readonly image: boolean;
}

/** Maximum painted areas kept per page: on a page with more, any text may be covered. */
const maxPaints = 50_000;

/** Anything painted: the box around it, and how many characters were painted before it. */
export interface Paint extends Box {
  readonly at: number;
}

const area = ({ x0, y0, x1, y1 }: Box) => (x1 - x0) * (y1 - y0);

export class Grounds {
  readonly all: Ground[] = [];
  /** Everything painted but text, however small or transparent, if `keepsPaints`. Not all of it if `hasMore`. */
  readonly paints: Paint[] = [];
  keepsPaints = false;
  hasMore = false;
  readonly #count: () => number;
  #imageArea = 0;

  /** `count`: the number of characters painted so far. */
  constructor(count: () => number) {
    this.#count = count;
  }

  /** Something is painted within a box. */
  paint(box: Box, state: GraphicsState): void {
    if (!this.keepsPaints) return;
    const x0 = Math.max(box.x0, state.clipX0);
    const y0 = Math.max(box.y0, state.clipY0);
    const x1 = Math.min(box.x1, state.clipX1);
    const y1 = Math.min(box.y1, state.clipY1);
    if (!(x0 <= x1 && y0 <= y1)) return;
    if (this.paints.length < maxPaints) this.paints.push({ x0, y0, x1, y1, at: this.#count() });
    else this.hasMore = true;
  }

  fill(path: Path, state: GraphicsState): void {
    this.paint(path.bounds, state);
    const { ink, fillAlpha } = state;
    if (path.x1 - path.x0 < least || path.y1 - path.y0 < least) return;
    const covers = ink.plain && fillAlpha >= opaque;
    // A barely visible color isn't a background.
    if (ink.plain && fillAlpha <= 1 - opaque) return;
    const color = covers ? ink.fill : unknownColor;
    const boxes = path.rectangles;
    if (boxes === undefined || !areApart(boxes)) this.#add(path.bounds, state, { color, covers: false });
    else for (const box of boxes) this.#add(box, state, { color, covers: covers && color !== unknownColor });
  }

  /** Wide lines are areas too; outlines of rectangles aren't, since nothing is filled. */
  stroke(path: Path, state: GraphicsState): void {
    const { a, b, c, d, lineWidth, ink } = state;
    const half = (lineWidth * Math.sqrt(Math.abs(a * d - b * c))) / 2;
    const { x0, y0, x1, y1 } = path.bounds;
    const box = { x0: x0 - half, y0: y0 - half, x1: x1 + half, y1: y1 + half };
    this.paint(box, state);
    if (2 * half < least || path.rectangles?.length) return;
    this.#add(box, state, { color: ink.plain ? ink.stroke : unknownColor, covers: false });
  }

  image(state: GraphicsState, isOpaque: boolean): void {
    const { b, c, ink, fillAlpha } = state;
    const upright = (b === 0 && c === 0) || (state.a === 0 && state.d === 0);
    const covers = isOpaque && upright && ink.plain && fillAlpha >= opaque;
    const box = transformBox(matrixOf(state), unitSquare);
    this.paint(box, state);
    this.#add(box, state, { color: unknownColor, covers, image: true });
  }

  /** A shading, or anything else within the clip. */
  shading(state: GraphicsState): void {
    const { clipX0: x0, clipY0: y0, clipX1: x1, clipY1: y1 } = state;
    this.paint({ x0, y0, x1, y1 }, state);
    this.#add({ x0, y0, x1, y1 }, state, { color: unknownColor, covers: false });
  }

  /** Whether images cover most of the page: text they cover is then their recognized text. */
  isScan(width: number, height: number): boolean {
    return this.#imageArea > scanShare * width * height;
  }

  #add(
    box: Box,
    state: GraphicsState,
    how: { readonly color: number; readonly covers: boolean; readonly image?: boolean },
  ): void {
    const x0 = Math.max(box.x0, state.clipX0);
    const y0 = Math.max(box.y0, state.clipY0);
    const x1 = Math.min(box.x1, state.clipX1);
    const y1 = Math.min(box.y1, state.clipY1);
    if (!(x1 - x0 >= least && y1 - y0 >= least)) return;

    const { color, image = false } = how;
    const covers = how.covers && state.clipsByBox;
    const ground = { x0, y0, x1, y1, at: this.#count(), color, covers, image };
    if (image) this.#imageArea += area(ground);

    // Nothing was written between them: the lower one is completely hidden.
    for (let last = this.all.at(-1); covers && last?.at === ground.at; last = this.all.at(-1)) {
      if (!contains(ground, last) || last.image) break;
      this.all.pop();
    }

    if (this.all.length < maxGrounds) this.all.push(ground);
  }
}

/** Whether no two rectangles of a path overlap: otherwise the fill rule may leave holes (8.5.3.3). */
function areApart(boxes: readonly Box[]): boolean {
  if (boxes.length > maxRectangles) return false;
  return boxes.every((one, at) =>
    boxes
      .slice(at + 1)
      .every((other) => one.x1 <= other.x0 || other.x1 <= one.x0 || one.y1 <= other.y0 || other.y1 <= one.y0),
  );
}
