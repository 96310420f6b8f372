/** Predictors for FlateDecode and LZWDecode (ISO 32000-2, 7.4.4.4). */
import { undoPngRow } from "../../core/png-row.ts";
import { CosError, type OnDamage, reportDamage } from "../syntax/error.ts";
import { maxPredictorRow } from "../syntax/limits.ts";
import type { CosDict, CosValue } from "../syntax/value.ts";

interface Shape {
  readonly colors: number;
  readonly bits: number;
  readonly columns: number;
  /** Bytes per row, without its PNG tag. */
  readonly row: number;
  /** Bytes from a sample to the same sample of the previous pixel, at least 1. */
  readonly pixel: number;
}

/** Undoes the /Predictor in the parameters. Throws CosError `syntax` or `limit`; calls `onDamage` for unknown kinds of rows. */
export function undoPredictor(
  data: Uint8Array,
  parameters: CosDict,
  resolve: (value: CosValue | undefined) => CosValue,
  onDamage?: OnDamage,
): Uint8Array {
  const number = (key: string, otherwise: number): number => {
    const value = resolve(parameters.get(key)) ?? otherwise;
    if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
      throw new CosError("syntax", `a predictor whose /${key} is not a positive number`);
    }
    return value;
  };
  const predictor = number("Predictor", 1);
  if (predictor === 1) return data;
  const colors = number("Colors", 1);
  const bits = number("BitsPerComponent", 8);
  const columns = number("Columns", 1);
  if (![1, 2, 4, 8, 16].includes(bits))
    throw new CosError("syntax", "a predictor with invalid /BitsPerComponent");
  const row = Math.ceil((colors * bits * columns) / 8);
  if (row > maxPredictorRow)
    throw new CosError("limit", `a predictor row of more than ${maxPredictorRow} bytes`);
  const shape: Shape = { colors, bits, columns, row, pixel: Math.max(1, (colors * bits) >> 3) };
  if (predictor === 2) return undoTiff(data, shape);
  if (predictor >= 10 && predictor <= 15) return undoPng(data, shape, onDamage);
  throw new CosError("syntax", `an unknown predictor ${predictor}`);
}

/** Each row starts with the tag of its own PNG filter, whatever the value of /Predictor. */
function undoPng(data: Uint8Array, { row, pixel }: Shape, onDamage?: OnDamage): Uint8Array {
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(Math.max(0, data.length - rows));

  for (let k = 0; k < rows; k++) {
    const from = k * (row + 1);
    const to = k * row;
    const length = Math.min(row, data.length - from - 1);
    const tag = data[from] ?? 0;
    if (tag > 4) {
      reportDamage(onDamage, `a predictor row of unknown kind ${tag}`);
      return out.subarray(0, to);
    }
    undoPngRow(tag, data, from + 1, out, to, length, k === 0 ? -1 : to - row, pixel);
  }

  return out;
}

/** Each sample is the difference from the same component of the previous pixel. */
function undoTiff(data: Uint8Array, shape: Shape): Uint8Array {
  const { bits, row, pixel } = shape;
  const out = new Uint8Array(data);

  for (let from = 0; from < out.length; from += row) {
    const end = Math.min(from + row, out.length);
    if (bits === 8) {
      for (let k = from + pixel; k < end; k++) out[k] = (out[k] ?? 0) + (out[k - pixel] ?? 0);
    } else if (bits === 16) {
      for (let k = from + pixel; k + 1 < end; k += 2) {
        const sum =
          (out[k] ?? 0) * 256 + (out[k + 1] ?? 0) + (out[k - pixel] ?? 0) * 256 + (out[k - pixel + 1] ?? 0);
        out[k] = sum >> 8;
        out[k + 1] = sum;
      }
    } else undoTiffBits(out.subarray(from, end), shape);
  }

  return out;
}

/** Handles a row of samples smaller than a byte. */
function undoTiffBits(row: Uint8Array, { colors, bits, columns }: Shape): void {
  const mask = (1 << bits) - 1;
  const before = new Uint8Array(colors);

  for (let sample = 0; sample < columns * colors; sample++) {
    const bit = sample * bits;
    const at = bit >> 3;
    if (at >= row.length) return;
    const shift = 8 - bits - (bit & 7);
    const component = sample % colors;
    const value = (((row[at] ?? 0) >> shift) + (before[component] ?? 0)) & mask;
    before[component] = value;
    row[at] = ((row[at] ?? 0) & ~(mask << shift)) | (value << shift);
  }
}
