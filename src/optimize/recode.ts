/** Data of streams coded anew: without the filters of text, by Flate at its best, images by the better predictor (7.4.4.4). */
import { zlib } from "../core/builtins.ts";
import { type CosDict, type CosStream, dictOf, isNamed, name } from "../cos/syntax/value.ts";
import type { Deflater } from "./deflate.ts";
import type { OpenStream, Role } from "./parts.ts";

/** Larger images keep the predictor that they have. */
const maxPredicted = 16 * 1024 * 1024;

/** The stream of an open one, its data deflated where that makes it shorter, and where there is a deflater. */
export function recode(open: OpenStream, role: Role, deflater: Deflater | undefined): CosStream {
  const { dict, data, codec } = open;
  if (codec)
    return streamOf(dict, data, { Filter: codec.filter, DecodeParms: codec.parameters ?? undefined });
  if (!deflater) return streamOf(dict, data, {});
  const predicted = role === "image" ? withPredictor(dict, data) : undefined;
  const best = predicted && isBetter(predicted.data, data) ? predicted : { data, parameters: undefined };
  const deflated = deflater.deflate(best.data);
  const filter = { Filter: name("FlateDecode"), DecodeParms: best.parameters };
  // A dictionary with a filter is longer by its name.
  return deflated.length + 20 < data.length ? streamOf(dict, deflated, filter) : streamOf(dict, data, {});
}

function streamOf(dict: CosDict, data: Uint8Array, entries: Parameters<typeof dictOf>[0]): CosStream {
  return { kind: "stream", dict: new Map([...dict, ...dictOf(entries)]), encoded: () => data };
}

/** Whether data deflates better than other data, by the fastest level. */
function isBetter(data: Uint8Array, other: Uint8Array): boolean {
  const fast = (bytes: Uint8Array) => zlib().deflateSync(bytes, { level: 3 }).length;
  return fast(data) < fast(other);
}

/** Samples of a picture of 8 bits, each row by the PNG filter whose differences are smallest together. */
function withPredictor(
  dict: CosDict,
  data: Uint8Array,
): { readonly data: Uint8Array; readonly parameters: CosDict } | undefined {
  const [width, height] = [dict.get("Width"), dict.get("Height")];
  if (typeof width !== "number" || typeof height !== "number" || dict.get("BitsPerComponent") !== 8)
    return undefined;
  const colors = data.length / (width * height);
  const isIndexed = isNamed(dict.get("ColorSpace"), "Indexed");
  if (!Number.isInteger(colors) || colors < 1 || colors > 4 || isIndexed || data.length > maxPredicted)
    return undefined;
  const parameters = dictOf({
    Predictor: 15,
    Colors: colors === 1 ? undefined : colors,
    Columns: width,
  });
  return { data: filterRows(data, width * colors, colors), parameters };
}

function filterRows(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = data.length / row;
  const out = new Uint8Array(rows * (row + 1));
  const tries = Array.from({ length: 5 }, () => new Uint8Array(row));
  for (let k = 0; k < rows; k++) {
    const from = k * row;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [kind, filtered] of tries.entries()) {
      const sum = filterRow(kind, data, { from, row, pixel, first: k === 0 }, filtered);
      if (sum >= least) continue;
      least = sum;
      best = kind;
    }
    out[k * (row + 1)] = best;
    out.set(tries[best] ?? data.subarray(from, from + row), k * (row + 1) + 1);
  }
  return out;
}

interface Row {
  readonly from: number;
  readonly row: number;
  readonly pixel: number;
  readonly first: boolean;
}

/** Filters a row (PNG, 9.2) into `out`; the sum of its differences as signed bytes. */
function filterRow(
  kind: number,
  data: Uint8Array,
  { from, row, pixel, first }: Row,
  out: Uint8Array,
): number {
  let sum = 0;
  for (let k = 0; k < row; k++) {
    const left = k < pixel ? 0 : (data[from + k - pixel] ?? 0);
    const above = first ? 0 : (data[from + k - row] ?? 0);
    let guess = 0;
    if (kind === 1) guess = left;
    else if (kind === 2) guess = above;
    else if (kind === 3) guess = (left + above) >> 1;
    else if (kind === 4)
      guess = paeth(left, above, first || k < pixel ? 0 : (data[from + k - row - pixel] ?? 0));
    const difference = ((data[from + k] ?? 0) - guess) & 255;
    out[k] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}
