/** Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7): read as a list of entries, written balanced. */
import type { CosDocument } from "../cos/document.ts";
import {
  bytesString,
  type CosDict,
  type CosValue,
  fromLatin1,
  isDict,
  isString,
  latin1,
  ref,
} from "../cos/syntax/value.ts";
import { walk } from "../cos/walk.ts";
import { arrayAt, numberAt } from "./typed-get.ts";

/** Entries per leaf and kids per node. */
const fanOut = 64;
/** Nesting of nodes; written trees need five levels for a billion entries. */
const maxDepth = 1000;
/** Entries per tree; more is an attack. */
const maxEntries = 5_000_000;

/** Where new objects go: `add` returns an object's number. */
export interface ObjectAdder {
  add(value: CosValue): number;
}

/** All leaf entries in file order, as key, value, key, value …; loops and broken nodes are skipped. */
function leaves(cos: CosDocument, root: CosValue | undefined, leaf: "Names" | "Nums"): CosValue[] {
  const found: CosValue[] = [];
  const part = leaf === "Names" ? "a name tree" : "a number tree";
  walk(cos, { part, depth: maxDepth }, [root ?? null], undefined, ({ value: node }) => {
    if (!isDict(node) || found.length >= 2 * maxEntries) return undefined;
    const pairs = arrayAt(cos, node.get(leaf));
    for (let k = 0; pairs && k + 1 < pairs.length; k += 2) found.push(pairs[k] ?? null, pairs[k + 1] ?? null);
    return [{ values: [node.get("Kids") ?? null], state: undefined }];
  });
  return found;
}

/** A name tree as a map by the key's bytes (`latin1`); of equal keys, the first counts. */
export function readNameTree(cos: CosDocument, root: CosValue | undefined): Map<string, CosValue> {
  const entries = new Map<string, CosValue>();
  const flat = leaves(cos, root, "Names");
  for (let k = 0; k + 1 < flat.length; k += 2) {
    const key = cos.resolve(flat[k] ?? null);
    if (!isString(key)) continue;
    const text = latin1(key.bytes);
    if (!entries.has(text)) entries.set(text, flat[k + 1] ?? null);
  }
  return entries;
}

/** A number tree as a map; of equal keys, the first counts. */
export function readNumberTree(cos: CosDocument, root: CosValue | undefined): Map<number, CosValue> {
  const entries = new Map<number, CosValue>();
  const flat = leaves(cos, root, "Nums");
  for (let k = 0; k + 1 < flat.length; k += 2) {
    const key = numberAt(cos, flat[k]);
    if (key !== undefined && Number.isInteger(key) && !entries.has(key))
      entries.set(key, flat[k + 1] ?? null);
  }
  return entries;
}

/** Writes a name tree of target values; returns its root's number. Keys as `latin1`. */
export function writeNameTree(objects: ObjectAdder, entries: ReadonlyMap<string, CosValue>): number {
  const keys = [...entries.keys()].sort((a, b) => (a < b ? -1 : 1));
  return writeTree(objects, "Names", keys, (key) => bytesString(fromLatin1(key)), entries);
}

/** Writes a number tree of target values; returns its root's number. */
export function writeNumberTree(objects: ObjectAdder, entries: ReadonlyMap<number, CosValue>): number {
  const keys = [...entries.keys()].sort((a, b) => a - b);
  return writeTree(objects, "Nums", keys, (key) => key, entries);
}

interface Written<K> {
  readonly dict: CosDict;
  readonly first: K;
  readonly last: K;
}

function writeTree<K>(
  objects: ObjectAdder,
  leaf: "Names" | "Nums",
  keys: readonly K[],
  keyValue: (key: K) => CosValue,
  entries: ReadonlyMap<K, CosValue>,
): number {
  let level: Written<K>[] = chunks(keys).map((part) => ({
    dict: new Map([[leaf, part.flatMap((key): CosValue[] => [keyValue(key), entries.get(key) ?? null])]]),
    first: part[0],
    last: part.at(-1) ?? part[0],
  }));

  while (level.length > 1) {
    level = chunks(level).map((nodes) => {
      const kids = nodes.map((node) => {
        node.dict.set("Limits", [keyValue(node.first), keyValue(node.last)]);
        return ref(objects.add(node.dict));
      });
      const { last } = nodes.at(-1) ?? nodes[0];
      return { dict: new Map([["Kids", kids]]), first: nodes[0].first, last };
    });
  }

  return objects.add(level[0]?.dict ?? new Map([[leaf, []]]));
}

function chunks<T>(list: readonly T[]): (readonly [T, ...T[]])[] {
  const parts: (readonly [T, ...T[]])[] = [];
  for (let k = 0; k < list.length; k += fanOut) {
    const [first, ...rest] = list.slice(k, k + fanOut);
    if (first !== undefined) parts.push([first, ...rest]);
  }
  return parts;
}
