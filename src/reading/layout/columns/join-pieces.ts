/** Joins the pieces of a line. */

import type { Word } from "../../../core/page-layout.ts";
import { wordsText } from "../../lines/raw-line.ts";
import { leastSpace } from "../../lines/words/characters.ts";
import type { Line } from "../model/blocks.ts";
import { lineOf } from "../model/line.ts";
import { decide } from "../model/rule.ts";
import * as t from "../tolerances/tolerances.ts";
import { type LineEnd, pieceRules } from "./column-rules.ts";
import { leadsOn } from "./leaders.ts";

interface OpenLine extends LineEnd {
  readonly first: Line;
  readonly words: Word[];
  letters: number;
  size: number;
  baseline: number;
  right: number;
}

/** Joins consecutive lines on a baseline; `allowed`: the widest gap in font sizes. */
export function joinPieces(lines: readonly Line[], allowed = t.justifiedSpace): Line[] {
  const joined: OpenLine[] = [];

  for (const line of lines) {
    const { horizontal, rightToLeft, size, baseline, box, words, text } = line;
    const open = joined.at(-1);
    const reach = open && leadsOn(wordsText(open.words.slice(-4))) ? t.leaderSpace : allowed;
    if (!open || !decide(pieceRules, { end: open, next: line, allowed: reach })?.answer) {
      const [letters, right] = [text.length, box.x1];
      joined.push({
        first: line,
        words: [...words],
        horizontal,
        rightToLeft,
        size,
        baseline,
        letters,
        right,
      });
      continue;
    }
    const least = leastSpace(open.words.at(-1)?.text ?? "", text);
    const apart = box.x0 - open.right > least * Math.min(open.size, size);
    for (const [k, word] of words.entries())
      open.words.push(k === 0 ? { ...word, spaced: word.spaced || apart } : word);
    if (size === open.size) open.letters += text.length;
    else if (text.length > open.letters) Object.assign(open, { letters: text.length, size, baseline });
    open.right = Math.max(open.right, box.x1);
  }

  return joined.map(({ first, words }) =>
    words.length === first.words.length ? first : lineOf(words, first, first.order),
  );
}
