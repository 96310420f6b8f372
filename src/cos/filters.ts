/** Stream filters (ISO 32000-2, 7.4): the chain of a stream's /Filter undone. */
import { CosError } from "./error.ts";
import { inflate } from "./flate.ts";
import { maxDecodedBytes, maxFilters } from "./limits.ts";
import { undoPredictor } from "./predictor.ts";
import { type CosDict, type CosName, type CosValue, isArray, isDict, isName } from "./value.ts";

export interface Decoded {
  readonly bytes: Uint8Array;
  /** Filters from the first one that is not undone here (image codecs) to the last; empty when all are undone. */
  readonly undecoded: readonly string[];
}

/** Follows references of a dictionary's values; without any, `(value) => value ?? null`. */
export type Resolve = (value: CosValue | undefined) => CosValue;

/** One filter undone, at most `limit` bytes of output, else CosError `limit`; `syntax` when the data is damaged. */
type Undo = (data: Uint8Array, parameters: CosDict, resolve: Resolve, limit: number) => Uint8Array;

const filters: Readonly<Record<string, Undo>> = {
  FlateDecode: (data, parameters, resolve, limit) => undoPredictor(inflate(data, limit), parameters, resolve),
};

/** Names that only inline images should use (8.9.7), and that some writers use everywhere. */
const abbreviations: Readonly<Record<string, string>> = { Fl: "FlateDecode" };

/** Undoes the filters of `dict` on `encoded`, already decrypted. Throws CosError `syntax` or `limit`. */
export function decodeFilters(
  encoded: Uint8Array,
  dict: CosDict,
  resolve: Resolve,
  limit = maxDecodedBytes,
): Decoded {
  const names = filterNames(resolve(dict.get("Filter")), resolve);
  const parameters = resolve(dict.get("DecodeParms"));
  let bytes = encoded;
  for (const [k, filter] of names.entries()) {
    const key = filter.name;
    if (key === "Crypt") continue;
    const undo = filters[abbreviations[key] ?? key];
    if (!undo) return { bytes, undecoded: names.slice(k).map((item) => item.name) };
    const own = isArray(parameters) ? resolve(parameters[k]) : parameters;
    bytes = undo(bytes, isDict(own) ? own : new Map(), resolve, limit);
  }
  return { bytes, undecoded: [] };
}

function filterNames(value: CosValue, resolve: Resolve): CosName[] {
  if (value === null) return [];
  const list = isArray(value) ? value.map(resolve) : [value];
  if (list.length > maxFilters) throw new CosError("limit", `a stream with more than ${maxFilters} filters`);
  const names = list.filter(isName);
  if (names.length !== list.length) throw new CosError("syntax", "a stream filter that is not a name");
  return names;
}
