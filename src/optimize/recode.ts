/** Recodes stream data: without text filters, with best Flate compression, images with the better predictor (7.4.4.4). */
import { deflate as deflateAt } from "../core/builtins.ts";
import { filterPngRows } from "../core/png-row.ts";
import { type CosDict, type CosStream, dictOf, name } from "../cos/syntax/value.ts";
import type { OpenStream, Role } from "../document/object-draft.ts";

/** Larger images keep their predictor. */
const maxPredicted = 16 * 1024 * 1024;
/** For larger data, a sample of this size from its middle decides. */
const sampleBytes = 96 * 1024;
/** A sample that deflates to no less than this fraction is noise, and so is the rest. */
const noise = 0.99;

/** Writes an open stream, deflating its data if that makes it shorter; `flate`: whether that is allowed. */
export function recode(open: OpenStream, role: Role, flate = true): CosStream {
  const { dict, data, codec } = open;
  if (codec)
    return streamOf(dict, data, { Filter: codec.filter, DecodeParms: codec.parameters ?? undefined });
  const best = flate && codedFor(role, dict, data);
  if (!best || (data.length > sampleBytes && isNoise(best.data))) return streamOf(dict, data, {});
  const deflated = deflate(best.data);
  const filter = { Filter: name("FlateDecode"), DecodeParms: best.parameters };
  // The filter entry makes the dictionary longer.
  return deflated.length + 20 < data.length ? streamOf(dict, deflated, filter) : streamOf(dict, data, {});
}

function streamOf(dict: CosDict, data: Uint8Array, entries: Parameters<typeof dictOf>[0]): CosStream {
  return { kind: "stream", dict: new Map([...dict, ...dictOf(entries)]), encoded: () => data };
}

/** The smallest Flate data that zlib can produce. */
export const deflate = (data: Uint8Array): Uint8Array => deflateAt(data, 9);

const fast = (bytes: Uint8Array) => deflateAt(bytes, 3).length;

/** About as many bytes as data deflates to, by a part of it. */
export function deflatedSize(data: Uint8Array): number {
  const sample = sampleOf(data);
  return (fast(sample) * data.length) / Math.max(1, sample.length);
}

/** Bytes from the middle, beginning at the start of a row. */
function sampleOf(data: Uint8Array, row = 1): Uint8Array {
  if (data.length <= sampleBytes) return data;
  const start = Math.floor((data.length - sampleBytes) / 2 / row) * row;
  return data.subarray(start, start + Math.max(row, Math.floor(sampleBytes / row) * row));
}

function isNoise(data: Uint8Array): boolean {
  const sample = sampleOf(data);
  return fast(sample) >= sample.length * noise;
}

interface Coded {
  readonly data: Uint8Array;
  readonly parameters: CosDict | undefined;
}

function codedFor(role: Role, dict: CosDict, data: Uint8Array): Coded {
  if (role === "image") return predicted(dict, data);
  if (role === "font" && data.length >= leastOffsets) return withoutOffsets(data);
  return { data, parameters: undefined };
}

/** Smaller font programs have no long lists of offsets. */
const leastOffsets = 64 * 1024;
/** Offsets in a row. */
const offsetsInRow = 64;

/**
 * A font program as differences of offsets, if that deflates better: offsets of many blank glyphs grow by the same amount, which
 * Flate alone can't use.
 */
function withoutOffsets(data: Uint8Array): Coded {
  let best: Coded = { data, parameters: undefined };
  let least = fast(data);

  for (const Colors of [2, 3]) {
    const row = offsetsInRow * Colors;
    const padded = new Uint8Array(Math.ceil(data.length / row) * row);
    padded.set(data);
    const filtered = filterPngRows(padded, row, Colors);
    const size = fast(filtered);
    if (size >= least) continue;
    least = size;
    best = { data: filtered, parameters: dictOf({ Predictor: 15, Colors, Columns: offsetsInRow }) };
  }

  return best;
}

/** An image's data with PNG row filters, if a sample deflates better that way. */
function predicted(dict: CosDict, data: Uint8Array): Coded {
  const plain = { data, parameters: undefined };
  const shape = shapeOf(dict, data);
  if (!shape) return plain;
  const { row, colors, width } = shape;
  const sample = sampleOf(data, row);
  if (fast(filterPngRows(sample, row, colors)) >= fast(sample)) return plain;
  const parameters = dictOf({ Predictor: 15, Colors: colors === 1 ? undefined : colors, Columns: width });
  return { data: filterPngRows(data, row, colors), parameters };
}

/** The row layout of an 8-bit picture without a palette. */
function shapeOf(
  dict: CosDict,
  data: Uint8Array,
): { width: number; row: number; colors: number } | undefined {
  const [width, height] = [dict.get("Width"), dict.get("Height")];
  if (typeof width !== "number" || typeof height !== "number" || dict.get("BitsPerComponent") !== 8)
    return undefined;
  const colors = data.length / (width * height);
  if (!Number.isInteger(colors) || colors < 1 || colors > 4 || data.length > maxPredicted) return undefined;
  return { width, row: width * colors, colors };
}
