/** Direct values that say the same: pages often repeat their resources word for word. */
import { nameText } from "../cos/serialize.ts";
import { type CosValue, isArray, isDict, isName, isRef, name } from "../cos/value.ts";

/** Beyond this a direct dictionary is not compared with others. */
const maxSaid = 1000;

/**
 * What a direct value says, as text that differs where it does; undefined for what is long or holds anything but names, numbers,
 * references, and arrays and dictionaries of them.
 */
export function sayingOf(value: CosValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  if (isRef(value)) return `${value.num} ${value.gen} R`;
  if (isName(value)) return nameText(value);
  if (isArray(value)) {
    const items = value.map(sayingOf);
    return items.includes(undefined) ? undefined : `[${items.join(" ")}]`;
  }
  if (!isDict(value)) return undefined;
  let text = "<<";
  for (const [key, entry] of value) {
    const said = sayingOf(entry);
    if (said === undefined || text.length > maxSaid) return undefined;
    text += `${nameText(name(key))} ${said}`;
  }
  return `${text}>>`;
}

/** Whether two values would have the same saying; quicker than making it. */
export function saysTheSame(one: CosValue | undefined, other: CosValue | undefined): boolean {
  if (typeof one === "number" || typeof other === "number") return one === other;
  if (isRef(one)) return isRef(other) && one.num === other.num && one.gen === other.gen;
  if (isName(one)) return isName(other) && one.name === other.name;
  if (isArray(one)) {
    if (!isArray(other) || one.length !== other.length) return false;
    for (let k = 0; k < one.length; k++) if (!saysTheSame(one[k], other[k])) return false;
    return true;
  }
  if (!isDict(one) || !isDict(other) || one.size !== other.size) return false;
  for (const [key, entry] of one) if (!saysTheSame(entry, other.get(key))) return false;
  return true;
}
