/** What TrueType tables say of glyphs (OpenType 1.9: head, maxp, hhea, hmtx, loca, glyf). Numbers are in font units. */
import { type Metrics, readMetrics, tableOf } from "./metrics.ts";
import type { Sfnt } from "./sfnt.ts";

export interface Bounds {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** What a rasteriser must be ready for (table `maxp`). */
export interface Weight {
  readonly points: number;
  readonly contours: number;
  /** Levels of components; 0 for a plain outline. */
  readonly depth: number;
}

/** Where a component's glyph number stands in its glyph's data. */
export interface Component {
  readonly at: number;
  readonly gid: number;
}

export interface Outlines extends Metrics {
  leftBearing(gid: number): number;
  /** The glyph's data; empty for one that shows nothing. */
  data(gid: number): Uint8Array;
  bounds(gid: number): Bounds | undefined;
  components(gid: number): readonly Component[];
  weight(gid: number): Weight;
}

/** Components of components: fonts use one level or two. */
const maxDepth = 6;

/** Reads a font's outlines; throws an Error when a table is missing. */
export function readOutlines(font: Sfnt): Outlines {
  const { unitsPerEm, ascent, descent, glyphCount, advance, longOffsets, hmtx, widths } = readMetrics(font);
  const loca = tableOf(font, "loca");
  const glyf = tableOf(font, "glyf");
  // Read without looking again for every glyph of every line.
  const sound =
    widths > 0 &&
    hmtx.byteLength >= widths * 4 + Math.max(0, glyphCount - widths) * 2 &&
    loca.byteLength >= (glyphCount + 1) * (longOffsets ? 4 : 2);
  if (!sound) throw new Error("a font whose tables are too short for its glyphs");
  const offset = (gid: number) => (longOffsets ? loca.getUint32(gid * 4) : loca.getUint16(gid * 2) * 2);

  const boxes = new Map<number, Bounds | null>();
  const viewOf = (gid: number): DataView | undefined => {
    if (gid < 0 || gid >= glyphCount) return undefined;
    const start = offset(gid);
    const end = offset(gid + 1);
    if (end - start < 10 || end > glyf.byteLength) return undefined;
    return new DataView(glyf.buffer, glyf.byteOffset + start, end - start);
  };
  const components = (gid: number): Component[] => {
    const glyph = viewOf(gid);
    const found: Component[] = [];
    if (!glyph || glyph.getInt16(0) >= 0) return found;
    for (let at = 10; at + 4 <= glyph.byteLength; ) {
      const flags = glyph.getUint16(at);
      found.push({ at: at + 2, gid: glyph.getUint16(at + 2) });
      at += 4 + (flags & 1 ? 4 : 2) + scaleBytes(flags);
      if (!(flags & 0x20)) break;
    }
    return found;
  };
  const weightAt = (gid: number, level: number): Weight => {
    const glyph = viewOf(gid);
    if (!glyph || level > maxDepth) return { points: 0, contours: 0, depth: 0 };
    const contours = glyph.getInt16(0);
    if (contours >= 0) {
      const points = contours === 0 ? 0 : glyph.getUint16(8 + contours * 2) + 1;
      return { points, contours, depth: 0 };
    }
    return addWeights(components(gid).map((part) => weightAt(part.gid, level + 1)));
  };

  return {
    unitsPerEm,
    ascent,
    descent,
    glyphCount,
    advance,
    leftBearing: (gid) =>
      gid < widths ? hmtx.getInt16(gid * 4 + 2) : hmtx.getInt16(widths * 4 + (gid - widths) * 2),
    data(gid) {
      const glyph = viewOf(gid);
      return glyph ? new Uint8Array(glyph.buffer, glyph.byteOffset, glyph.byteLength) : new Uint8Array(0);
    },
    bounds(gid) {
      const known = boxes.get(gid);
      if (known !== undefined) return known ?? undefined;
      const glyph = viewOf(gid);
      const box =
        glyph && glyph.getInt16(0) !== 0
          ? { x0: glyph.getInt16(2), y0: glyph.getInt16(4), x1: glyph.getInt16(6), y1: glyph.getInt16(8) }
          : null;
      boxes.set(gid, box);
      return box ?? undefined;
    },
    components,
    weight: (gid) => weightAt(gid, 0),
  };
}

/** The weight of a glyph made of others. */
export function addWeights(parts: readonly Weight[]): Weight {
  return {
    points: parts.reduce((sum, part) => sum + part.points, 0),
    contours: parts.reduce((sum, part) => sum + part.contours, 0),
    depth: 1 + parts.reduce((deepest, part) => Math.max(deepest, part.depth), 0),
  };
}

/** The box around boxes, each moved; undefined when there is none. */
export function union(boxes: Iterable<Bounds | undefined>): Bounds | undefined {
  let all: Bounds | undefined;
  for (const box of boxes) {
    if (!box) continue;
    all = all
      ? {
          x0: Math.min(all.x0, box.x0),
          y0: Math.min(all.y0, box.y0),
          x1: Math.max(all.x1, box.x1),
          y1: Math.max(all.y1, box.y1),
        }
      : box;
  }
  return all;
}

export function moved(box: Bounds | undefined, x: number, y: number): Bounds | undefined {
  return box && { x0: box.x0 + x, y0: box.y0 + y, x1: box.x1 + x, y1: box.y1 + y };
}

function scaleBytes(flags: number): number {
  if (flags & 0x08) return 2;
  if (flags & 0x40) return 4;
  return flags & 0x80 ? 8 : 0;
}
