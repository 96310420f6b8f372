/**
 * ICC profiles made here (ISO 15076-1), so that they can be embedded in any document: sRGB (IEC 61966-2-1), and CMYK as device
 * colors are usually shown, without an ink model. Version 2.1, which every part of PDF/A allows.
 */
import { once } from "../../core/once.ts";

type Tag = readonly [signature: string, data: Uint8Array];

const d50 = [0.9642, 1, 0.8249] as const;

class Bytes {
  readonly #parts: number[] = [];
  text(value: string, length = value.length): this {
    for (let k = 0; k < length; k++) this.#parts.push(value.charCodeAt(k) || 0);
    return this;
  }
  u8(...values: readonly number[]): this {
    this.#parts.push(...values);
    return this;
  }
  u16(...values: readonly number[]): this {
    for (const value of values) this.#parts.push((value >> 8) & 255, value & 255);
    return this;
  }
  u32(...values: readonly number[]): this {
    for (const value of values)
      this.#parts.push((value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);
    return this;
  }
  fixed(...values: readonly number[]): this {
    return this.u32(...values.map((value) => Math.round(value * 65_536)));
  }
  done(): Uint8Array {
    while (this.#parts.length % 4 !== 0) this.#parts.push(0);
    return Uint8Array.from(this.#parts);
  }
}

const xyz = (values: readonly number[]) =>
  new Bytes()
    .text("XYZ ")
    .u32(0)
    .fixed(...values)
    .done();
const words = (text: string) => new Bytes().text("text").u32(0).text(`${text}\0`).done();
const description = (text: string) =>
  new Bytes()
    .text("desc")
    .u32(0, text.length + 1)
    .text(`${text}\0`)
    .u32(0, 0)
    .u16(0)
    .u8(0)
    .text("", 67)
    .done();

function profile(device: string, space: string, connection: string, tags: readonly Tag[]): Uint8Array {
  const table = 128 + 4 + tags.length * 12;
  const places: number[] = [];
  let at = table;
  const distinct = new Map<Uint8Array, number>();
  for (const [, data] of tags) {
    const known = distinct.get(data);
    places.push(known ?? at);
    if (known !== undefined) continue;
    distinct.set(data, at);
    at += data.length;
  }
  const head = new Bytes()
    .u32(at)
    .text("", 4)
    .u32(0x0210_0000)
    .text(device + space + connection)
    .u16(2026, 1, 1, 0, 0, 0)
    .text("acsp")
    .text("", 4)
    .u32(0)
    .text("", 8)
    .u32(0, 0)
    .u32(0)
    .fixed(...d50)
    .text("", 48);
  head.u32(tags.length);
  for (const [k, [signature, data]] of tags.entries()) head.text(signature).u32(places[k] ?? 0, data.length);
  return Buffer.concat([head.done(), ...distinct.keys()]);
}

const toLinear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toCurved = (value: number) =>
  value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** The primaries of sRGB, adapted to D50 (Bradford). */
const primaries = [
  [0.436_07, 0.222_49, 0.013_92],
  [0.385_15, 0.716_87, 0.097_08],
  [0.143_07, 0.060_61, 0.714_1],
] as const;

const curvePoints = 1024;

export const srgbProfile = once((): Uint8Array => {
  const points = Array.from({ length: curvePoints }, (_, k) =>
    Math.round(toLinear(k / (curvePoints - 1)) * 65_535),
  );
  const curve = new Bytes()
    .text("curv")
    .u32(0, curvePoints)
    .u16(...points)
    .done();
  const [red, green, blue] = primaries;
  return profile("mntr", "RGB ", "XYZ ", [
    ["desc", description("sRGB IEC61966-2.1")],
    ["cprt", words("Public domain")],
    ["wtpt", xyz([0.9505, 1, 1.0891])],
    ["rXYZ", xyz(red)],
    ["gXYZ", xyz(green)],
    ["bXYZ", xyz(blue)],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ]);
});

type Triple = readonly [number, number, number];

const labCurve = (value: number) =>
  value > 216 / 24_389 ? Math.cbrt(value) : (value * 24_389) / 27 / 116 + 16 / 116;

function labOf([red, green, blue]: Triple): Triple {
  const linear = [red, green, blue].map(toLinear);
  const [x, y, z] = [0, 1, 2].map((axis) => {
    const sum = primaries.reduce((total, primary, k) => total + (primary[axis] ?? 0) * (linear[k] ?? 0), 0);
    return labCurve(sum / (d50[axis] ?? 1));
  });
  const [fx = 0, fy = 0, fz = 0] = [x, y, z];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function rgbOf([lightness, a, b]: Triple): Triple {
  const fy = (lightness + 16) / 116;
  const inverse = (value: number) => (value > 6 / 29 ? value ** 3 : ((value - 4 / 29) * 108) / 841);
  const [x, y, z] = [fy + a / 500, fy, fy - b / 200].map((value, axis) => inverse(value) * (d50[axis] ?? 1));
  const [vx = 0, vy = 0, vz = 0] = [x, y, z];
  const channel = (p: number, q: number, r: number) =>
    Math.min(1, Math.max(0, toCurved(Math.max(0, p * vx + q * vy + r * vz))));
  return [
    channel(3.134_05, -1.617_22, -0.490_61),
    channel(-0.978_79, 1.916_1, 0.033_44),
    channel(0.071_96, -0.228_98, 1.405_28),
  ];
}

/** Version 2's encoding of CIELAB in 16 bits. */
const encodedLab = ([lightness, a, b]: Triple) =>
  [lightness * 652.8, (a + 128) * 256, (b + 128) * 256].map((value) =>
    Math.min(65_535, Math.max(0, Math.round(value))),
  );

function lut(
  inputs: number,
  outputs: number,
  grid: number,
  value: (point: readonly number[]) => readonly number[],
): Uint8Array {
  const bytes = new Bytes()
    .text("mft2")
    .u32(0)
    .u8(inputs, outputs, grid, 0)
    .fixed(1, 0, 0, 0, 1, 0, 0, 0, 1)
    .u16(2, 2);
  for (let k = 0; k < inputs; k++) bytes.u16(0, 65_535);
  for (let cell = 0; cell < grid ** inputs; cell++) {
    const point = Array.from(
      { length: inputs },
      (_, k) => (Math.floor(cell / grid ** (inputs - 1 - k)) % grid) / (grid - 1),
    );
    bytes.u16(...value(point));
  }
  for (let k = 0; k < outputs; k++) bytes.u16(0, 65_535);
  return bytes.done();
}

const inkGrid = 9;
const labGrid = 17;

export const cmykProfile = once((): Uint8Array => {
  // ISO 32000-2, 10.4.2.5: how device CMYK becomes RGB without a profile.
  const toLab = lut(4, 3, inkGrid, ([c = 0, m = 0, y = 0, k = 0]) =>
    encodedLab(labOf([1 - Math.min(1, c + k), 1 - Math.min(1, m + k), 1 - Math.min(1, y + k)])),
  );
  const toInk = lut(3, 4, labGrid, ([l = 0, a = 0, b = 0]) => {
    const [red, green, blue] = rgbOf([
      (l * 65_535) / 652.8,
      (a * 65_535) / 256 - 128,
      (b * 65_535) / 256 - 128,
    ]);
    const black = 1 - Math.max(red, green, blue);
    return [1 - red - black, 1 - green - black, 1 - blue - black, black].map((part) =>
      Math.round(part * 65_535),
    );
  });
  const gamut = lut(3, 1, 2, () => [0]);
  return profile("prtr", "CMYK", "Lab ", [
    ["desc", description("Uncalibrated CMYK")],
    ["cprt", words("Public domain")],
    ["wtpt", xyz(d50)],
    ["A2B0", toLab],
    ["A2B1", toLab],
    ["A2B2", toLab],
    ["B2A0", toInk],
    ["B2A1", toInk],
    ["B2A2", toInk],
    ["gamt", gamut],
  ]);
});
