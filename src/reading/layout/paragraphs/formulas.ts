/** Displayed formulas: separate from the text, with more symbols and letters than words. */

import type { Line } from "../model/blocks.ts";
import * as t from "../tolerances/tolerances.ts";

/** Relations between two sides. */
const relation = /[\p{L}\p{N})\]}|′'] ?[=≈≠≤≥≡≜∝∼→⇒⇔∈⊆⊂] ?[\p{L}\p{N}([{|∑∏∫√∇−+-]/u;
const bracketed = /\([^()]*\)|\[[^[\]]*\]/g;
const functions = /^(?:sinh?|cosh?|tanh?|arg|log|exp|max|min|lim|mod|det|sgn|sqrt|where|with|else|sonst)$/iu;

/** Whether a text's symbols make it a formula. */
export function saysFormula(text: string): boolean {
  // Text in brackets explains something else: (n = 270).
  if (text.length > t.formulaLength || !relation.test(text.replaceAll(bracketed, "()"))) return false;
  const words = (text.match(/\p{L}{3,}/gu) ?? []).filter((word) => !functions.test(word));
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters <= t.formulaWords * text.replaceAll(/\s/g, "").length && !/https?:|[;{}]\s*$/.test(text);
}

/** Whether lines are indented from their column's left edge, as displayed formulas are. */
export const isDisplayed = (lines: readonly Line[], { left }: { readonly left: number }): boolean =>
  lines.every(
    ({ box, size, horizontal, mono, rightToLeft }) =>
      horizontal && !mono && !rightToLeft && box.x0 - left > t.formulaInset * size,
  );
