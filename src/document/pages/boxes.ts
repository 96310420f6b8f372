/** Page boxes, rotation and size (ISO 32000-2, 14.11.2 and table 31), finite and sensible whatever the file says. */
import type { Box } from "../../core/page-layout.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isArray } from "../../cos/syntax/value.ts";
import type { PageList } from "./page-tree.ts";

/** Here, corners in default user space units. */
export type { Box };

/** Readers use US Letter if /MediaBox is missing or unusable. */
const letter: Box = { x0: 0, y0: 0, x1: 612, y1: 792 };
/** Larger coordinates are nonsense (ISO 32000-1, annex C: 14,400 units; real plans use UserUnit and slightly more). */
const maxCoordinate = 1e7;
/** Units of 1/72 inch per user space unit; more is nonsense. */
const maxUserUnit = 1e5;

/** A rectangle as a box; undefined if it isn't four sensible numbers or has no area. */
export function readBox(cos: CosDocument, value: CosValue | undefined): Box | undefined {
  const array = cos.resolve(value);
  if (!isArray(array) || array.length < 4) return undefined;
  const at = (index: number): number => {
    const number = cos.resolve(array[index]);
    return typeof number === "number" && Math.abs(number) <= maxCoordinate ? number : Number.NaN;
  };
  const [a, b, c, d] = [at(0), at(1), at(2), at(3)];
  const box = { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) };
  return box.x1 > box.x0 && box.y1 > box.y0 ? box : undefined;
}

function intersection(a: Box, b: Box): Box | undefined {
  const box = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
  return box.x1 > box.x0 && box.y1 > box.y0 ? box : undefined;
}

/** A /Rotate value as 0, 90, 180 or 270 clockwise. Anything but a multiple of 90 counts as 0, as in pdf.js. */
export function normalRotation(value: CosValue | undefined): Rotation {
  if (typeof value !== "number" || !Number.isFinite(value)) return 0;
  const turned = ((value % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

export type Rotation = 0 | 90 | 180 | 270;

/** A page's dimensions. Boxes are in user space units, before rotation. */
export interface PageBoxes {
  readonly mediaBox: Box;
  /** Clipped to the MediaBox, which is also the default if it is missing or outside. */
  readonly cropBox: Box;
  /** Clockwise. */
  readonly rotation: Rotation;
  /** Points per user space unit. */
  readonly userUnit: number;
}

/** The boxes of a page (1-based). */
export function pageBoxes(cos: CosDocument, pages: PageList, page: number): PageBoxes {
  return boxesOf(cos, pages.dict(page), pages.inherited(page));
}

/** The boxes of a page dictionary with its inherited attributes; an unusable own box doesn't hide an inherited one. */
export function boxesOf(
  cos: CosDocument,
  dict: CosDict,
  inherited: { readonly MediaBox?: CosValue; readonly CropBox?: CosValue; readonly Rotate?: CosValue },
): PageBoxes {
  const mediaBox = readBox(cos, dict.get("MediaBox")) ?? readBox(cos, inherited.MediaBox) ?? letter;
  const crop = readBox(cos, dict.get("CropBox")) ?? readBox(cos, inherited.CropBox);
  const rotate = cos.resolve(dict.get("Rotate")) ?? cos.resolve(inherited.Rotate);
  const unit = cos.resolve(dict.get("UserUnit"));
  return {
    mediaBox,
    cropBox: (crop && intersection(mediaBox, crop)) ?? mediaBox,
    rotation: normalRotation(rotate),
    userUnit: typeof unit === "number" && unit > 0 && unit <= maxUserUnit ? unit : 1,
  };
}

/** Width and height of the CropBox in points before rotation (pdfinfo's "Page size"), to a thousandth. */
export function pageSize({ cropBox, userUnit }: PageBoxes): {
  readonly width: number;
  readonly height: number;
} {
  const round = (value: number) => Math.round(value * userUnit * 1000) / 1000;
  return { width: round(cropBox.x1 - cropBox.x0), height: round(cropBox.y1 - cropBox.y0) };
}

/** The dimensions of every page, and its rotation when displayed. */
export function pageSizes(
  cos: CosDocument,
  pages: PageList,
): { page: number; width: number; height: number; rotation: Rotation }[] {
  const sizes = [];
  for (let page = 1; page <= pages.count; page++) {
    const boxes = pageBoxes(cos, pages, page);
    const { width, height } = pageSize(boxes);
    sizes.push({ page, width, height, rotation: boxes.rotation });
  }
  return sizes;
}
