/**
 * How much of letters' ink a page's picture shows: it is drawn with and without them. If that makes no difference, they are
 * covered, or have the color of their background, whatever it is that covers or colors.
 */
import type { ColorSpace, Device, Matrix, Pixmap, Rect, StrokeState, Text } from "mupdf";
import { boxAround } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import { type InkedLetter, type SeenInk, TooCostlyError } from "../../core/readers.ts";
import { mostPixelsDrawn, pixelsDrawn } from "./drawing-cost.ts";
import { forwarded } from "./forwarding-device.ts";
import { type Mupdf, release } from "./load.ts";

/** Pixels per point, and maximum pixels of a picture. */
const finest = 2;
const mostPixels = 2_000_000;
/** In points, around the letters. */
const margin = 2;
/** How far a letter's origin may be from where its glyph is drawn, in points or as a fraction of its height. */
const [near, nearOfHeight] = [0.6, 0.12];
/** Of full ink, 0 to 255: a smaller difference of colors isn't seen. */
const leastContrast = 14;
/** Of 255: a pixel with less ink is an edge. */
const leastInk = 50;

/** Draws the page on a device. */
type DrawPage = (device: Device, matrix: Matrix) => void;

/** One for each letter; undefined if nothing is drawn at its place. Throws `TooCostlyError`. */
export function seenInk(
  mupdf: Mupdf,
  page: number,
  letters: readonly InkedLetter[],
  [pageX, pageY]: Rect,
  draw: DrawPage,
): (SeenInk | undefined)[] {
  if (letters.length === 0) return [];
  const around = boxAround(letters.map(({ box }) => box));
  // Whole points, so that lines and boxes that touch have no seams.
  const box = {
    x0: Math.floor(around.x0 - margin),
    y0: Math.floor(around.y0 - margin),
    x1: Math.ceil(around.x1 + margin),
    y1: Math.ceil(around.y1 + margin),
  };
  const [across, down] = [box.x1 - box.x0, box.y1 - box.y0];
  const scale = Math.min(finest, Math.sqrt(mostPixels / (across * down)));
  const matrix: Matrix = [scale, 0, 0, scale, -(pageX + box.x0) * scale, -(pageY + box.y0) * scale];
  const size = { width: Math.ceil(across * scale), height: Math.ceil(down * scale) };
  if (2 * pixelsDrawn(mupdf, size, (device) => draw(device, matrix)) > mostPixelsDrawn)
    throw new TooCostlyError(page);

  const places = new Places(letters, box, scale);
  const { DeviceRGB, DeviceGray } = mupdf.ColorSpace;
  const pixmaps: Pixmap[] = [];
  const blank = (space: ColorSpace) => {
    const pixmap = new mupdf.Pixmap(space, [0, 0, size.width, size.height], false);
    pixmaps.push(pixmap);
    pixmap.clear(255);
    return pixmap;
  };

  try {
    const [shown, bare, ink] = [blank(DeviceRGB), blank(DeviceRGB), blank(DeviceGray)];
    onPixmap(mupdf, shown, (device) =>
      forwarded(
        mupdf,
        device,
        (text, _, put) => put(text),
        (own) => draw(own, matrix),
      ),
    );
    onPixmap(mupdf, ink, (inked) =>
      onPixmap(mupdf, bare, (device) =>
        forwarded(mupdf, device, withoutLetters(mupdf, places, inked), (own) => draw(own, matrix)),
      ),
    );
    return places.measured({ shown, bare, ink });
  } finally {
    release(...pixmaps);
  }
}

function onPixmap(mupdf: Mupdf, pixmap: Pixmap, work: (device: Device) => void): void {
  const device = new mupdf.DrawDevice(mupdf.Matrix.identity, pixmap);
  try {
    work(device);
    device.close();
  } finally {
    release(device);
  }
}

