/** Code: lines as printed, indentation from their left edges, empty lines from the space between them. */

import { median } from "../../core/geometry.ts";
import type { Line } from "../layout/model/blocks.ts";

export function codeText(lines: readonly Line[]): string {
  const widths = lines.flatMap((line) =>
    line.words.flatMap(({ text, box }) => (text.length > 2 ? [(box.x1 - box.x0) / [...text].length] : [])),
  );
  const [first] = lines;
  if (!first) return "";

  const step = median(widths) || first.size * 0.6;
  const pitches = lines
    .slice(1)
    .map((line, at) => line.baseline - (lines[at]?.baseline ?? 0))
    .filter((pitch) => pitch > 0);
  const pitch = pitches.reduce((least, own) => Math.min(least, own), 3 * first.size);
  // Each column has its own left edge: code may continue in the next one.
  const left = lines.reduce((least, { box }) => Math.min(least, box.x0), first.box.x0);

  return lines
    .map((line, at) => {
      const before = lines[at - 1];
      const gap = before ? line.baseline - before.baseline : 0;
      const empty =
        before && gap > 1.6 * pitch && gap < 5 * pitch
          ? "\n".repeat(Math.min(2, Math.round(gap / pitch) - 1))
          : "";
      const indent = Math.max(0, Math.min(80, Math.round((line.box.x0 - left) / step)));
      return empty + " ".repeat(indent) + spaced(line, step);
    })
    .join("\n");
}

/** A line's words with as many spaces between them as there is room. */
function spaced({ words }: Line, step: number): string {
  let text = "";
  let end = 0;
  for (const { text: own, box, spaced: apart } of words) {
    const spaces = text === "" ? 0 : Math.round((box.x0 - end) / step);
    text += (apart && text !== "" ? " ".repeat(Math.max(1, Math.min(40, spaces))) : "") + own;
    end = box.x1;
  }
  return text;
}
