/** Type-checked access to objects: a wrong type reads as absent, as ISO 32000 readers treat optional entries. */

import type { CosDocument } from "./document.ts";
import { CosError } from "./syntax/error.ts";
import {
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
} from "./syntax/value.ts";

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

/** The object number of a reference. */
export function refNumber(value: CosValue | undefined): number | undefined {
  return isRef(value) ? value.num : undefined;
}
