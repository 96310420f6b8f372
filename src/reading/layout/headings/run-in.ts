/** Headings on the first line of their paragraph. */

import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import { lineOf } from "../model/line.ts";
import { follows } from "../paragraphs/line-pairs.ts";
import * as t from "../tolerances/tolerances.ts";
import { isCaption } from "./heading-rules.ts";

const number = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3})+\.?$/;

/**
 * A heading on the first line of its paragraph: bold words, then a space wider than any other, then other words. It begins a
 * block, so nothing is close above it.
 */
export function splitRunIn(line: Line, before: Line | undefined, style: DocumentStyle): Line[] {
  if (!line.words[0]?.face.bold) return [line];
  const at = line.words.findIndex(({ face }) => !face.bold);
  const [end, next] = [line.words[at - 1], line.words[at]];
  if (at < 1 || !end || !next || style.bodyBold || line.rightToLeft) return [line];
  const gap = next.box.x0 - end.box.x1;
  // The space after a heading's number is as wide as that after the heading.
  const first = number.test(line.words[0].text) ? 2 : 1;
  const others = line.words.flatMap((word, k) =>
    k < first || k === at ? [] : [word.box.x0 - (line.words[k - 1]?.box.x1 ?? 0)],
  );
  if (gap < t.runInGap * line.size || gap < t.runInSpace * Math.max(0, ...others)) return [line];

  if (
    before &&
    follows(before, line, style) &&
    line.baseline - before.baseline < t.runInLeading * style.leading * line.size
  )
    return [line];

  const head = lineOf(line.words.slice(0, at), line, line.order);
  if (head.text.length > t.longSentence || isCaption(line.text)) return [line];
  return [{ ...head, runIn: true }, lineOf(line.words.slice(at), line, line.order)];
}
