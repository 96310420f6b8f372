/** Type-checked access to objects: a wrong type reads as absent, as ISO 32000 readers treat optional entries. */

import { getOrInsert } from "../core/collections/maps.ts";
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import {
  type CosArray,
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
} from "../cos/syntax/value.ts";
import { identity, type Matrix } from "./pages/matrix.ts";

/** Looks for a value of one type: the value itself, or its target. */
function typed<T extends CosValue>(is: (value: CosValue) => value is T) {
  return (cos: Pick<CosDocument, "resolve">, value: CosValue | undefined): T | undefined => {
    const found = isRef(value) ? cos.resolve(value) : (value ?? null);
    return is(found) ? found : undefined;
  };
}

/** The dictionary that a value is or refers to; a stream's dictionary doesn't count. */
export const dictAt = typed(isDict);
export const arrayAt = typed(isArray);
export const streamAt = typed(isStream);
export const numberAt = typed((value) => typeof value === "number");
const nameObject = typed(isName);
const stringObject = typed(isString);

/** The text of a name, without its slash. */
export function nameAt(cos: CosDocument, value: CosValue | undefined): string | undefined {
  return nameObject(cos, value)?.name;
}

/** The bytes of a string. */
export function bytesAt(cos: CosDocument, value: CosValue | undefined): Uint8Array | undefined {
  return stringObject(cos, value)?.bytes;
}

/** The items of an array, or a single value as the only item; none without a value. */
export function listAt(cos: CosDocument, value: CosValue | undefined): readonly CosValue[] {
  if (value === undefined || value === null) return [];
  return arrayAt(cos, value) ?? [value];
}

/** A stream's data, at most `limit` bytes; undefined if it can't be decoded. */
export function dataOf(cos: CosDocument, stream: CosStream, limit?: number): Uint8Array | undefined {
  try {
    return cos.decode(stream, limit);
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
}

/** The numbers in an array, skipping anything else. */
export function numbersAt(cos: CosDocument, value: CosValue | undefined): number[] {
  return (arrayAt(cos, value) ?? []).flatMap((entry) => numberAt(cos, entry) ?? []);
}

/** A matrix; anything else counts as the identity. */
export function matrixAt(cos: CosDocument, value: CosValue | undefined): Matrix {
  const [a, b, c, d, e, f] = (arrayAt(cos, value) ?? []).map((entry) => cos.resolve(entry));
  if (typeof a !== "number" || typeof b !== "number" || typeof c !== "number") return identity;
  if (typeof d !== "number" || typeof e !== "number" || typeof f !== "number") return identity;
  return [a, b, c, d, e, f];
}

/** The AcroForm dictionary, if there is one. */
export const acroForm = (cos: CosDocument): CosDict | undefined => dictAt(cos, cos.catalog.get("AcroForm"));

/** Budget steps per annotation: callers read, change or copy them all. */
const stepsPerAnnotation = 10;

/** A page's annotations. Thousands of pages may share them. */
export function annotationsAt(cos: CosDocument, value: CosValue | undefined): CosArray | undefined {
  const found = arrayAt(cos, value);
  if (!found) return undefined;
  const steps = stepsPerAnnotation * found.length;
  cos.budget.during("the annotations of its pages", () => cos.budget.spend(steps));
  return found;
}

/** The object number of a reference. */
export function refNumber(value: CosValue | undefined): number | undefined {
  return isRef(value) ? value.num : undefined;
}

/** Appends ASCII to a text string (given as `latin1`) in its own encoding: UTF-16BE after its byte order mark. */
function withSuffix(text: string, ascii: string): string {
  if (!text.startsWith("\xfe\xff")) return text + ascii;
  return text + [...ascii].map((letter) => `\0${letter}`).join("");
}

/**
 * Makes names that aren't `taken`: the text with `<separator>2`, `<separator>3`, … Remembers its progress for each text, so
 * that thousands of files with the same names don't cost the square of their number.
 */
export function nameMaker(separator: string): (text: string, taken: (name: string) => boolean) => string {
  const next = new Map<string, number>();
  return (text, taken) => {
    for (let k = next.get(text) ?? 2; ; k++) {
      const made = withSuffix(text, `${separator}${k}`);
      if (taken(made)) continue;
      next.set(text, k + 1);
      return made;
    }
  };
}

/** Caches facts about a document for as long as the document exists. */
export function memo<K extends object, V>(find: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => getOrInsert(known, key, () => find(key));
}
