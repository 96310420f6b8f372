/** Color spaces of images and colors (ISO 32000-2, 8.6). */
import type { CosDocument } from "../../cos/document.ts";
import { type CosValue, isArray, isName, isStream } from "../../cos/syntax/value.ts";
import { numberAt } from "../typed-get.ts";

type Objects = Pick<CosDocument, "resolve">;

const basicSpaces: Readonly<Record<string, number>> = {
  ...{ DeviceGray: 1, CalGray: 1, DeviceRGB: 3, CalRGB: 3, DeviceCMYK: 4 },
};
const otherSpaces: Readonly<Record<string, number>> = { Indexed: 1, Separation: 1, Lab: 3 };

/** The space's family, and the number of components by its profile or its colorants. */
function familyOf(cos: Objects, value: CosValue | undefined): readonly [string, number | undefined] {
  const space = cos.resolve(value ?? null);
  const [family, second] = isArray(space) ? space.slice(0, 2).map((item) => cos.resolve(item)) : [space];
  if (!isName(family)) return ["", undefined];
  if (family.name === "ICCBased")
    return [family.name, isStream(second) ? numberAt(cos, second.dict.get("N")) : undefined];
  return [family.name, family.name === "DeviceN" && isArray(second) ? second.length : undefined];
}

/** The number of components of a color; undefined for a pattern, a resource's name and anything unreadable. */
export function componentsOf(cos: Objects, value: CosValue | undefined): number | undefined {
  const [family, counted] = familyOf(cos, value);
  return counted ?? basicSpaces[family] ?? otherSpaces[family];
}

/** The same for spaces whose components are gray, red, green and blue, or inks by themselves. */
export function basicComponentsOf(cos: Objects, value: CosValue | undefined): 1 | 3 | 4 | undefined {
  const [family, counted] = familyOf(cos, value);
  const count = family === "ICCBased" ? counted : basicSpaces[family];
  return count === 1 || count === 3 || count === 4 ? count : undefined;
}
