/** What documents hold, found by type: the getters of objects, and matrices, annotations, fields, new names. */
import { getOrInsert } from "../core/collections/maps.ts";
import type { CosDocument } from "../cos/document.ts";
import type { CosArray, CosDict, CosValue } from "../cos/syntax/value.ts";
import { arrayAt, dictAt } from "../cos/typed-get.ts";
import { identity, type Matrix } from "./pages/matrix.ts";

export {
  arrayAt,
  bytesAt,
  dataOf,
  dictAt,
  listAt,
  nameAt,
  numberAt,
  numbersAt,
  refNumber,
  streamAt,
} from "../cos/typed-get.ts";

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
