/**
 * Colour spaces (ISO 32000-2, 8.6) as far as reading needs them: which paints are white. Profiles are not
 * looked at.
 */
import type { CosDocument } from "../../../cos/document.ts";
import { type CosValue, isArray, isName, isStream, isString } from "../../../cos/syntax/value.ts";

export interface ColorSpace {
  readonly components: number;
  /** What counts before a colour is set. */
  readonly initial: readonly number[];
  isWhite(values: readonly number[]): boolean;
}

/** Whether a part of light is all of it, as bytes have it. */
const isFull = (value: number) => value * 255 >= 254.5;

function plain(
  components: number,
  initial: readonly number[],
  isWhite: (values: readonly number[]) => boolean,
): ColorSpace {
  return { components, initial, isWhite };
}

export const gray = plain(1, [0], ([g = 0]) => isFull(g));
export const rgb = plain(3, [0, 0, 0], (values) => values.every(isFull));
export const cmyk = plain(4, [0, 0, 0, 1], ([c = 0, m = 0, y = 0, k = 0]) =>
  [c, m, y].every((ink) => isFull(1 - ink - k)),
);

/** Inks: white is where there is none. */
function inks(components: number): ColorSpace {
  return {
    components,
    initial: new Array<number>(components).fill(1),
    isWhite: (values) => values.every((value) => value === 0),
  };
}

const lab: ColorSpace = {
  components: 3,
  initial: [0, 0, 0],
  isWhite: ([lightness = 0]) => lightness >= 99.5,
};

const device = new Map<string, ColorSpace>([
  ["DeviceGray", gray],
  ["G", gray],
  ["CalGray", gray],
  ["DeviceRGB", rgb],
  ["RGB", rgb],
  ["CalRGB", rgb],
  ["DeviceCMYK", cmyk],
  ["CMYK", cmyk],
]);

/** The device's space of this name. */
export function deviceSpace(name: string): ColorSpace | undefined {
  return device.get(name);
}

/** Spaces that are made of others, within each other. */
const maxDepth = 8;

/** A colour space by its object; `pattern` for that of patterns, undefined for what is none. */
export function readSpace(
  cos: CosDocument,
  value: CosValue | undefined,
  depth = 0,
): ColorSpace | "pattern" | undefined {
  const found = cos.resolve(value);
  if (isName(found)) return found.name === "Pattern" ? "pattern" : device.get(found.name);
  if (!isArray(found) || depth > maxDepth) return undefined;
  const [family, second, third, fourth] = found.map((item) => cos.resolve(item));
  if (!isName(family)) return undefined;
  switch (family.name) {
    case "Pattern":
      return "pattern";
    case "ICCBased": {
      const count = isStream(second) ? cos.resolve(second.dict.get("N")) : 0;
      if (count === 1) return gray;
      if (count === 3) return rgb;
      return count === 4 ? cmyk : undefined;
    }
    case "Lab":
      return lab;
    case "Separation":
      return inks(1);
    case "DeviceN":
      return isArray(second) ? inks(second.length) : undefined;
    case "Indexed":
    case "I": {
      const base = readSpace(cos, second, depth + 1);
      if (base === undefined || base === "pattern" || typeof third !== "number") return undefined;
      return indexed(cos, base, fourth, third);
    }
    default:
      return device.get(family.name);
  }
}

function indexed(
  cos: CosDocument,
  base: ColorSpace,
  table: CosValue | undefined,
  highest: number,
): ColorSpace | undefined {
  let bytes: Uint8Array | undefined;
  if (isString(table)) bytes = table.bytes;
  else if (table && isStream(table)) bytes = cos.decode(table);
  if (bytes === undefined) return undefined;
  const colors = bytes;
  const entry = ([index = 0]: readonly number[]): number[] => {
    const at = Math.max(0, Math.min(highest, Math.floor(index))) * base.components;
    return Array.from({ length: base.components }, (_, k) => (colors[at + k] ?? 0) / 255);
  };
  return {
    components: 1,
    initial: [0],
    isWhite: (values) => base.isWhite(entry(values)),
  };
}
