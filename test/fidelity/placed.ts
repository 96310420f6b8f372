/** Where things on a page are once it is placed on a sheet. */
import type { Operations, PlacedPage } from "./operations.ts";

type Arrange = Operations["arrange"];

const pointAt = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[], x: number, y: number) =>
  [a * x + c * y + e, b * x + d * y + f] as const;

export function placedRect(rect: readonly number[], { matrix }: PlacedPage): number[] {
  const [x0 = 0, y0 = 0, x1 = x0, y1 = y0] = rect;
  const [[ax, ay], [bx, by]] = [pointAt(matrix, x0, y0), pointAt(matrix, x1, y1)];
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** Things with a place on a page, on its sheet. */
export const onSheets = <T extends { readonly page: number; readonly rect: readonly number[] }>(
  list: readonly T[],
  { places }: Arrange,
): T[] =>
  list.map((one) => {
    const place = places[one.page - 1];
    return place ? { ...one, page: place.sheet, rect: placedRect(one.rect, place) } : one;
  });

type View = readonly (number | string | null)[];

/** A destination's view: its name and numbers, whose missing ones are the page's upper left corner. */
export function placedView(view: View, { matrix, box }: PlacedPage, alone: boolean): View {
  const [kind, ...rest] = view;
  const [left = 0, , , top = 0] = box;
  if (kind === "Fit" || kind === "FitB") return alone ? view : ["FitR", ...box];
  const numbers = rest.map((part) => (typeof part === "number" ? part : Number.NaN));
  if (kind === "FitR") return ["FitR", ...placedRect(numbers, { matrix, box, sheet: 0, factor: 1 })];
  const axes: Readonly<Record<string, string>> = { XYZ: "xy", FitH: "y", FitBH: "y", FitV: "x", FitBV: "x" };
  const at = (axis: string) => numbers[axes[String(kind)]?.indexOf(axis) ?? -1];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  // Either coordinate depends on one of the page's.
  const [x, y] = [at("x"), at("y")];
  const known = (number: number | undefined): number is number =>
    number !== undefined && !Number.isNaN(number);
  const [fromX, fromY] = b === 0 ? [x, y] : [y, x];
  const across = known(fromX) ? (b === 0 ? a : c) * fromX + e : left;
  const up = known(fromY) ? (b === 0 ? d : b) * fromY + f : top;
  return ["XYZ", across, up, kind === "XYZ" ? (rest[2] ?? null) : null];
}