/** Leaves the letters out of texts, and draws them in black on `inked`. */
function withoutLetters(mupdf: Mupdf, places: Places, inked: Device) {
  const { DeviceGray } = mupdf.ColorSpace;
  return (text: Text, matrix: Matrix, put: (text: Text) => void, stroke?: StrokeState): void => {
    const [kept, taken] = [new mupdf.Text(), new mupdf.Text()];
    let isTaken = false;
    text.walk({
      showGlyph(font, place, glyph, unicode, wmode) {
        const [, , , , x, y] = mupdf.Matrix.concat(place, matrix);
        const isLetter = places.take(x, y, unicode);
        isTaken ||= isLetter;
        (isLetter ? taken : kept).showGlyph(font, place, glyph, unicode, wmode);
      },
    });
    if (isTaken) {
      if (stroke) inked.strokeText(taken, stroke, matrix, DeviceGray, [0], 1);
      inked.fillText(taken, matrix, DeviceGray, [0], 1);
    }
    // An empty text clips everything away, as the letters would clip most.
    put(isTaken ? kept : text);
    release(kept, taken);
  };
}

const isPlain = (character: string) => /^[A-Za-z0-9]$/.test(character);

/** The letters, by where they are in the picture. */
class Places {
  readonly #letters: readonly InkedLetter[];
  readonly #box: Box;
  readonly #scale: number;
  /** By whole points. */
  readonly #cells = new Map<string, number[]>();
  readonly #found = new Set<number>();

  constructor(letters: readonly InkedLetter[], box: Box, scale: number) {
    this.#letters = letters;
    this.#box = box;
    this.#scale = scale;
    for (const [at, { x, y }] of letters.entries()) {
      const key = `${Math.floor(x)} ${Math.floor(y)}`;
      const own = this.#cells.get(key);
      if (own) own.push(at);
      else this.#cells.set(key, [at]);
    }
  }

  /** Whether a glyph drawn at a pixel is that of a letter. */
  take(pixelX: number, pixelY: number, unicode: number): boolean {
    const [x, y] = [pixelX / this.#scale + this.#box.x0, pixelY / this.#scale + this.#box.y0];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const character = unicode > 0 ? String.fromCodePoint(unicode) : "";
    let isLetter = false;

    for (let left = column - 1; left <= column + 1; left++)
      for (let top = row - 1; top <= row + 1; top++)
        for (const at of this.#cells.get(`${left} ${top}`) ?? []) {
          const letter = this.#letters[at];
          if (!letter) continue;
          const most = Math.max(near, nearOfHeight * (letter.box.y1 - letter.box.y0));
          if (Math.abs(letter.x - x) > most || Math.abs(letter.y - y) > most) continue;
          if (isPlain(character) && isPlain(letter.text) && character !== letter.text) continue;
          this.#found.add(at);
          isLetter = true;
        }

    return isLetter;
  }

  measured(pictures: { readonly shown: Pixmap; readonly bare: Pixmap; readonly ink: Pixmap }) {
    const [shown, bare, ink] = [pictures.shown, pictures.bare, pictures.ink].map((pixmap) => ({
      samples: pixmap.getPixels(),
      stride: pixmap.getStride(),
    }));
    const [width, height] = [pictures.ink.getWidth(), pictures.ink.getHeight()];
    const pixel = (points: number, from: number, most: number) =>
      Math.max(0, Math.min(most, Math.round((points - from) * this.#scale)));

    return this.#letters.map(({ box }, at): SeenInk | undefined => {
      if (!this.#found.has(at) || !shown || !bare || !ink) return undefined;
      const [left, right] = [pixel(box.x0, this.#box.x0, width), pixel(box.x1, this.#box.x0, width)];
      const [top, bottom] = [pixel(box.y0, this.#box.y0, height), pixel(box.y1, this.#box.y0, height)];
      let [all, seen] = [0, 0];
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          const inked = 255 - (ink.samples[y * ink.stride + x] ?? 255);
          if (inked < leastInk) continue;
          all += inked / 255;
          const place = y * shown.stride + 3 * x;
          let difference = 0;
          for (let part = place; part < place + 3; part++)
            difference = Math.max(
              difference,
              Math.abs((shown.samples[part] ?? 0) - (bare.samples[part] ?? 0)),
            );
          if (difference >= (leastContrast * inked) / 255) seen += inked / 255;
        }
      return { ink: all, seen };
    });
  }
}
