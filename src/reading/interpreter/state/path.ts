/** The current path (ISO 32000-2, 8.5) on the page: its bounding box and its points. */
import type { Box } from "../../../core/page-layout.ts";
import { clip, type GraphicsState } from "./graphics-state.ts";

/** In user space units: a line that rises less is meant to be horizontal. */
const level = 0.01;

/** Steps of a path; a curve has three points, `close` none. */
export const steps = { move: 0, line: 1, curve: 2, close: 3 } as const;

const isUpright = ({ a, b, c, d }: GraphicsState) => (b === 0 && c === 0) || (a === 0 && d === 0);

export class Path {
  x0 = Number.POSITIVE_INFINITY;
  y0 = Number.POSITIVE_INFINITY;
  x1 = Number.NEGATIVE_INFINITY;
  y1 = Number.NEGATIVE_INFINITY;
  /** Axis-aligned rectangles among the finished subpaths. Undefined if there are other shapes. */
  #rectangles: Box[] | undefined = [];
  /** For the open subpath: the number of points after its first, and whether it follows the page's axes. */
  #corners = 0;
  #straight = true;
  #subX0 = Number.POSITIVE_INFINITY;
  #subY0 = Number.POSITIVE_INFINITY;
  #subX1 = Number.NEGATIVE_INFINITY;
  #subY1 = Number.NEGATIVE_INFINITY;
  /** `W` was used: the path clips once painted. */
  clips = false;
  /** Steps and their points on the page. */
  readonly steps: number[] = [];
  readonly points: number[] = [];
  /** The last step; -1 if none. */
  #last = -1;
  /** The current point and the subpath's start in user space; the latter on the page too. */
  #x = 0;
  #y = 0;
  #beginX = 0;
  #beginY = 0;
  #pageX = 0;
  #pageY = 0;

  /** The path's axis-aligned rectangles; undefined if it has other parts. */
  get rectangles(): readonly Box[] | undefined {
    this.#endSubpath();
    return this.#rectangles;
  }

  get bounds(): Box {
    const { x0, y0, x1, y1 } = this;
    return { x0, y0, x1, y1 };
  }

  #endSubpath(): void {
    if (this.#corners === 0) return;
    const isRectangle = this.#straight && (this.#corners === 3 || this.#corners === 4);
    if (isRectangle)
      this.#rectangles?.push({ x0: this.#subX0, y0: this.#subY0, x1: this.#subX1, y1: this.#subY1 });
    else this.#rectangles = undefined;
    this.#corners = 0;
    this.#straight = true;
    this.#subX0 = this.#subY0 = Number.POSITIVE_INFINITY;
    this.#subX1 = this.#subY1 = Number.NEGATIVE_INFINITY;
  }

  move({ a, b, c, d, e, f }: GraphicsState, x: number, y: number): void {
    this.#endSubpath();
    this.#pageX = x * a + y * c + e;
    this.#pageY = x * b + y * d + f;
    this.#x = this.#beginX = x;
    this.#y = this.#beginY = y;

    // Of consecutive moves, the last one counts.
    if (this.#last === steps.move) this.points.length -= 2;
    else this.steps.push(steps.move);
    this.points.push(this.#pageX, this.#pageY);
    this.#last = steps.move;
  }

  line(state: GraphicsState, x: number, y: number): void {
    // Without a start there is no line; nor to the current point.
    if (this.#last < 0) return;

    if (this.#last === steps.move) this.#include(this.#pageX, this.#pageY);
    else if (this.#x === x && this.#y === y) return;
    this.steps.push(steps.line);
    this.#last = steps.line;
    if (this.#straight)
      this.#straight = isUpright(state) && (Math.abs(x - this.#x) <= level || Math.abs(y - this.#y) <= level);
    this.#corners += 1;
    this.#point(state, x, y);
    this.#x = x;
    this.#y = y;
  }

  curve(state: GraphicsState, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    if (this.#last < 0) return;
    if (this.#last === steps.move) this.#include(this.#pageX, this.#pageY);
    this.steps.push(steps.curve);
    this.#last = steps.curve;
    this.#corners += 1;
    this.#straight = false;
    this.#point(state, x1, y1);
    this.#point(state, x2, y2);
    this.#point(state, x3, y3);
    this.#x = x3;
    this.#y = y3;
  }

  close(): void {
    if (this.#last < 0 || this.#last === steps.close) return;
    this.steps.push(steps.close);
    this.#last = steps.close;
    this.#x = this.#beginX;
    this.#y = this.#beginY;
  }

  rectangle(state: GraphicsState, x: number, y: number, width: number, height: number): void {
    const [right, top] = [x + width, y + height];
    this.move(state, x, y);
    this.#include(this.#pageX, this.#pageY);
    this.steps.push(steps.line, steps.line, steps.line);
    this.#point(state, right, y);
    this.#point(state, right, top);
    this.#point(state, x, top);
    this.#corners = 3;
    this.#straight = isUpright(state);
    this.#last = steps.line;
    this.close();
  }

  #point({ a, b, c, d, e, f }: GraphicsState, x: number, y: number): void {
    const pageX = x * a + y * c + e;
    const pageY = x * b + y * d + f;
    this.points.push(pageX, pageY);
    this.#include(pageX, pageY);
  }

  #include(x: number, y: number): void {
    if (x < this.x0) this.x0 = x;
    if (x > this.x1) this.x1 = x;
    if (y < this.y0) this.y0 = y;
    if (y > this.y1) this.y1 = y;
    if (x < this.#subX0) this.#subX0 = x;
    if (x > this.#subX1) this.#subX1 = x;
    if (y < this.#subY0) this.#subY0 = y;
    if (y > this.#subY1) this.#subY1 = y;
  }

  /** After painting: clips if requested, and starts over. */
  end(state: GraphicsState): void {
    if (this.clips) {
      clip(state, this);
      if (this.rectangles?.length !== 1) state.clipsByBox = false;
    }
    this.clips = false;
    this.#endSubpath();
    if (this.#rectangles?.length !== 0) this.#rectangles = [];
    this.#last = -1;
    this.x0 = Number.POSITIVE_INFINITY;
    this.y0 = Number.POSITIVE_INFINITY;
    this.x1 = Number.NEGATIVE_INFINITY;
    this.y1 = Number.NEGATIVE_INFINITY;
    this.steps.length = 0;
    this.points.length = 0;
  }
}
