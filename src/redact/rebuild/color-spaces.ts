/** Components of color spaces (8.6). */
import { type CosValue, isArray, isStream } from "../../cos/syntax/value.ts";
import { nameAt, numberAt } from "../../document/typed-get.ts";
import type { Rebuild } from "./rebuild.ts";

const componentsOf: Readonly<Record<string, number>> = {
  ...{ DeviceGray: 1, CalGray: 1, DeviceRGB: 3, CalRGB: 3, Lab: 3, DeviceCMYK: 4, Separation: 1 },
};

/** Number of components of a color space. */
export function spaceComponents(to: Rebuild, entry: CosValue | undefined): number | undefined {
  const value = to.cos.resolve(entry);
  const [first = null, second = null] = isArray(value) ? value : [value];
  const kind = nameAt(to.cos, first);
  const below = to.cos.resolve(second);
  if (kind === "ICCBased") return isStream(below) ? numberAt(to.cos, below.dict.get("N")) : undefined;
  if (kind === "DeviceN") return isArray(below) ? below.length : undefined;
  return kind === "Indexed" ? 1 : componentsOf[kind ?? ""];
}
