/** Compares pictures of a page in two revisions: where it shows something else, and what a change covers. */
import type { Box } from "../../core/page-layout.ts";
import { isFailure } from "../../core/problem.ts";
import type { PageRenderer, Picture } from "../../core/readers.ts";
import type { PdfDocument } from "../../document/open.ts";

/** Pages that one call draws. */
const mostPages = 20;
/** Pixels of a picture, and the most per point. */
const mostPixels = 700_000;
const finest = 2;
/** Grays that count as equal, and how much darker than its surroundings ink is. */
const tolerance = 24;
const inkDepth = 64;
/** The share of an area's pixels that must have lost their ink for it to be covered. */
const coveredShare = 0.01;

export type Draw = (document: PdfDocument) => Promise<PageRenderer>;

export interface PagePictures {
  /** Where the page shows something else; undefined if it looks the same. */
  readonly changed: Box | undefined;
  differsIn(box: Box): boolean;
  /** Whether ink that was in the box is no longer seen. */
  covers(box: Box): boolean;
}

export interface PictureComparer {
  /** `old`: the page's number before. Undefined if it can't be drawn, or too many pages were. */
  compare(before: PdfDocument, old: number, page: number): Promise<PagePictures | undefined>;
  close(): void;
}

/** Compares pages of revisions with the document as it is now. Close it after use. */
export function pictureComparer(now: PdfDocument, draw: Draw): PictureComparer {
  let left = mostPages;
  const opened = new Map<PdfDocument, PageRenderer>();

  const rendererOf = async (document: PdfDocument): Promise<PageRenderer> => {
    const known = opened.get(document);
    if (known) return known;
    const renderer = await draw(document);
    opened.set(document, renderer);
    return renderer;
  };
  /** Older revisions are looked at one after another: only the last one stays open. */
  const closeOthers = (before: PdfDocument) => {
    for (const [document, renderer] of opened) {
      if (document === before || document === now) continue;
      renderer[Symbol.dispose]();
      opened.delete(document);
    }
  };

  return {
    async compare(before, old, page) {
      if (left-- <= 0) return undefined;
      closeOthers(before);
      try {
        const [first, second] = [await rendererOf(before), await rendererOf(now)];
        const { width, height } = second.size(page);
        const was = first.size(old);
        const whole = { x0: 0, y0: 0, x1: width, y1: height };
        if (was.width !== width || was.height !== height)
          return { changed: whole, differsIn: () => true, covers: () => false };
        const scale = Math.min(finest, Math.sqrt(mostPixels / (width * height)));
        const side = (points: number) => Math.max(1, Math.round(points * scale));
        const pixels = { width: side(width), height: side(height) };
        const picture = { box: whole, scale, pixels, gray: true };
        return compared(first.samples(old, picture), second.samples(page, picture), picture);
      } catch (error) {
        if (!isFailure(error)) throw error;
        return undefined;
      }
    },
    close() {
      for (const renderer of opened.values()) renderer[Symbol.dispose]();
      opened.clear();
    },
  };
}

function compared(
  was: Uint8Array,
  is: Uint8Array,
  { scale, pixels: { width, height } }: Pick<Picture, "scale" | "pixels">,
): PagePictures {
  const differs = (at: number) => Math.abs((was[at] ?? 0) - (is[at] ?? 0)) > tolerance;

  /** Calls `visit` with the place and index of each pixel in a box. */
  const each = (box: Box, visit: (at: number, x: number, y: number) => void) => {
    const [x0, x1] = [Math.max(0, Math.floor(box.x0 * scale)), Math.min(width, Math.ceil(box.x1 * scale))];
    const [y0, y1] = [Math.max(0, Math.floor(box.y0 * scale)), Math.min(height, Math.ceil(box.y1 * scale))];
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) visit(y * width + x, x, y);
  };
  const changedIn = (box: Box): Box | undefined => {
    let [left, top, right, bottom] = [width, height, -1, -1];
    each(box, (at, x, y) => {
      if (!differs(at)) return;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    });
    if (right < 0) return undefined;
    return { x0: left / scale, y0: top / scale, x1: (right + 1) / scale, y1: (bottom + 1) / scale };
  };

  return {
    changed: changedIn({ x0: 0, y0: 0, x1: width / scale, y1: height / scale }),
    differsIn: (box) => changedIn(box) !== undefined,
    covers(box) {
      let [paper, ink, lost] = [0, 0, 0];
      each(box, (at) => {
        paper = Math.max(paper, was[at] ?? 0);
      });
      each(box, (at) => {
        if ((was[at] ?? 0) > paper - inkDepth) return;
        ink += 1;
        if (differs(at)) lost += 1;
      });
      return lost > 0 && lost >= ink * coveredShare;
    },
  };
}
