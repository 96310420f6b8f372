/** Blanks unused glyphs. Glyph numbers don't change, so all maps stay valid. */

import { buildSfnt } from "../opentype/sfnt.ts";
import { readTables } from "../programs/truetype-program.ts";

/** Flags of a composite glyph's components (OpenType, glyf). */
const wordArguments = 1;
const hasScale = 8;
const moreParts = 32;
const twoScales = 64;
const fourScales = 128;
/** Maximum components per glyph, including nested ones. */
const maxParts = 256;

/** Bytes of outlines that short offsets reach. */
const longestShort = 131_070;

const tablesOf = (tags: string) =>
  new Set(Array.from({ length: Math.ceil(tags.length / 5) }, (_, k) => tags.slice(k * 5, k * 5 + 4)));
/** Tables that draw glyphs; nothing that displays a document uses the others. */
const drawing = tablesOf("CFF  cvt  fpgm gasp glyf head hhea hmtx loca maxp prep vhea vmtx");
/** Tables that locate glyphs by code or name: not if codes are glyph numbers (ISO 32000-2, 9.9.2). */
const locating = tablesOf("OS/2 cmap post");

/**
 * A TrueType program in which only these glyphs have outlines and widths. `isByNumber`: codes are glyph numbers. Throws a
 * RangeError for a truncated table.
 */
export function blankTrueType(
  bytes: Uint8Array,
  used: ReadonlySet<number>,
  isByNumber: boolean,
): Uint8Array | undefined {
  const tables = copied(bytes, isByNumber);
  const [head, loca, glyf] = [tables.get("head"), tables.get("loca"), tables.get("glyf")];
  if (!head || !loca || !glyf) return undefined;

  const isLong = head.getInt16(50) !== 0;
  const starts = Array.from({ length: Math.floor(loca.byteLength / (isLong ? 4 : 2)) }, (_, gid) =>
    isLong ? loca.getUint32(gid * 4) : loca.getUint16(gid * 2) * 2,
  );
  const outlineOf = (gid: number) => bytesOf(glyf).subarray(starts[gid] ?? 0, starts[gid + 1] ?? 0);
  const kept = withParts(used, (gid) => {
    const outline = outlineOf(gid);
    return outline.length > 10 ? partsOf(view(outline)) : [];
  });
  const outlines: Uint8Array[] = [];
  let at = 0;

  for (let gid = 0; gid < starts.length; gid++) {
    if (isLong) loca.setUint32(gid * 4, at);
    else loca.setUint16(gid * 2, at / 2);
    if (!kept.has(gid) || gid + 1 === starts.length) continue;
    const outline = outlineOf(gid);
    outlines.push(outline, new Uint8Array(outline.length & 1));
    at += outline.length + (outline.length & 1);
  }

  if (!isLong && at > longestShort) return undefined;
  tables.set("glyf", view(Buffer.concat([...outlines, new Uint8Array(at === 0 ? 4 : 0)])));
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
  const tables = copied(bytes, false);
  const program = tables.get("CFF ");
  if (!program) return undefined;
  tables.set("CFF ", view(blank(bytesOf(program))));
  return packed(blankMetrics(tables, new Set([0, ...used])), openTypeCff);
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const bytesOf = (data: DataView) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** The relevant tables, as copies. */
function copied(bytes: Uint8Array, isByNumber: boolean): Map<string, DataView> {
  const tables = [...readTables(bytes)].filter(
    ([tag]) => drawing.has(tag) || (!isByNumber && locating.has(tag)),
  );
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

/** The components of an outline. */
function partsOf(outline: DataView): number[] {
  if (outline.getInt16(0) >= 0) return [];

  const parts: number[] = [];
  for (let at = 10; parts.length < maxParts; ) {
    const flags = outline.getUint16(at);
    parts.push(outline.getUint16(at + 2));
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
