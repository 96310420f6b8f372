/** Rows of letters that the layout analysis missed, as next to the dark surroundings of a photographed page. */
import { boxAround, height, median, sharedHeight } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { withWhite } from "../picture/bitmap.ts";
import type { FoundLine } from "../tesseract/tesseract.ts";
import { missedLetters as t } from "../tolerances/tolerances.ts";
import { blobsOf } from "./dot-leaders.ts";

/** More are a pattern or grain. */
const [mostRows, mostLetters] = [400, 5000];

/** The rows of ink like letters outside these lines and rules. */
export function missedRows(image: GrayImage, lines: readonly FoundLine[], rules: readonly Box[]): Box[] {
  const usual = median(lines.map((line) => line.height));
  const read = lines.map(({ words }) => boxAround(words));
  const rest = withWhite(image, [...read, ...rules], Math.round(t.around * usual));
  const letters = blobsOf(rest, Math.round(t.widest * usual)).filter(
    (blob) => height(blob) >= t.lowest * usual && height(blob) <= t.highest * usual,
  );
  if (letters.length > mostLetters) return [];
  const rows: Box[][] = [];

  for (const blob of letters) {
    const row = rows.findLast((all) => {
      const last = all.at(-1);
      return (
        last !== undefined &&
        blob.x0 - last.x1 < t.widestSpace * usual &&
        sharedHeight(blob, last) * 2 > Math.min(height(blob), height(last))
      );
    });
    if (row) row.push(blob);
    else rows.push([blob]);
  }

  const found = rows.filter((row) => row.length >= t.fewest);
  return found.length > mostRows ? [] : found.map(boxAround);
}
