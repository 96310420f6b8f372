/** Whether a character can be seen within a clip: fonts' shapes are not read, so where they reach is estimated by the character. */
import type { GraphicsState } from "./graphics-state.ts";
import type { ShownFont } from "./shown-font.ts";
import type { Style } from "./style.ts";

const descending = new Set("gjpqyQ,;()[]{}|/@_§$çßфрруцщ");
const small = new Set("acemnorsuvwxzgpqyавгезийклмнопрстухчшыьэюя");
const raised = new Set("'\"*^`´¨°‘’“”¹²³");

/** Arabic letters with a tail far below the line, and what stands far above it. */
const deep = new Set("محجخعغچ");
const raisedArabic = /[\u0622\u0623\u064b-\u0652]/;

/** How far the shape of a character reaches below and above the baseline, in ems. */
function extent(code: number, { ascender, descender }: ShownFont): readonly [number, number] {
  const character = String.fromCodePoint(code);
  if (raised.has(character)) return [0.42, 0.68];
  if (character === ".") return [0, 0.09];
  if (character === "-" || character === "\u2010" || character === "\u2013" || character === "\u2014")
    return [0.2, 0.28];
  if (character === "_") return [-0.12, -0.06];
  const low = descending.has(character) ? -0.2 : 0;
  if (character === ",") return [-0.12, 0.09];
  if (small.has(character)) return [low, 0.46];
  if (code >= 0x590 && code < 0x900) {
    const low = deep.has(character) ? 0.85 * descender : -0.3;
    return [low, raisedArabic.test(character) ? 0.95 * ascender : 0.75];
  }
  if (code >= 0x900 && code < 0x1000) return [-0.25, 0.75];
  if (code >= 0x2e80) return [-0.06, 0.8];
  return [low, 0.66];
}

/** Whether any of a character is within the clip, in which text of the page is read. */
export function isVisible(
  state: GraphicsState,
  style: Style,
  code: number,
  x: number,
  y: number,
  advance: number,
): boolean {
  const { clipX0, clipY0, clipX1, clipY1 } = state;
  if (code === 0x20) return x > clipX0 && x < clipX1 && y > clipY0 && y < clipY1;
  const margin = style.size * 0.3;
  if (x >= clipX0 && x < clipX1 - margin && y <= clipY1 && y > clipY0 + margin && clipX1 > x) {
    if (style.emX > 0 && style.d < 0) return true;
  }
  const [low, high] = extent(code, style.font);
  const width = style.font.vertical ? 1 : Math.abs(advance);
  const [left, right] = [0.06 * width, 0.94 * width];
  const { a, b, c, d } = style;
  const xs = [a * left + c * low, a * right + c * low, a * left + c * high, a * right + c * high];
  const ys = [b * left + d * low, b * right + d * low, b * left + d * high, b * right + d * high];
  return !(
    x + Math.max(...xs) <= clipX0 ||
    y + Math.max(...ys) <= clipY0 ||
    x + Math.min(...xs) >= clipX1 ||
    y + Math.min(...ys) >= clipY1
  );
}
