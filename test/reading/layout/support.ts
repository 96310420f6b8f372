/** Pages of placed words, as returned by an engine. */
import { expect } from "vitest";
import type { Drawing, HiddenReason, PageLayout, Piece, Tag, Word } from "../../../src/core/page-layout.ts";
import type { LayoutRule } from "../../../src/reading/layout/model/rule.ts";

/** Every rule has a reason, which is a sentence, and an example with its name. */
export function expectExamples(rules: readonly LayoutRule<never, unknown>[], examples: readonly string[]) {
  expect(rules.map(({ name }) => name)).toEqual(examples);
  for (const { why } of rules) expect(why).toMatch(/^["A-Z].*\.$/);
}

export interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly mono?: boolean;
  readonly uri?: string;
  readonly tag?: Tag;
  readonly hidden?: HiddenReason;
}

/** One piece, with letters half as wide as their size. `y` is its baseline. */
export function piece(x: number, y: number, text: string, style: Style = {}): Piece {
  const { size = 10, bold = false, italic = false, mono = false, uri, tag, hidden } = style;
  let at = x;
  const words = text.split(" ").map((part, k): Word => {
    const x0 = at;
    at += (part.length + 1) * size * 0.5;
    return {
      text: part,
      box: { x0, y0: y - 0.8 * size, x1: x0 + part.length * size * 0.5, y1: y + 0.2 * size },
      baseline: y,
      size,
      face: { name: "Test", bold, italic, mono },
      spaced: k > 0,
      uri,
      hidden,
    };
  });
  const box = { x0: x, y0: y - 0.8 * size, x1: at - size * 0.5, y1: y + 0.2 * size };
  return { words, box, baseline: y, size, horizontal: true, rightToLeft: false, tag };
}

export function layout(
  page: number,
  pieces: readonly Piece[],
  drawings: readonly Drawing[] = [],
): PageLayout {
  return { page, width: 600, height: 800, pieces, images: [], drawings };
}

export const rule = (x0: number, y0: number, x1: number, y1: number): Drawing => ({
  box: { x0, y0, x1, y1 },
  stroked: true,
});

/** Lines of running text with `width` letters each. */
export function prose(x: number, y: number, lines: number, style: Style = {}, width = 60): Piece[] {
  const words = "the quick brown fox jumps over lazy dogs while seven wizards watch".split(" ");
  return Array.from({ length: lines }, (_, at) => {
    let text = at === 0 ? "Here" : "and";
    for (let k = at; text.length < width; k += 1) text += ` ${words[k % words.length]}`;
    const cut = at === lines - 1 ? `${text.slice(0, width / 2).trimEnd()}.` : text.slice(0, width).trimEnd();
    return piece(x, y + at * 12, cut.endsWith(" ") ? `${cut}x` : cut, style);
  });
}
