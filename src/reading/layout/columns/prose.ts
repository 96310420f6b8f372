/** Columns of body text, which look like tables if they share a line grid. */

import { width } from "../../../core/geometry.ts";
import type { Word } from "../../../core/page-layout.ts";
import * as t from "../tolerances/tables.ts";

const isWord = ({ text }: Word) => /\p{L}{2}/u.test(text);

/** Whether the lines of a column are body text: of words, and each as long as its column allows. */
export function areProse(lines: readonly { readonly words: readonly Word[] }[]): boolean {
  // The words of a page's text are made when they are asked for.
  if (lines.length < t.proseLines) return false;
  const end = Math.max(...lines.map(({ words }) => words.at(-1)?.box.x1 ?? 0));
  const running = lines.flatMap(({ words }, k) => {
    const [last, first] = [words.at(-1), lines[k + 1]?.words[0]];
    return last && first && words.filter(isWord).length >= t.proseWords ? [{ last, first }] : [];
  });
  const full = running.filter(
    ({ last, first }) => last.box.x1 + t.nextWord * first.size + width(first.box) > end,
  );
  return running.length >= t.proseLines && full.length >= t.proseFull * running.length;
}
