/** Images and drawings on a page as blocks among those of its text: MuPDF's images and vectors. */

import type { Box } from "../../../core/page-layout.ts";
import { transformBox } from "../../../document/pages/matrix.ts";
import { type GraphicsState, matrixOf, unitSquare } from "../state/graphics-state.ts";
import { type Path, steps } from "../state/path.ts";
import type { PaintedBlock } from "./blocks.ts";

/** In points: coordinates this close are equal. */
const same = 0.00001;
/** A more transparent image is a watermark or an effect. */
const leastAlpha = 0.5;

type Rectangle = { -readonly [Side in keyof Box]: number };

const nowhere = (): Rectangle => ({ x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity });
const isSomewhere = ({ x0, y0, x1, y1 }: Rectangle) => x0 <= x1 && y0 <= y1;
const isSame = (a: number, b: number) => Math.abs(a - b) < same;

function include(box: Rectangle, x: number, y: number): void {
  box.x0 = Math.min(box.x0, x);
  box.y0 = Math.min(box.y0, y);
  box.x1 = Math.max(box.x1, x);
  box.y1 = Math.max(box.y1, y);
}

/** The unclipped part of a box: its ends cross if there is none. */
const clipped = ({ x0, y0, x1, y1 }: Rectangle, state: GraphicsState): Rectangle => ({
  x0: Math.max(x0, state.clipX0),
  y0: Math.max(y0, state.clipY0),
  x1: Math.min(x1, state.clipX1),
  y1: Math.min(y1, state.clipY1),
});

/** The blocks that one path adds. */
interface Adding {
  readonly state: GraphicsState;
  readonly stroked: boolean;
  /** Half the line width. */
  readonly half: number;
}

interface Canvas {
  addBlock(block: PaintedBlock): void;
}

export class Painter {
  readonly #canvas: Canvas;

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
  }

  /** An image in the unit square. */
  image(state: GraphicsState): void {
    if (state.fillAlpha < leastAlpha) return;
    const { x0, y0, x1, y1 } = clipped(transformBox(matrixOf(state), unitSquare), state);
    const shown = nowhere();
    include(shown, x0, y0);
    include(shown, x1, y1);
    this.#canvas.addBlock({ kind: "image", box: shown });
  }

  /** A shading covers everything that isn't clipped. */
  shading(state: GraphicsState): void {
    const { fillAlpha, clipX0: x0, clipY0: y0, clipX1: x1, clipY1: y1 } = state;
    if (fillAlpha < leastAlpha || x0 >= x1 || y0 >= y1) return;
    this.#canvas.addBlock({ kind: "image", box: { x0, y0, x1, y1 } });
  }

  fill(path: Path, state: GraphicsState): void {
    this.#path(path, { state, stroked: false, half: 0 });
  }

  stroke(path: Path, state: GraphicsState): void {
    this.#path(path, { state, stroked: true, half: state.lineWidth / 2 });
  }

  /** Each subpath that is a rectangle or a straight horizontal or vertical line separately; all others as one. */
  #path({ steps: list, points }: Path, adding: Adding): void {
    const rest = nowhere();
    let corners: number[] = [];
    let plain = true;
    let bounds = nowhere();

    const finish = () => {
      const whole = bounds;
      bounds = nowhere();
      if (plain && isRectangle(corners)) {
        this.#add(whole, adding);
        return;
      }

      const part = clipped(whole, adding.state);
      if (isSomewhere(part)) {
        include(rest, part.x0, part.y0);
        include(rest, part.x1, part.y1);
      }

      plain = false;
    };

    let at = 0;
    for (const step of list) {
      if (step === steps.close) {
        finish();
        plain = true;
        corners = [];
        continue;
      }
      if (step === steps.curve) {
        for (let k = 0; k < 3; k++, at += 2) include(bounds, points[at] ?? 0, points[at + 1] ?? 0);
        plain = false;
        continue;
      }
      const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
      at += 2;
      if (step === steps.move) {
        finish();
        corners = [x, y];
        plain = true;
        bounds = { x0: x, y0: y, x1: x, y1: y };
      } else {
        include(bounds, x, y);
        if (plain) plain = addCorner(corners, x, y);
      }
    }

    finish();
    this.#add(rest, adding);
  }

  #add(box: Rectangle, { state, stroked, half }: Adding): void {
    if (!stroked && (box.x0 >= box.x1 || box.y0 >= box.y1)) return;
    if (!isSomewhere(box)) return;
    const wide = { x0: box.x0 - half, y0: box.y0 - half, x1: box.x1 + half, y1: box.y1 + half };
    const shown = clipped(wide, state);
    if (isSomewhere(shown)) this.#canvas.addBlock({ kind: "drawing", box: shown, stroked });
  }
}

/** Adds a corner of a subpath; false once it can't be a rectangle any more. */
function addCorner(corners: number[], x: number, y: number): boolean {
  const count = corners.length / 2;
  const [lastX, lastY] = [corners[2 * count - 2] ?? 0, corners[2 * count - 1] ?? 0];
  if (count > 0 && isSame(lastX, x) && isSame(lastY, y)) return true;

  if (count >= 2) {
    const [beforeX, beforeY] = [corners[2 * count - 4] ?? 0, corners[2 * count - 3] ?? 0];
    const continues = (a: number, b: number, c: number) => (a <= b && b <= c) || (a >= b && b >= c);
    if (isSame(x, lastX) && isSame(lastX, beforeX) && continues(y, lastY, beforeY)) {
      corners[corners.length - 1] = y;
      return true;
    }
    if (isSame(y, lastY) && isSame(lastY, beforeY) && continues(x, lastX, beforeX)) {
      corners[corners.length - 2] = x;
      return true;
    }
  }

  if (count < 4 || (count === 4 && isSame(corners[0] ?? 0, x) && isSame(corners[1] ?? 0, y))) {
    corners.push(x, y);
    return true;
  }

  return false;
}

/** Whether corners form an axis-aligned rectangle, or a straight horizontal or vertical line. */
function isRectangle(corners: readonly number[]): boolean {
  const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0] = corners;
  let count = corners.length / 2;
  if (count === 3 && isSame(ax, cx) && isSame(ay, cy)) count = 2;
  if (count === 2) return isSame(ax, bx) || isSame(ay, by);
  if (count !== 4 && count !== 5) return false;
  return (
    (isSame(ax, bx) && isSame(cx, dx) && isSame(ay, dy) && isSame(by, cy)) ||
    (isSame(ax, dx) && isSame(bx, cx) && isSame(ay, by) && isSame(cy, dy))
  );
}
