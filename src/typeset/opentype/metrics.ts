/** What the tables of a font say of it apart from its outlines (OpenType 1.9: head, maxp, hhea, hmtx). In font units. */
import type { Sfnt } from "./sfnt.ts";

export interface Metrics {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly glyphCount: number;
  advance(gid: number): number;
}

export interface FontMetrics extends Metrics {
  /** Whether offsets to glyphs are of four bytes (table `loca`). */
  readonly longOffsets: boolean;
  readonly hmtx: DataView;
  /** Glyphs with a width of their own; those behind have that of the last one. */
  readonly widths: number;
}

/** A table's bytes; throws an Error when the font lacks it. */
export function tableOf(font: Sfnt, tag: string): DataView {
  const found = font.table(tag);
  if (!found) throw new Error(`a font without its table ${tag}`);
  return found;
}

/** Throws an Error when a table is missing. That `hmtx` is long enough is for the caller to see. */
export function readMetrics(font: Sfnt): FontMetrics {
  const head = tableOf(font, "head");
  const hhea = tableOf(font, "hhea");
  const hmtx = tableOf(font, "hmtx");
  const widths = hhea.getUint16(34);
  return {
    unitsPerEm: head.getUint16(18),
    longOffsets: head.getInt16(50) === 1,
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    glyphCount: tableOf(font, "maxp").getUint16(4),
    advance: (gid) => hmtx.getUint16(Math.min(gid, widths - 1) * 4),
    hmtx,
    widths,
  };
}
