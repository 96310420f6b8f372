/** Decides which monospaced lines are code. */

import { signs } from "../../lines/words/list-marks.ts";
import { markerOf } from "../markers/marker-rules.ts";
import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import * as t from "../tolerances/tolerances.ts";
import { follows } from "./line-pairs.ts";

export function codeGoesOn(last: Line, line: Line): boolean {
  const pitch = line.baseline - last.baseline;
  return pitch > 0 && pitch < t.codePitch * line.size && Math.abs(last.size - line.size) < t.codeSize;
}

/** Bullets that aren't code characters. */
const dots = new RegExp(`^[${signs}]$`, "u");

/** Names of code may head sections, in large type that code itself never has. */
export const isNameHeading = ({ bold, size }: Line, { bodySize }: DocumentStyle): boolean =>
  size >= (bold ? t.titleScale : t.muchLarger) * bodySize;

/** Whether a separate monospaced line is code rather than part of a sentence. */
export function standsAsCode(lines: readonly Line[], at: number, style: DocumentStyle): boolean {
  const line = lines[at];
  if (!line?.mono || style.bodyMono || !line.horizontal || isNameHeading(line, style)) return false;
  // Code has no bullets: a list item may begin with, and be, a name.
  const marker = markerOf(line);
  if (marker && dots.test(marker.text)) return false;

  // A sentence may contain whole lines of code.
  const before = lines[at - 1];
  if (!before || before.mono || !follows(before, line, style)) return true;
  const starts = [before.box.x0, markerOf(before)?.textFrom ?? before.box.x0];
  return !starts.some((x) => Math.abs(x - line.box.x0) < t.edgePoints);
}
