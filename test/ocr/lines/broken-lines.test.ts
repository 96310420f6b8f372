/** Table lines that a scan has broken into dots. */
import { expect, it } from "vitest";
import type { Box } from "../../../src/core/page-layout.ts";
import { withBrokenLines } from "../../../src/ocr/lines/broken-lines.ts";
import { drawnTables } from "../../../src/ocr/lines/drawn-tables.ts";

const [width, height] = [600, 400];
const rows = [100, 140, 180, 220];
const along = rows.map((y): Box => ({ x0: 100, x1: 500, y0: y, y1: y + 2 }));

/** A picture with these lines across, and ink at these boxes. */
function drawn(more: readonly Box[]) {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { x0, y0, x1, y1 } of [...along, ...more])
    for (let y = y0; y < y1; y += 1) pixels.fill(0, y * width + x0, y * width + x1);
  return { width, height, pixels };
}
const dots = (x: number, step: number) =>
  Array.from({ length: Math.floor(120 / step) }, (_, at): Box => {
    const y0 = 102 + step * at;
    return { x0: x, x1: x + 1, y0, y1: y0 + 2 };
  });
const cellsOf = (lines: readonly Box[]) => drawnTables(lines, drawn([]), 150)[0]?.cells.length;

it("dots between the lines across are lines that run down", () => {
  const image = drawn([100, 220, 360, 499].flatMap((x) => dots(x, 7)));
  expect(cellsOf(along)).toBeUndefined();
  expect(cellsOf(withBrokenLines(along, image, 150))).toBe(9);
});

it("a line across that is broken too is completed", () => {
  const short = along.map((line, at) => (at === 1 ? { ...line, x0: 300 } : line));
  const image = drawn([100, 220, 360, 499].flatMap((x) => dots(x, 7)));
  expect(cellsOf(withBrokenLines(short, image, 150))).toBe(9);
});

it("letters below each other, rare specks and whole lines aren't broken lines", () => {
  const letters = rows.slice(1).map((y): Box => ({ x0: 200, x1: 203, y0: y - 28, y1: y - 10 }));
  expect(withBrokenLines(along, drawn(letters), 150)).toEqual(along);
  expect(withBrokenLines(along, drawn(dots(200, 29)), 150)).toEqual(along);
  const whole = { x0: 200, x1: 202, y0: 100, y1: 222 };
  expect(withBrokenLines([...along, whole], drawn([whole]), 150)).toEqual([...along, whole]);
});
