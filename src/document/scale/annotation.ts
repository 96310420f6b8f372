/** An annotation on a scaled page (ISO 32000-2, 12.5): its position, and its entries in page units. Appearances follow `Rect`. */
import { xmlAttributes, xmlTags } from "../../core/xml/tags.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  bytesString,
  type CosDict,
  type CosString,
  type CosValue,
  fromLatin1,
  isDict,
  isStream,
  isString,
  latin1,
} from "../../cos/syntax/value.ts";
import { appearanceOperations } from "../forms/default-appearance.ts";
import { fieldsUp } from "../forms/fields.ts";
import { type Matrix, rounded, transformPoint } from "../pages/matrix.ts";
import { acroForm, arrayAt, dataOf, dictAt, nameAt, numberAt } from "../typed-get.ts";

/** Entries that are lists of points. A `Rect` too: one without area, as in hidden fields and notes, is a position. */
const pointLists = ["Rect", "QuadPoints", "L", "Vertices", "CL"];
/** Entries that are lists of point lists. */
const pointPaths = ["InkList", "Path"];
/** Entries that are lengths. */
const lengths = ["LL", "LLE", "LLO"];

/** Finds the applicable default appearance of a widget or free text without its own. */
export function defaultAppearances(cos: CosDocument): (annotation: CosDict) => CosString | undefined {
  const form = acroForm(cos);
  return (annotation) => {
    const subtype = nameAt(cos, annotation.get("Subtype"));
    if (subtype !== "Widget" && subtype !== "FreeText" && subtype !== "Redact") return undefined;
    for (const { value } of fieldsUp(cos, annotation)) {
      const own = isDict(value) ? cos.resolve(value.get("DA")) : null;
      if (isString(own)) return own;
      if (subtype !== "Widget") break;
    }
    const inherited = subtype === "Widget" ? cos.resolve(form?.get("DA")) : null;
    return isString(inherited) ? inherited : undefined;
  };
}

/**
 * The annotation with its points and lengths transformed by `matrix`. `appearance` is its own or inherited default appearance.
 * If the matrix rotates, `turnAnnotation` does the rest.
 */
export function scaledAnnotation(
  cos: CosDocument,
  annotation: CosDict,
  matrix: Matrix,
  appearance: CosString | undefined,
): CosDict {
  const made: CosDict = new Map(annotation);
  const [across, up] = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])];
  const line = Math.sqrt(Math.abs(across * up));
  for (const key of pointLists) change(cos, made, key, (list) => points(cos, list, matrix));

  for (const key of pointPaths)
    change(cos, made, key, (list) =>
      list.map((entry) => {
        const path = arrayAt(cos, entry);
        return path ? points(cos, path, matrix) : entry;
      }),
    );

  for (const key of ["RD", "CO"])
    change(cos, made, key, (list) => list.map((entry, k) => times(cos, entry, k % 2 === 0 ? across : up)));
  // Corner radii, width, and dashes of the older border format.
  change(cos, made, "Border", (list) => list.map((entry) => lengthened(cos, entry, line)));
  const style = dictAt(cos, made.get("BS"));
  if (style) made.set("BS", borderStyle(cos, style, line));

  for (const key of lengths) {
    const value = made.get(key);
    if (value !== undefined) made.set(key, times(cos, value, line));
  }

  const scaled = appearance && scaledAppearance(cos, appearance, up);
  if (scaled && scaled !== appearance) made.set("DA", scaled);

  for (const [key, change] of richTexts) {
    const text = cos.resolve(made.get(key));
    if (isString(text)) made.set(key, bytesString(inText(text.bytes, (style) => change(style, up))));
    const data = isStream(text) && dataOf(cos, text, maxRichText);
    if (data) made.set(key, bytesString(inText(data, (style) => change(style, up))));
  }

  return made;
}

/** Larger rich text (12.7.4.4), in bytes, is left unchanged. */
const maxRichText = 1_000_000;

/** Rich text entries, and how to scale their lengths: in a style, and in XHTML with styles. */
const richTexts = [
  ["DS", scaledStyle],
  ["RC", scaledStyles],
  ["RV", scaledStyles],
] as const;

/** A CSS style with its lengths scaled. */
function scaledStyle(style: string, factor: number): string {
  return style.replaceAll(
    /(^|[:\s-])(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(?=pt|px|in|cm|mm)/g,
    (_, before: string, length: string) => before + String(rounded(Number(length) * factor)),
  );
}

function scaledStyles(text: string, factor: number): string {
  let made = "";
  let from = 0;
  for (const tag of xmlTags(text))
    for (const { name, value, at } of xmlAttributes(text, tag)) {
      if (name !== "style") continue;
      made += text.slice(from, at) + scaledStyle(value, factor);
      from = at + value.length;
    }
  return made + text.slice(from);
}

/** Changes the text of a text string, mostly ASCII markup, keeping its encoding. */
function inText(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return fromLatin1(change(latin1(bytes)));
  const changed = change(new TextDecoder("utf-16be").decode(bytes.subarray(2)));
  return Buffer.from(`\ufeff${changed}`, "utf16le").swap16();
}

function change(
  cos: CosDocument,
  dict: CosDict,
  key: string,
  edit: (list: readonly CosValue[]) => CosValue[],
): void {
  const list = arrayAt(cos, dict.get(key));
  if (list) dict.set(key, edit(list));
}

function points(cos: CosDocument, list: readonly CosValue[], matrix: Matrix): CosValue[] {
  const made: CosValue[] = [...list];
  for (let k = 0; k + 1 < list.length; k += 2) {
    const [x, y] = [numberAt(cos, list[k]), numberAt(cos, list[k + 1])];
    if (x === undefined || y === undefined) continue;
    const [toX, toY] = transformPoint(matrix, x, y);
    made[k] = rounded(toX);
    made[k + 1] = rounded(toY);
  }
  return made;
}

function times(cos: CosDocument, value: CosValue, factor: number): CosValue {
  const number = numberAt(cos, value);
  return number === undefined ? value : rounded(number * factor);
}

export function lengthened(cos: CosDocument, value: CosValue, factor: number): CosValue {
  return arrayAt(cos, value)?.map((entry) => times(cos, entry, factor)) ?? times(cos, value, factor);
}

function borderStyle(cos: CosDocument, style: CosDict, line: number): CosDict {
  const made: CosDict = new Map(style);
  // The default width is 1.
  made.set("W", times(cos, style.get("W") ?? 1, line));
  change(cos, made, "D", (list) => list.map((entry) => times(cos, entry, line)));
  return made;
}

/** A default appearance with its font size scaled; size 0 means "to fit" and stays. */
function scaledAppearance(cos: CosDocument, appearance: CosString, factor: number): CosString {
  const { bytes } = appearance;
  cos.budget.spend(bytes.length);
  let made = "";
  let from = 0;

  for (const { operator, operands } of appearanceOperations(bytes)) {
    const size = operands.at(-1);
    if (operator !== "Tf" || typeof size?.value !== "number" || size.value === 0) continue;
    made += latin1(bytes, from, size.start) + String(rounded(size.value * factor));
    from = size.end;
  }

  return from === 0 ? appearance : bytesString(fromLatin1(made + latin1(bytes, from, bytes.length)));
}
