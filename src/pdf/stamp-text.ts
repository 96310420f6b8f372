/** A line of text as content of a page (ISO 32000-2, 9.4), as an artifact that readers aloud pass over (14.8.2.2). */
import { numberText } from "../cos/serialize.ts";
import type { EncodedRun } from "../fonts/font-set.ts";
import { utf16Hex } from "../fonts/to-unicode.ts";
import type { Matrix } from "./stamp-space.ts";

/** A number in content: finer than any device shows. */
export function number(value: number): string {
  if (Math.abs(value) >= 1 || value === 0) return numberText(Math.round(value * 1e4) / 1e4);
  // Large units make small factors: what counts there is how many digits they have.
  return numberText(Number(value.toPrecision(7)));
}

export function matrixText(matrix: Matrix): string {
  return matrix.map(number).join(" ");
}

/**
 * A text object that shows a line with its baseline's start at the origin of `matrix` (as `matrixText` says it), whose unit is
 * the size of the text.
 * Codes say what they stand for (ToUnicode). `slanting` text says it once more as a whole (14.9.4): some readers take each
 * letter of a slanting line for a line. Not of what runs from right to left: readers disagree on the order there.
 */
export function textObject(
  runs: readonly EncodedRun[],
  names: readonly string[],
  matrix: string,
  slanting = false,
): string {
  let content = "";
  let open = false;
  runs.forEach(({ font, show, reads }, k) => {
    if (slanting && reads !== undefined && !open) {
      content += `/Span <</ActualText <feff${utf16Hex(readsFrom(runs, k))}>>> BDC\n`;
      open = true;
    } else if (reads === undefined && open) {
      content += "EMC\n";
      open = false;
    }
    content += `/${names[font]} 1 Tf\n${show} TJ\n`;
  });
  return `BT\n${matrix} Tm\n${content}${open ? "EMC\n" : ""}ET\n`;
}

/** What the runs from `first` say, as far as they run from left to right. */
function readsFrom(runs: readonly EncodedRun[], first: number): string {
  let text = "";
  for (let k = first; runs[k]?.reads !== undefined; k++) text += runs[k]?.reads ?? "";
  return text;
}

export type PagePart = "Header" | "Footer" | "Watermark";

/** Marks content as no part of the document's own; saves and restores the graphics state around it. */
export function artifact(part: PagePart | undefined, content: string): string {
  const kind = part === undefined ? "" : `/Subtype/${part}`;
  return `/Artifact <</Type/Pagination${kind}>> BDC\nq\n${content}Q\nEMC\n`;
}
