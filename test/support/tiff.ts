/** TIFF files built field by field (TIFF 6.0), of any layout that tests need. */
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";

export interface Tiff {
  readonly size: readonly [number, number];
  /** Per sample. */
  readonly bits: number;
  /** Samples per pixel. */
  readonly samples: number;
  readonly pixels: readonly (readonly number[])[];
  /** Photometric interpretation: by default RGB, or gray where 0 is black. */
  readonly photometric?: number;
  readonly isBig?: boolean;
  readonly order?: "little" | "big";
  readonly isPlanar?: boolean;
  /** Side of its tiles. */
  readonly tile?: number;
  /** 2: differences from the sample to the left. */
  readonly predictor?: 1 | 2;
  /** Without compression. */
  readonly isPlain?: boolean;
  /** Floating-point numbers. */
  readonly isFloat?: boolean;
  /** Further fields: tag, type (3: two bytes, 4: four bytes), values. */
  readonly more?: readonly (readonly [tag: number, type: 3 | 4, ...values: number[]])[];
}

type Part = readonly (readonly number[])[];

/** The rows of a tile or of the whole picture, of the planes that share it. */
function dataOf(tiff: Tiff, rows: readonly Part[], planes: readonly number[]): Buffer {
  const { bits, predictor = 1, isFloat = false, order = "little" } = tiff;
  const lines = rows.map((row) => {
    const values = row.flatMap((pixel) => planes.map((plane) => pixel[plane] ?? 0));
    const before = (k: number) => (predictor === 2 ? (values[k - planes.length] ?? 0) : 0);
    const stored = values.map((value, k) => (value - before(k)) & (2 ** Math.min(bits, 16) - 1));
    if (bits === 8) return Buffer.from(stored);
    const out = Buffer.alloc((values.length * bits + 7) >> 3);
    if (isFloat)
      for (const [k, value] of values.entries())
        order === "big" ? out.writeFloatBE(value, 4 * k) : out.writeFloatLE(value, 4 * k);
    else if (bits === 16)
      for (const [k, value] of stored.entries())
        order === "big" ? out.writeUInt16BE(value, 2 * k) : out.writeUInt16LE(value, 2 * k);
    else
      for (const [k, value] of values.entries())
        for (let bit = 0; bit < bits; bit += 1) {
          const at = k * bits + bit;
          if ((value >> (bits - 1 - bit)) & 1) out[at >> 3] = (out[at >> 3] ?? 0) | (0x80 >> (at & 7));
        }
    return out;
  });
  return tiff.isPlain ? Buffer.concat(lines) : deflateSync(Buffer.concat(lines));
}

/** The picture's strips or tiles: one strip for each plane group. */
function partsOf(tiff: Tiff): Buffer[] {
  const { size, samples, pixels, isPlanar, tile } = tiff;
  const [width, height] = size;
  const side = tile ?? 0;
  const planes = Array.from({ length: samples }, (_, k) => k);
  const groups = isPlanar ? planes.map((plane) => [plane]) : [planes];
  const [across, down] = tile ? [Math.ceil(width / tile), Math.ceil(height / tile)] : [1, 1];
  const [columns, rows] = tile ? [tile, tile] : [width, height];
  const at = (x: number, y: number) => (x < width ? pixels[y * width + x] : undefined) ?? planes.map(() => 0);
  return groups.flatMap((group) =>
    Array.from({ length: across * down }, (_, k) => {
      const [left, top] = [(k % across) * side, Math.floor(k / across) * side];
      const part = Array.from({ length: rows }, (_, y) =>
        Array.from({ length: columns }, (_, x) => at(left + x, top + y)),
      );
      return dataOf(tiff, part, group);
    }),
  );
}

export function tiffFile(tiff: Tiff): Buffer {
  const { size, bits, samples, isBig = false, order = "little", tile } = tiff;
  const parts = partsOf(tiff);
  const [word, head, entry, start] = isBig ? [8, 8, 20, 16] : [4, 2, 12, 8];
  const file = Buffer.alloc(8192);
  const short = (value: number, at: number) =>
    order === "big" ? file.writeUInt16BE(value, at) : file.writeUInt16LE(value, at);
  const long = (value: number, at: number) =>
    order === "big" ? file.writeUInt32BE(value, at) : file.writeUInt32LE(value, at);
  const offset = (value: number, at: number) =>
    isBig ? long(value, order === "big" ? at + 4 : at) : long(value, at);

  let free = 1024;
  const places = parts.map((part) => {
    const place = free;
    file.set(part, place);
    free += part.length + (part.length & 1);
    return place;
  });
  const lengths = parts.map(({ length }) => length);
  const repeated = (value: number): number[] => Array.from({ length: samples }, () => value);
  const fields: (readonly [number, 3 | 4, ...number[]])[] = [
    [256, 3, size[0]],
    [257, 3, size[1]],
    [258, 3, ...repeated(bits)],
    [259, 3, tiff.isPlain ? 1 : 8],
    [262, 3, tiff.photometric ?? (samples >= 3 ? 2 : 1)],
    [277, 3, samples],
    [284, 3, tiff.isPlanar ? 2 : 1],
    [317, 3, tiff.predictor ?? 1],
    [339, 3, ...repeated(tiff.isFloat ? 3 : 1)],
    ...(tile
      ? ([
          [322, 3, tile],
          [323, 3, tile],
          [324, 4, ...places],
          [325, 4, ...lengths],
        ] as const)
      : ([
          [273, 4, ...places],
          [278, 3, size[1]],
          [279, 4, ...lengths],
        ] as const)),
    ...(tiff.more ?? []),
  ];

  file.write(order === "big" ? "MM" : "II", 0, "latin1");
  short(isBig ? 43 : 42, 2);
  if (isBig) short(8, 4);
  offset(start, isBig ? 8 : 4);
  if (isBig) offset(fields.length, start);
  else short(fields.length, start);
  for (const [k, [tag, type, ...values]] of fields.toSorted(([a], [b]) => a - b).entries()) {
    const at = start + head + k * entry;
    short(tag, at);
    short(type, at + 2);
    offset(values.length, at + 4);
    const each = type === 3 ? 2 : 4;
    const isInside = values.length * each <= word;
    const place = isInside ? at + 4 + word : free;
    if (!isInside) offset(place, at + 4 + word);
    for (const [n, value] of values.entries()) (type === 3 ? short : long)(value, place + n * each);
    if (!isInside) free += values.length * each;
  }

  return file.subarray(0, free);
}
