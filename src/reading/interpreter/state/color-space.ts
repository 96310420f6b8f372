/**
 * Colour spaces (ISO 32000-2, 8.6) as far as reading needs them: which paints are equal, and which are white. Profiles are not
 * looked at.
 */
import type { CosDocument } from "../../../cos/document.ts";
import { type CosValue, isArray, isName, isStream, isString } from "../../../cos/syntax/value.ts";

export interface ColorSpace {
  readonly components: number;
  /** What counts before a colour is set. */
  readonly initial: readonly number[];
  /** 0xRRGGBB where that is plain arithmetic. */
  rgb(values: readonly number[]): number | undefined;
  isWhite(values: readonly number[]): boolean;
}

const byte = (value: number) => Math.max(0, Math.min(255, Math.floor(value * 255 + 0.5)));

function plain(
  components: number,
  initial: readonly number[],
  rgb: (values: readonly number[]) => number,
): ColorSpace {
  return { components, initial, rgb, isWhite: (values) => rgb(values) === 0xffffff };
}

export const gray = plain(1, [0], ([g = 0]) => byte(g) * 0x10101);
export const rgb = plain(3, [0, 0, 0], ([r = 0, g = 0, b = 0]) => byte(r) * 65536 + byte(g) * 256 + byte(b));
export const cmyk = plain(4, [0, 0, 0, 1], ([c = 0, m = 0, y = 0, k = 0]) => {
  const light = (ink: number) => byte(1 - Math.min(1, ink + k));
  return light(c) * 65536 + light(m) * 256 + light(y);
});

/** Inks: white is where there is none. */
function inks(components: number): ColorSpace {
  return {
    components,
    initial: new Array<number>(components).fill(1),
    rgb: () => undefined,
    isWhite: (values) => values.every((value) => value === 0),
  };
}

const lab: ColorSpace = {
  components: 3,
  initial: [0, 0, 0],
  rgb: () => undefined,
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
    rgb: (values) => base.rgb(entry(values)),
    isWhite: (values) => base.isWhite(entry(values)),
  };
}
