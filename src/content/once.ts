/** Characters that stand on a page already: text made bold by painting it several times in nearly one place. */
import type { Style } from "./style.ts";

/** In font sizes: as near as this is one place. */
const near = 0.1;
/** Points: the side of the squares that characters are kept by. */
const cell = 4;

interface Standing {
  readonly x: number;
  readonly y: number;
  readonly style: Style;
}

export class Once {
  readonly #known = new Map<string, Standing[]>();

  /** Whether the character stands there in the same font; else it does from now on. */
  isThere(code: number, style: Style, x: number, y: number): boolean {
    const reach = style.size * near;
    const [left, right] = [Math.floor((x - reach) / cell), Math.floor((x + reach) / cell)];
    const [top, bottom] = [Math.floor((y - reach) / cell), Math.floor((y + reach) / cell)];
    if ((right - left) * (bottom - top) < 100) {
      for (let column = left; column <= right; column++) {
        for (let row = top; row <= bottom; row++) {
          for (const one of this.#known.get(`${code} ${column} ${row}`) ?? []) {
            if (Math.abs(one.x - x) >= reach || Math.abs(one.y - y) >= reach) continue;
            if (one.style.font === style.font || one.style.font.font.face.name === style.font.font.face.name)
              return true;
          }
        }
      }
    }
    const key = `${code} ${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
    const list = this.#known.get(key);
    if (list) list.push({ x, y, style });
    else this.#known.set(key, [{ x, y, style }]);
    return false;
  }
}
