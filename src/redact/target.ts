/** The content to remove from a page: areas, and letters that were found. */

import { pushTo } from "../core/collections/maps.ts";
import { boxAround, contains, hasCenter, overlap } from "../core/geometry.ts";
import type { Box, Letter } from "../core/page-layout.ts";

export interface Area extends Box {
  /** Whether it is a found text: only its letters are removed, though the boxes of lines may overlap. */
  readonly found: boolean;
}

/** Points by which a glyph's ink must overlap an area, in both directions, to be removed. */
const least = 0.5;
/** In points: maximum difference between two readings of the same origin. */
const nearby = 0.06;

const cell = (value: number) => Math.round(value / (2 * nearby));
/** More cells than any page is wide. */
const row = 1 << 24;

/** Where a letter of a found text begins. */
interface Origin {
  readonly x: number;
  readonly y: number;
  /** Whether the page's content shows it: otherwise, an annotation does. */
  isContent: boolean;
}

/** A page's areas, and the origins of glyphs in found text. */
export class PageTarget {
  readonly areas: Area[] = [];
  /** Around all of it. */
  #bounds: Box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  /** By cell, those of the cells around it too. */
  readonly #origins = new Map<number, Origin[]>();

  add(boxes: readonly Box[], letters: readonly Letter[] | undefined): void {
    const found = letters !== undefined;
    for (const box of boxes)
      if (!this.areas.some((area) => area.found === found && contains(area, box)))
        this.areas.push({ ...box, found });
    this.#bounds = boxAround([this.#bounds, ...boxes]);
    for (const { x, y } of letters ?? []) {
      const around = { x0: x - nearby, y0: y - nearby, x1: x + nearby, y1: y + nearby };
      this.#bounds = boxAround([this.#bounds, around]);
      const origin: Origin = { x, y, isContent: false };
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const key = (cell(y) + dy) * row + cell(x) + dx;
          pushTo(this.#origins, key, origin);
        }
    }
  }

  /** Whether the caller gave areas of it. */
  get hasAreas(): boolean {
    return this.areas.some(({ found }) => !found);
  }

  /** Whether a glyph is removed: by its origin, or because its ink, approximately `ink`, is in an area. */
  holdsGlyph(x: number, y: number, ink: Box): boolean {
    if (!meets(this.#bounds, ink) && !meets(this.#bounds, { x0: x, y0: y, x1: x, y1: y })) return false;
    const origins = this.#originsAt(x, y);
    for (const origin of origins) origin.isContent = true;
    return origins.length > 0 || this.areas.some((area) => holdsInk(area, ink));
  }

  /** Whether an annotation loses its text: because found text is in it, or an area touches it. The page's glyphs come first. */
  holdsAnnotation(box: Box): boolean {
    return (
      this.areas.some((area) =>
        area.found ? hasCenter(box, area) || hasCenter(area, box) : overlap(area, box, 0),
      ) || this.#showsOrigin(box)
    );
  }

  #showsOrigin(box: Box): boolean {
    if (!meets(this.#bounds, box)) return false;
    const isInside = ({ x, y }: Origin) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
    return [...this.#origins.values()].some((list) => list.some((one) => !one.isContent && isInside(one)));
  }

  /** Whether a box, which may be a line without width, meets an area. */
  touches(box: Box): boolean {
    return this.areas.some((area) => meets(area, box));
  }

  /** Whether a letter of a found text is here. */
  isOrigin(x: number, y: number): boolean {
    return this.#originsAt(x, y).length > 0;
  }

  #originsAt(x: number, y: number): Origin[] {
    const known = this.#origins.get(cell(y) * row + cell(x)) ?? [];
    return known.filter((one) => Math.abs(one.x - x) <= nearby && Math.abs(one.y - y) <= nearby);
  }
}

function holdsInk(area: Area, ink: Box): boolean {
  return hasCenter(area, ink) || (!area.found && overlap(area, ink, least));
}

/** Whether two boxes, of which one may be a line without width, meet. */
export const meets = (one: Box, other: Box) =>
  one.x0 <= other.x1 && one.x1 >= other.x0 && one.y0 <= other.y1 && one.y1 >= other.y0;
