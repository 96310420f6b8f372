/**
 * Coordinates that lie elsewhere than on the page they mean: destinations (ISO 32000-2, 12.3.2.2) wherever they stand
 * (outline, names, links, actions, fields), and layout boxes of the structure tree (14.8.5.4.3).
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
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { readBox } from "../pages/boxes.ts";
import { boxArray, type Matrix, rounded, transformBox } from "../pages/matrix.ts";
import { nameAt } from "../typed-get.ts";

/** The operands of a kind of destination, after its name: across or up, or neither (a zoom). */
const kinds: Readonly<Record<string, readonly ("x" | "y" | "")[]>> = {
  XYZ: ["x", "y", ""],
  FitH: ["y"],
  FitV: ["x"],
  FitR: ["x", "y", "x", "y"],
  FitBH: ["y"],
  FitBV: ["x"],
};

/** Changes every object that means a place on one of these pages, given by object number. */
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

/** The value with its places moved; the same value where it means none. Ends with the parser's nesting limit. */
function walk(cos: CosDocument, value: CosValue, pages: ReadonlyMap<number, Matrix>): CosValue {
  if (isArray(value)) {
    return moveDestination(cos, value, pages) ?? eachItem(value, (item) => walk(cos, item, pages));
  }
  if (!isDict(value)) return value;
  let changed: CosDict | undefined;
  for (const key of value.keys()) {
    const entry = value.get(key);
    if (!isDict(entry) && !isArray(entry)) continue;
    const moved = key === "A" && value.has("Pg") ? layout(cos, value, entry, pages) : walk(cos, entry, pages);
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

/** Attributes of a structure element on one page: a dictionary, or an array of them and revision numbers. */
function layout(
  cos: CosDocument,
  element: CosDict,
  attributes: CosValue,
  pages: ReadonlyMap<number, Matrix>,
): CosValue {
  const page = element.get("Pg");
  const matrix = isRef(page) ? pages.get(page.num) : undefined;
  if (!matrix) return attributes;
  const moved = (value: CosValue): CosValue => {
    if (!isDict(value) || nameAt(cos, value.get("O")) !== "Layout") return value;
    const box = readBox(cos, value.get("BBox"));
    return box ? new Map(value).set("BBox", boxArray(transformBox(matrix, box))) : value;
  };
  return isArray(attributes) ? eachItem(attributes, moved) : moved(attributes);
}
