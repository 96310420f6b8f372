/** The path that is being made (ISO 32000-2, 8.5), on the page: the box around it. */
import type { GraphicsState } from "./graphics-state.ts";

export class Path {
  x0 = Number.POSITIVE_INFINITY;
  y0 = Number.POSITIVE_INFINITY;
  x1 = Number.NEGATIVE_INFINITY;
  y1 = Number.NEGATIVE_INFINITY;
  /** Where a subpath begins, which counts once something leads on from there. */
  #moved = false;
  #moveX = 0;
  #moveY = 0;
  /** `W` was met: the path clips once it is painted. */
  clips = false;

  move({ a, b, c, d, e, f }: GraphicsState, x: number, y: number): void {
    this.#moved = true;
    this.#moveX = x * a + y * c + e;
    this.#moveY = x * b + y * d + f;
  }

  line(state: GraphicsState, x: number, y: number): void {
    this.#lead();
    this.#reach(state, x, y);
  }

  curve(state: GraphicsState, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    this.#lead();
    this.#reach(state, x1, y1);
    this.#reach(state, x2, y2);
    this.#reach(state, x3, y3);
  }

  close(): void {}

  rectangle(state: GraphicsState, x: number, y: number, width: number, height: number): void {
    this.move(state, x, y);
    this.line(state, x + width, y);
    this.line(state, x + width, y + height);
    this.line(state, x, y + height);
    this.close();
  }

  #lead(): void {
    if (!this.#moved) return;
    this.#moved = false;
    this.#include(this.#moveX, this.#moveY);
  }

  #reach({ a, b, c, d, e, f }: GraphicsState, x: number, y: number): void {
    this.#include(x * a + y * c + e, x * b + y * d + f);
  }

  #include(x: number, y: number): void {
    if (x < this.x0) this.x0 = x;
    if (x > this.x1) this.x1 = x;
    if (y < this.y0) this.y0 = y;
    if (y > this.y1) this.y1 = y;
  }

  /** After it was painted: clips where it is to, and begins anew. */
  end(state: GraphicsState): void {
    if (this.clips) state.clip(this.x0, this.y0, this.x1, this.y1);
    this.clips = false;
    this.#moved = false;
    this.x0 = Number.POSITIVE_INFINITY;
    this.y0 = Number.POSITIVE_INFINITY;
    this.x1 = Number.NEGATIVE_INFINITY;
    this.y1 = Number.NEGATIVE_INFINITY;
  }
}
