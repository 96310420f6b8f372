/** Whether a character is visible within a clip. Glyph shapes aren't read: the typical extent of letters represents them. */
import type { GraphicsState } from "./graphics-state.ts";
import type { Style } from "./style.ts";

/** In ems: the height of most letters. */
const height = 0.5;
/** As a fraction of the advance: the empty margins of a letter. */
const side = 0.1;

/** Whether any part of a character at (x, y) is within the clip. */
export function isVisible(
  state: GraphicsState,
  style: Style,
  x: number,
  y: number,
  advance: number,
): boolean {
  const { a, b, c, d, font } = style;
  const wide = font.vertical ? 1 : advance;
  const ax = x + a * wide * side;
  const ay = y + b * wide * side;
  const bx = x + a * wide * (1 - side) + c * height;
  const by = y + b * wide * (1 - side) + d * height;
  const { clipX0, clipY0, clipX1, clipY1 } = state;

  return (
    Math.max(ax, bx) > clipX0 &&
    Math.min(ax, bx) < clipX1 &&
    Math.max(ay, by) > clipY0 &&
    Math.min(ay, by) < clipY1
  );
}
