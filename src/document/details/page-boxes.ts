/**
 * Page boxes (ISO 32000-2, 14.11.2) in points from the top left of each page as displayed: one model for reading and writing.
 */
import { maxSelectorLength } from "../../core/limits.ts";
import { pageSet } from "../../core/page-selector.ts";
import { invalid } from "../../core/problem.ts";
import type { CosValue } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import type { PdfDocument } from "../open.ts";
import { type Box, type PageBoxes, pageBoxes, readBox } from "../pages/boxes.ts";
import { displaySpace, shownBox } from "../pages/display-space.ts";
import { boxArray, transformBox } from "../pages/matrix.ts";
import { thousandths } from "./place.ts";

export const boxNames = ["media", "crop", "bleed", "trim", "art"] as const;
export type BoxName = (typeof boxNames)[number];
type Corners = [number, number, number, number];

export type PageBoxItem = { readonly pages: string; readonly media: Corners } & {
  readonly [K in BoxName]?: Corners | undefined;
};
/** Boxes to set; null removes one. */
export type BoxChange = { readonly pages: string } & {
  readonly [K in BoxName]?: Corners | null | undefined;
};

const keys: Readonly<Record<BoxName, string>> = {
  media: "MediaBox",
  crop: "CropBox",
  bleed: "BleedBox",
  trim: "TrimBox",
  art: "ArtBox",
};

/** A box that exceeds the media box by less is only rounded. */
const tolerance = 0.01;

/** Boxes by name. */
type Found = { media: Corners } & Partial<Record<BoxName, Corners>>;

/** The boxes of a page that it has; one beside the media box is none. */
function boxesOfPage(document: PdfDocument, page: number): Found {
  const { cos, pages } = document;
  const boxes = pageBoxes(cos, pages, page);
  const found: Found = { media: corners(boxes.mediaBox, boxes) };
  for (const name of boxNames) {
    if (name === "media") continue;
    const own = readBox(cos, pages.dict(page).get(keys[name]));
    const box = own ?? (name === "crop" ? readBox(cos, pages.inherited(page).CropBox) : undefined);
    const inside = box && cut(box, boxes.mediaBox);
    if (inside && hasArea(inside)) found[name] = corners(inside, boxes);
  }
  return found;
}

const cut = (box: Box, media: Box): Box => {
  const x0 = Math.min(Math.max(box.x0, media.x0), media.x1);
  const y0 = Math.min(Math.max(box.y0, media.y0), media.y1);
  return {
    x0,
    y0,
    x1: Math.max(x0, Math.min(box.x1, media.x1)),
    y1: Math.max(y0, Math.min(box.y1, media.y1)),
  };
};

const hasArea = ({ x0, y0, x1, y1 }: Box): boolean => x0 < x1 && y0 < y1;

function corners(box: Box, boxes: PageBoxes): Corners {
  const { x0, y0, x1, y1 } = shownBox(box, boxes);
  return [thousandths(x0), thousandths(y0), thousandths(x1), thousandths(y1)];
}

/** All pages' boxes; pages with the same ones share an item, as far as its selector is long enough. */
export function readPageBoxes(document: PdfDocument): PageBoxItem[] {
  const groups = new Map<string, { boxes: Found; pages: number[] }>();
  for (let page = 1; page <= document.pages.count; page++) {
    const boxes = boxesOfPage(document, page);
    const key = JSON.stringify(boxes);
    const group = groups.get(key);
    if (group) group.pages.push(page);
    else groups.set(key, { boxes, pages: [page] });
  }
  return [...groups.values()].flatMap(({ boxes, pages }) =>
    selectors(pages).map((selector) => ({ pages: selector, ...boxes })),
  );
}

