/** Direct values that say the same: pages often repeat their resources word for word. */
import { nameText } from "../cos/serialize.ts";
import { type CosValue, isArray, isDict, isName, isRef, name } from "../cos/value.ts";

/** Beyond this a direct dictionary is not compared with others. */
const maxSaid = 4000;

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
