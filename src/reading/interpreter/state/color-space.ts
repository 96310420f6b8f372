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

export const gray: ColorSpace = { components: 1, initial: [0], isWhite: ([g = 0]) => isFull(g) };
export const rgb: ColorSpace = {
  components: 3,
  initial: [0, 0, 0],
  isWhite: (values) => values.every(isFull),
};
export const cmyk: ColorSpace = {
  components: 4,
  initial: [0, 0, 0, 1],
  isWhite: ([c = 0, m = 0, y = 0, k = 0]) => [c, m, y].every((ink) => isFull(1 - ink - k)),
};

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

/** The device's spaces, by name. */
export const deviceSpaces: ReadonlyMap<string, ColorSpace> = new Map([
  ["DeviceGray", gray],
  ["G", gray],
  ["CalGray", gray],
  ["DeviceRGB", rgb],
  ["RGB", rgb],
  ["CalRGB", rgb],
  ["DeviceCMYK", cmyk],
  ["CMYK", cmyk],
]);

/** Spaces that are made of others, within each other. */
const maxDepth = 8;

/** A colour space by its object; undefined for that of patterns, and for what is none. */
export function readSpace(cos: CosDocument, value: CosValue | undefined, depth = 0): ColorSpace | undefined {
  const found = cos.resolve(value);
  if (isName(found)) return deviceSpaces.get(found.name);
  if (!isArray(found) || depth > maxDepth) return undefined;
  const [family, second, third, fourth] = found.map((item) => cos.resolve(item));
  if (!isName(family)) return undefined;
  switch (family.name) {
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
      return base && typeof third === "number" ? indexed(cos, base, fourth, third) : undefined;
    }
    default:
      return deviceSpaces.get(family.name);
  }
}

function indexed(
  cos: CosDocument,
  base: ColorSpace,
  table: CosValue | undefined,
  highest: number,
): ColorSpace | undefined {
  if (!isString(table) && !(table && isStream(table))) return undefined;
  const colors = isString(table) ? table.bytes : cos.decode(table);
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

/** What is painted with. */
export interface Paint {
  readonly space: ColorSpace;
  readonly white: boolean;
}

export function colorOf(space: ColorSpace, values: readonly number[]): Paint {
  return { space, white: space.isWhite(values) };
}
