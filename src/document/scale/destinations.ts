/**
 * Coordinates stored away from their page: destinations (ISO 32000-2, 12.3.2.2) anywhere (outline, names, links, actions,
 * fields), and layout boxes in the structure tree (14.8.5.4.3).
 */
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosValue,
  eachItem,
  isArray,
  isDict,
  isName,
  isRef,
  name,
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { type Box, readBox } from "../pages/boxes.ts";
import { boxArray, inverse, type Matrix, rounded, transformBox, transformPoint } from "../pages/matrix.ts";
import { arrayAt, dictAt, listAt, nameAt, refNumber } from "../typed-get.ts";
import { lengthened } from "./annotation.ts";

/** The operands of a destination type, after its name: horizontal or vertical, or neither (a zoom). */
const kinds: Readonly<Record<string, readonly ("x" | "y" | "")[]>> = {
  XYZ: ["x", "y", ""],
  FitH: ["y"],
  FitV: ["x"],
  FitR: ["x", "y", "x", "y"],
  FitBH: ["y"],
  FitBV: ["x"],
};

/** Changes every object that refers to a position on one of these pages, given by object number. */
export function scaleDestinations(session: EditSession, pages: ReadonlyMap<number, Matrix>): void {
  if (pages.size === 0) return;
  const { cos } = session;
  const count = cos.objectCount;
  for (let num = 1; num < count; num++) {
    if (!cos.inUse(num)) continue;
    const value = cos.object(num);
    const moved = walk(cos, value, pages);
    if (moved !== value) session.set(num, moved);
  }
}

/** The value with its positions moved; the same value if it has none. Bounded by the parser's nesting limit. */
function walk(cos: CosDocument, value: CosValue, pages: ReadonlyMap<number, Matrix>): CosValue {
  if (isArray(value)) {
    return moveDestination(cos, value, pages) ?? eachItem(value, (item) => walk(cos, item, pages));
  }
  if (!isDict(value)) return value;

  let changed: CosDict | undefined;
  for (const key of value.keys()) {
    const entry = value.get(key);
    const isAttributes = key === "A" && value.has("S") && value.has("P");
    if (!isAttributes && !isDict(entry) && !isArray(entry)) continue;
    const moved = isAttributes
      ? movedLayout(cos, value, entry ?? null, pages)
      : walk(cos, entry ?? null, pages);
    if (moved === entry) continue;
    changed ??= new Map(value);
    changed.set(key, moved);
  }

  return changed ?? value;
}

function moveDestination(
  cos: CosDocument,
  value: readonly CosValue[],
  pages: ReadonlyMap<number, Matrix>,
): CosValue[] | undefined {
  const page = value[0];
  if (!isRef(page)) return undefined;
  const matrix = pages.get(page.num);
  const found = cos.resolve(value[1]);
  const axes = isName(found) ? kinds[found.name] : undefined;
  if (!matrix || !axes) return undefined;

  const [across, , , up, right, above] = matrix;
  return value.map((entry, k) => {
    const axis = axes[k - 2];
    const number = axis ? cos.resolve(entry) : null;
    if (typeof number !== "number") return entry;
    return rounded(axis === "x" ? number * across + right : number * up + above);
  });
}

/** A page's place inside another. */
export interface PlaceInside {
  /** From the page's user space. */
  readonly matrix: Matrix;
  /** Its visible part, as displayed. */
  readonly box: Box;
  /** Whether it is the only page there: views of the whole page stay so. */
  readonly alone: boolean;
}

/** An explicit destination whose page is now inside another: it shows the same part. */
export function placedDestination(
  cos: CosDocument,
  value: readonly CosValue[],
  { matrix, box, alone }: PlaceInside,
): CosValue[] {
  const page = value[0] ?? null;
  const found = cos.resolve(value[1]);
  const kind = isName(found) ? found.name : "";
  if (alone && (kind === "Fit" || kind === "FitB")) return [...value];
  if (kind === "Fit" || kind === "FitB") return [page, name("FitR"), ...boxArray(box)];
  const area = kind === "FitR" ? readBox(cos, value.slice(2, 6)) : undefined;
  if (area) return [page, name("FitR"), ...boxArray(transformBox(matrix, area))];
  const axes = kinds[kind];
  if (!axes || kind === "FitR") return [...value];

  // Coordinates that aren't given are those of the upper left corner.
  const [left, top] = transformPoint(inverse(matrix), box.x0, box.y1);
  const at = (axis: "x" | "y") => {
    const place = axes.indexOf(axis);
    const number = place < 0 ? null : cos.resolve(value[place + 2]);
    return typeof number === "number" ? number : undefined;
  };
  const [x, y] = transformPoint(matrix, at("x") ?? left, at("y") ?? top);
  const zoom = kind === "XYZ" ? (value[4] ?? null) : null;
  return [page, name("XYZ"), rounded(x), rounded(y), zoom];
}

/** Lengths among layout attributes (14.8.5.4): horizontal, vertical, and of lines and spacing. */
const lengths = [
  ["Width", "StartIndent", "EndIndent", "TextIndent", "ColumnGap", "ColumnWidths"],
  ["Height", "SpaceBefore", "SpaceAfter", "LineHeight", "BaselineShift"],
  ["BorderThickness", "Padding", "TPadding", "TextDecorationThickness"],
] as const;

/** Attributes of a structure element on one page: a dictionary, or an array of dictionaries and revision numbers. */
export function movedLayout(
  cos: CosDocument,
  element: CosDict,
  attributes: CosValue,
  pages: ReadonlyMap<number, Matrix>,
): CosValue {
  const matrix = pages.get(pageOf(cos, element));
  if (!matrix) return attributes;

  const [across, up] = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])];
  const factors = [across, up, Math.sqrt(across * up)];

  const moved = (value: CosValue): CosValue => {
    const dict = dictAt(cos, value);
    if (!dict || nameAt(cos, dict.get("O")) !== "Layout") return value;

    const made: CosDict = new Map(dict);
    const box = readBox(cos, dict.get("BBox"));
    if (box) made.set("BBox", boxArray(transformBox(matrix, box)));
    lengths.forEach((keys, k) => {
      for (const key of keys) {
        const length = dict.get(key);
        if (length !== undefined) made.set(key, lengthened(cos, length, factors[k] ?? 1));
      }
    });

    return made;
  };

  const list = arrayAt(cos, attributes);
  return list ? eachItem(list, moved) : moved(attributes);
}

/** Ancestors to check if an element's own entries name no page. */
const maxAbove = 10;

/** The number of an element's page: its own, that of its first content, or an ancestor's; 0 if none. */
function pageOf(cos: CosDocument, element: CosDict): number {
  const [first] = listAt(cos, element.get("K"));
  const own = refNumber(element.get("Pg")) ?? refNumber(dictAt(cos, first)?.get("Pg"));
  if (own !== undefined) return own;
  let above = dictAt(cos, element.get("P"));
  for (let k = 0; above && !above.has("Pg") && k < maxAbove; k++) above = dictAt(cos, above.get("P"));
  return refNumber(above?.get("Pg")) ?? 0;
}
