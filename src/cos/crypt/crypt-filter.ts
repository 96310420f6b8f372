/** The /Crypt filter of a stream (ISO 32000-2, 7.4.10). */
import { type CosDict, type CosValue, isArray, isDict, isName, isNamed } from "../syntax/value.ts";

/** Name of the stream's own crypt filter: `Identity` if its /Crypt filter names none; undefined without /Crypt. */
export function cryptFilterOf(dict: CosDict): string | undefined {
  const filter = dict.get("Filter");
  const at = isArray(filter) ? filter.findIndex((item) => isNamed(item, "Crypt")) : 0;
  const entry = isArray(filter) ? filter[at] : filter;
  if (!isNamed(entry, "Crypt")) return undefined;
  const all = dict.get("DecodeParms");
  const parms = isArray(all) ? all[at] : all;
  const named = isDict(parms) ? parms.get("Name") : undefined;
  return isName(named) ? named.name : "Identity";
}

/** The dictionary without /Crypt among its filters; the same dictionary if there is none. */
export function withoutCryptFilter(dict: CosDict): CosDict {
  if (cryptFilterOf(dict) === undefined) return dict;

  const own = new Map(dict);
  const filter = dict.get("Filter");
  const parms = dict.get("DecodeParms");
  own.delete("Filter");
  own.delete("DecodeParms");
  if (!isArray(filter)) return own;
  const keep = (_: CosValue, at: number) => !isNamed(filter[at], "Crypt");
  const filters = filter.filter(keep);
  if (filters.length > 0) own.set("Filter", filters);
  if (isArray(parms) && filters.length > 0) own.set("DecodeParms", parms.filter(keep));

  return own;
}
