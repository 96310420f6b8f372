/**
 * Blanks unused glyphs in place: their bytes become those of an empty glyph, and zeros, which deflate to almost nothing. Glyph
 * numbers don't change, so all maps stay valid.
 */

import { readTables } from "../../reading/interpreter/fonts/programs/truetype-program.ts";
import { buildSfnt } from "../../typeset/opentype/sfnt.ts";

/** Flags of a composite glyph's components (OpenType, glyf). */
const wordArguments = 1;
const hasScale = 8;
const moreParts = 32;
const twoScales = 64;
const fourScales = 128;
/** Maximum components per glyph, including nested ones. */
const maxParts = 256;

/** Tables that draw or locate glyphs; nothing that displays a document uses the others. */
const drawn = "OS/2 CFF  cmap cvt  fpgm gasp glyf head hhea hmtx loca maxp post prep vhea vmtx";
const drawnTables = new Set(
  Array.from({ length: Math.ceil(drawn.length / 5) }, (_, k) => drawn.slice(k * 5, k * 5 + 4)),
);

/** A TrueType program in which only these glyphs have outlines and widths. Throws a RangeError for a truncated table. */
export function blankTrueType(bytes: Uint8Array, used: ReadonlySet<number>): Uint8Array | undefined {
  const tables = copied(bytes);
  const [head, loca, glyf] = [tables.get("head"), tables.get("loca"), tables.get("glyf")];
  if (!head || !loca || !glyf) return undefined;

  const isLong = head.getInt16(50) !== 0;
  const count = loca.byteLength / (isLong ? 4 : 2) - 1;
  const place = (gid: number) => (isLong ? loca.getUint32(gid * 4) : loca.getUint16(gid * 2) * 2);
  const kept = withParts(used, (gid) => {
    if (gid >= count) return [];
    const [start, end] = [place(gid), place(gid + 1)];
    return end > start + 10 && end <= glyf.byteLength ? partsOf(glyf, start) : [];
  });
  const isKept = new Uint8Array(glyf.byteLength);
  // Glyphs may share their bytes.
  for (const gid of kept) if (gid < count) isKept.fill(1, place(gid), Math.max(place(gid), place(gid + 1)));

  const outlines = bytesOf(glyf);
  for (let gid = 0; gid < count; gid++) {
    const end = Math.min(place(gid + 1), glyf.byteLength);
    for (let at = place(gid); at < end; at++) if (isKept[at] === 0) outlines[at] = 0;
  }

  return packed(blankMetrics(tables, kept));
}

/** The tag of fonts with CFF outlines, `OTTO`. */
const openTypeCff = 0x4f54544f;

/** An OpenType program with CFF outlines, which are passed to `blank`. */
export function blankOpenType(
  bytes: Uint8Array,
  used: ReadonlySet<number>,
  blank: (program: Uint8Array) => Uint8Array,
): Uint8Array | undefined {
  const tables = copied(bytes);
  const program = tables.get("CFF ");
  if (!program) return undefined;
  tables.set("CFF ", view(blank(bytesOf(program))));
  return packed(blankMetrics(tables, new Set([0, ...used])), openTypeCff);
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const bytesOf = (data: DataView) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** The relevant tables, as copies. */
function copied(bytes: Uint8Array): Map<string, DataView> {
  const tables = [...readTables(bytes)].filter(([tag]) => drawnTables.has(tag));
  return new Map(tables.map(([tag, table]) => [tag, view(Uint8Array.from(bytesOf(table)))]));
}

/** Sets the advances of other glyphs to 0; the last one applies to all glyphs after it. */
function blankMetrics(tables: Map<string, DataView>, kept: ReadonlySet<number>): Map<string, DataView> {
  for (const [metrics, header] of [
    ["hmtx", "hhea"],
    ["vmtx", "vhea"],
  ] as const) {
    const table = tables.get(metrics);
    const count = tables.get(header)?.getUint16(34) ?? 0;
    if (!table || table.byteLength < count * 4) continue;
    for (let gid = 0; gid < count - 1; gid++) if (!kept.has(gid)) table.setUint32(gid * 4, 0);
  }
  return tables;
}

const packed = (tables: ReadonlyMap<string, DataView>, kind?: number) =>
  buildSfnt(new Map([...tables].map(([tag, table]) => [tag, bytesOf(table)])), kind);

function withParts(used: ReadonlySet<number>, partsOf: (gid: number) => readonly number[]): Set<number> {
  const kept = new Set([0, ...used]);
  // The set grows during the loop.
  for (const gid of kept) for (const part of partsOf(gid)) kept.add(part);
  return kept;
}

function partsOf(glyf: DataView, start: number): number[] {
  if (glyf.getInt16(start) >= 0) return [];

  const parts: number[] = [];
  for (let at = start + 10; parts.length < maxParts; ) {
    const flags = glyf.getUint16(at);
    parts.push(glyf.getUint16(at + 2));
    at += (flags & wordArguments) !== 0 ? 8 : 6;
    if ((flags & hasScale) !== 0) at += 2;
    else if ((flags & twoScales) !== 0) at += 4;
    else if ((flags & fourScales) !== 0) at += 8;
    if ((flags & moreParts) === 0) return parts;
  }

  throw new RangeError("a glyph with too many parts");
}

/** Ends a charstring; anything after it is never read. */
const endchar = 14;

/** A copy of a CFF program in which only these glyphs have outlines. Throws like `blankTrueType`. */
export function blankCff(
  bytes: Uint8Array,
  starts: readonly number[],
  used: ReadonlySet<number>,
): Uint8Array {
  const out = Uint8Array.from(bytes);
  for (let gid = 1; gid + 1 < starts.length; gid++) {
    const [start, end] = [starts[gid] ?? 0, starts[gid + 1] ?? 0];
    if (used.has(gid)) continue;
    if (start < 1 || end > bytes.length || end < start) throw new RangeError("a glyph outside its program");
    out.fill(0, start, end);
    if (end > start) out[start] = endchar;
  }
  return out;
}
