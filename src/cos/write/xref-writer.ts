/** Writes cross-reference sections as tables and streams, with their trailers (ISO 32000-2, 7.5.4, 7.5.5, 7.5.8). */
import { deflate } from "../../core/builtins.ts";
import { CosError } from "../syntax/error.ts";
import { bytesString, type CosDict, dictOf, name } from "../syntax/value.ts";
import { type Output, position, writeText } from "./output.ts";
import { writeObject, writeValue } from "./serialize.ts";

export const rowFree = 0;
export const rowInFile = 1;
export const rowPacked = 2;

/** Entries by ascending number, in typed arrays whose first `count` elements are used. */
export interface XrefRows {
  count: number;
  nums: Uint32Array;
  /** `rowFree`, `rowInFile` or `rowPacked`. */
  kinds: Uint8Array;
  /** Offset; for a packed object, its object stream's number; for a free one, the next free number. */
  places: Float64Array;
  /** Generation, or the index in the object stream. */
  extras: Uint16Array;
}

export function newRows(room: number): XrefRows {
  return {
    count: 0,
    nums: new Uint32Array(room),
    kinds: new Uint8Array(room),
    places: new Float64Array(room),
    extras: new Uint16Array(room),
  };
}

export function addRow(rows: XrefRows, num: number, kind: number, place: number, extra: number): void {
  const at = rows.count++;
  rows.nums[at] = num;
  rows.kinds[at] = kind;
  rows.places[at] = place;
  rows.extras[at] = extra;
}

/** A table has room for ten digits of an offset. */
const maxTableOffset = 9_999_999_999;

/** Calls `each` with the bounds (indices) of each run of consecutive numbers. */
function forRuns(rows: XrefRows, each: (from: number, to: number) => void): void {
  for (let from = 0; from < rows.count; ) {
    let to = from + 1;
    while (to < rows.count && rows.nums[to] === (rows.nums[to - 1] ?? 0) + 1) to++;
    each(from, to);
    from = to;
  }
}

export interface XrefForm {
  /** As a stream, whose number is `size`; otherwise as a table. */
  readonly asStream: boolean;
  /** The highest number in `rows` plus one. */
  readonly size: number;
  /** Trailer entries that describe the document. */
  readonly rest: CosDict;
  readonly id?: readonly [Uint8Array, Uint8Array] | undefined;
  readonly prev?: number | undefined;
  /** As in the rewriter. */
  readonly compact?: boolean | undefined;
}

/** Flate options. */
export const levelFor = (compact: boolean | undefined) => (compact ? 9 : undefined);

/** Writes the cross-reference, trailer and end of the file. Throws CosError `limit` for an offset beyond ten digits. */
export function writeXref(out: Output, rows: XrefRows, form: XrefForm): void {
  const { asStream, size, rest, id, prev, compact } = form;
  const start = position(out);
  const trailer: CosDict = new Map([
    ...dictOf({ Size: asStream ? size + 1 : size }),
    ...rest,
    ...dictOf({ Prev: prev, ID: id?.map(bytesString) }),
  ]);
  if (asStream) writeStream(out, size, rows, trailer, compact);
  else writeTable(out, rows, trailer, compact);
  writeText(out, `startxref\n${start}\n%%EOF\n`);
}

function writeTable(out: Output, rows: XrefRows, trailer: CosDict, compact?: boolean): void {
  writeText(out, "xref\n");
  forRuns(rows, (from, to) => {
    writeText(out, `${rows.nums[from]} ${to - from}\n`);
    for (let k = from; k < to; k++) {
      const place = rows.places[k] ?? 0;
      if (place > maxTableOffset) throw tooFar();
      const letter = rows.kinds[k] === rowInFile ? "n" : "f";
      writeText(out, `${digits(place, 10)} ${digits(rows.extras[k] ?? 0, 5)} ${letter} \n`);
    }
  });
  writeText(out, "trailer\n");
  writeValue(out, trailer, { compact });
  writeText(out, "\n");
}

const digits = (value: number, count: number) => String(value).padStart(count, "0");

function tooFar(): CosError {
  return new CosError("limit", "the file would be larger than a cross-reference table can express (10 GB)");
}

/** Writes object `num` as a cross-reference stream of `rows` and itself. */
function writeStream(
  out: Output,
  num: number,
  rows: XrefRows,
  trailer: CosDict,
  compact: XrefForm["compact"],
): void {
  const start = position(out);
  if (start > maxTableOffset) throw tooFar();

  addRow(rows, num, rowInFile, start, 0);
  let maxPlace = 0;
  let maxExtra = 0;

  for (let k = 0; k < rows.count; k++) {
    maxPlace = Math.max(maxPlace, rows.places[k] ?? 0);
    maxExtra = Math.max(maxExtra, rows.extras[k] ?? 0);
  }

  const placeBytes = Math.max(1, Math.ceil(Math.log2(maxPlace + 1) / 8));
  const extraBytes = maxExtra > 255 ? 2 : 1;
  const width = 1 + placeBytes + extraBytes;
  const packed = packRows(rows, placeBytes, extraBytes);
  const data = deflate(packed, levelFor(compact));
  const index: number[] = [];
  forRuns(rows, (from, to) => index.push(rows.nums[from] ?? 0, to - from));
  const isWhole = index.length === 2 && index[0] === 0 && index[1] === trailer.get("Size");
  const form = dictOf({
    Index: isWhole ? undefined : index,
    W: [1, placeBytes, extraBytes],
    Filter: name("FlateDecode"),
    DecodeParms: dictOf({ Predictor: 12, Columns: width }),
  });
  const dict = new Map([...dictOf({ Type: name("XRef") }), ...trailer, ...form]);
  writeObject(out, num, 0, { kind: "stream", dict, encoded: () => data }, { compact });
}

/** The rows as bytes, minus the previous row (PNG predictor "up"): offsets mostly grow at the same rate. */
function packRows(rows: XrefRows, placeBytes: number, extraBytes: number): Uint8Array {
  const width = 1 + placeBytes + extraBytes;
  const data = new Uint8Array(rows.count * (width + 1));
  const row = new Uint8Array(width);
  const above = new Uint8Array(width);
  let at = 0;

  for (let k = 0; k < rows.count; k++) {
    let place = rows.places[k] ?? 0;
    const extra = rows.extras[k] ?? 0;
    row[0] = rows.kinds[k] ?? 0;
    for (let j = placeBytes; j >= 1; j--) {
      const rest = Math.floor(place / 256);
      row[j] = place - rest * 256;
      place = rest;
    }
    if (extraBytes === 2) row[width - 2] = extra >> 8;
    row[width - 1] = extra & 255;
    data[at++] = 2;
    for (let j = 0; j < width; j++) {
      data[at++] = (row[j] ?? 0) - (above[j] ?? 0);
      above[j] = row[j] ?? 0;
    }
  }

  return data;
}
