/** Detects characters already on the page: text made bold by painting it several times at nearly the same position. */
import { pushTo } from "../../../core/collections/maps.ts";
import type { Style } from "../state/style.ts";

/** In font sizes: positions this close are the same. */
const near = 0.1;
/** In points: the side of the squares that index characters. */
const cell = 4;
/** Maximum squares to search per character: larger letters are left alone. */
const maxCells = 100;

export interface PlacedGlyph {
  readonly x: number;
  readonly y: number;
  readonly style: Style;
  /** Its index in the device. */
  readonly at: number;
}

export class DuplicateGlyphs {
  readonly #known = new Map<string, PlacedGlyph[]>();

  /** The character at this position in the same font, if any. */
  find(code: number, style: Style, x: number, y: number): PlacedGlyph | undefined {
    const reach = style.size * near;
    const [left, right] = [Math.floor((x - reach) / cell), Math.floor((x + reach) / cell)];
    const [top, bottom] = [Math.floor((y - reach) / cell), Math.floor((y + reach) / cell)];
    if (!((right - left + 1) * (bottom - top + 1) < maxCells)) return undefined;

    for (let column = left; column <= right; column++) {
      for (let row = top; row <= bottom; row++) {
        for (const one of this.#known.get(`${code} ${column} ${row}`) ?? []) {
          if (Math.abs(one.x - x) >= reach || Math.abs(one.y - y) >= reach) continue;
          if (one.style.font.face.name === style.font.face.name) return one;
        }
      }
    }

    return undefined;
  }

  put(code: number, placed: PlacedGlyph): void {
    const key = `${code} ${Math.floor(placed.x / cell)} ${Math.floor(placed.y / cell)}`;
    pushTo(this.#known, key, placed);
  }
}