/** Ascending pages as selectors of at most the length that a call may have. */
function selectors(pages: readonly number[]): string[] {
  const made: string[] = [];
  let [first, last] = [0, 0];
  const end = () => {
    if (first === 0) return;
    const range = first === last ? String(first) : `${first}-${last}`;
    const open = made.at(-1);
    if (open !== undefined && open.length + 2 + range.length <= maxSelectorLength)
      made[made.length - 1] = `${open}, ${range}`;
    else made.push(range);
  };
  for (const page of pages) {
    if (page === last + 1 && first !== 0) last = page;
    else {
      end();
      [first, last] = [page, page];
    }
  }
  end();
  return made;
}

/** The change of one page: boxes in user space, null for one that goes. */
type PageChange = Map<BoxName, Box | null>;

/**
 * What the given boxes change, by page: only boxes that differ. Throws 422 on a box that has no area or exceeds the media box.
 * `null` removes every page's boxes but the media box.
 */
export function boxChanges(
  document: PdfDocument,
  given: readonly BoxChange[] | null,
): Map<number, PageChange> {
  const { cos, pages } = document;
  const changes = new Map<number, PageChange>();
  const all: readonly BoxChange[] = given ?? [
    { pages: "1-end", crop: null, bleed: null, trim: null, art: null },
  ];

  for (const [at, item] of all.entries()) {
    for (const page of pageSet(item.pages, pages.count, { field: `boxes[${at}].pages` })) {
      const boxes = pageBoxes(cos, pages, page);
      const known = boxesOfPage(document, page);
      const change: PageChange = changes.get(page) ?? new Map();
      const media = item.media ? userBox(item.media, boxes) : (change.get("media") ?? boxes.mediaBox);
      for (const name of boxNames) {
        const value = item[name];
        if (value === undefined) continue;
        if (value === null) {
          const isInherited = name === "crop" && cos.resolve(pages.inherited(page).CropBox) !== null;
          if (pages.dict(page).has(keys[name]) || isInherited) change.set(name, null);
          else change.delete(name);
          continue;
        }
        const box = checked(value, `boxes[${at}].${name}`, boxes, name === "media" ? undefined : media);
        if (isSame(value, known[name])) change.delete(name);
        else change.set(name, box);
      }
      if (change.size > 0) changes.set(page, change);
      else changes.delete(page);
    }
  }

  return changes;
}

const isSame = (value: Corners, known: Corners | undefined) =>
  known?.every((number, at) => number === thousandths(value[at] ?? 0)) ?? false;

function userBox([x0, y0, x1, y1]: Corners, boxes: PageBoxes): Box {
  const { height, toUser } = displaySpace(boxes);
  return transformBox(toUser, { x0, y0: height - y1, x1, y1: height - y0 });
}

function checked(value: Corners, field: string, boxes: PageBoxes, media: Box | undefined): Box {
  const [x0, y0, x1, y1] = value;
  if (x1 <= x0 || y1 <= y0) throw invalid(field, "has no area: x0 must be less than x1 and y0 less than y1");
  const box = userBox(value, boxes);
  if (!media) return box;
  const beyond = Math.max(media.x0 - box.x0, media.y0 - box.y0, box.x1 - media.x1, box.y1 - media.y1);
  if (beyond * boxes.userUnit > tolerance) {
    const [left, top, right, bottom] = corners(media, boxes);
    throw invalid(field, `exceeds the media box, which is [${left}, ${top}, ${right}, ${bottom}]`);
  }
  const inside = cut(box, media);
  if (!hasArea(inside)) throw invalid(field, "has no area in the media box");
  return inside;
}

/** Makes the changes. */
export function writePageBoxes(session: EditSession, changes: ReadonlyMap<number, PageChange>): void {
  const { pages } = session.document;
  for (const [page, change] of changes) {
    const { mediaBox } = session.boxes(page);
    const dict = session.changePage(page);
    for (const [name, box] of change) {
      if (box !== null) dict.set(keys[name], boxArray(box) satisfies CosValue);
      else {
        session.requireRewrite();
        dict.delete(keys[name]);
        // An inherited crop box is overridden: other pages may need it.
        if (name === "crop" && pages.inherited(page).CropBox !== undefined)
          dict.set(keys.crop, dict.get("MediaBox") ?? boxArray(mediaBox));
      }
    }
  }
}
