/** Stream filters (ISO 32000-2, 7.4): decodes a stream's /Filter chain. */
import { CosError, type OnDamage } from "../syntax/error.ts";
import { maxDecodedBytes, maxFilters } from "../syntax/limits.ts";
import { type CosDict, type CosName, type CosValue, isArray, isDict, isName } from "../syntax/value.ts";
import { undoAscii85, undoAsciiHex, undoRunLength } from "./ascii-and-run-length.ts";
import { inflate, unbrotli } from "./flate.ts";
import { undoLzw } from "./lzw.ts";
import { undoPredictor } from "./predictor.ts";

export interface Decoded {
  readonly bytes: Uint8Array;
  /** Filters from the first unsupported one (image codecs) to the last; empty if all were undone. */
  readonly undecoded: readonly string[];
}

/** Resolves references among a dictionary's values; by default `(value) => value ?? null`. */
export type Resolve = (value: CosValue | undefined) => CosValue;

/** Undoes one filter. Throws CosError `limit` beyond `limit` bytes of output, and `syntax` for damaged data without `onDamage`. */
type Undo = (
  data: Uint8Array,
  limit: number,
  onDamage: OnDamage | undefined,
  parameters: CosDict,
  resolve: Resolve,
) => Uint8Array;

const filters: Readonly<Record<string, Undo>> = {
  FlateDecode: inflate,
  LZWDecode: (data, limit, onDamage, parameters, resolve) =>
    undoLzw(data, resolve(parameters.get("EarlyChange")) === 0 ? 0 : 1, limit, onDamage),
  BrotliDecode: unbrotli,
  ASCIIHexDecode: undoAsciiHex,
  ASCII85Decode: undoAscii85,
  RunLengthDecode: undoRunLength,
  // Decryption happens before the filters (7.4.10).
  Crypt: (data) => data,
};

/** Filters that can have a predictor. */
const predicted: ReadonlySet<string> = new Set(["FlateDecode", "LZWDecode", "BrotliDecode"]);

/** Abbreviations meant for inline images only (8.9.7), which every reader accepts everywhere. */
const abbreviations: Readonly<Record<string, string>> = {
  Fl: "FlateDecode",
  LZW: "LZWDecode",
  AHx: "ASCIIHexDecode",
  A85: "ASCII85Decode",
  RL: "RunLengthDecode",
};

/** Looks up a name from a file in a table, ignoring inherited properties such as `constructor`. */
function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Undoes the filters of `dict` on `encoded`, which is already decrypted. Throws CosError `syntax` or `limit`; with `onDamage`,
 * returns the data before the damage.
 */
export function decodeFilters(
  encoded: Uint8Array,
  dict: CosDict,
  resolve: Resolve,
  limit = maxDecodedBytes,
  onDamage?: OnDamage,
): Decoded {
  const names = filterNames(resolve(dict.get("Filter")), resolve);
  const parameters = resolve(dict.get("DecodeParms"));
  let bytes = encoded;

  for (const [k, filter] of names.entries()) {
    const key = own(abbreviations, filter.name) ?? filter.name;
    const undo = own(filters, key);
    if (!undo) return { bytes, undecoded: names.slice(k).map((item) => item.name) };
    const given = isArray(parameters) ? resolve(parameters[k]) : parameters;
    const entries: CosDict = isDict(given) ? given : new Map();
    bytes = undo(bytes, limit, onDamage, entries, resolve);
    if (predicted.has(key)) bytes = undoPredictor(bytes, entries, resolve, onDamage);
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
