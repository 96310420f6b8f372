/**
 * Fonts of this computer, for characters that the program's own fonts lack: those in the given folders, then the system's.
 * They are scanned when a text first needs one; only each font's coverage is kept. A font that is damaged, has no outlines, or
 * whose maker forbids embedding a subset (OpenType 1.9, OS/2 fsType) is skipped.
 */
import { getOrInsert } from "../core/collections/maps.ts";
import { type Coverage, mayHave, readCoverage } from "../fonts/opentype/coverage.ts";
import { fontOffsets, type TablePlaces, tablePlaces } from "../fonts/opentype/sfnt.ts";
import { fontFilesIn, openFontFile } from "../host/font-files.ts";

/** A font that was found. */
export interface InstalledFont {
  readonly path: string;
  /** Index in a collection. */
  readonly index: number;
  /** PostScript name. */
  readonly name: string;
  readonly covers: Coverage;
  /** How much it differs from an upright text font of normal weight; 0 if not at all. */
  readonly oddity: number;
}

/** Larger files are collections of all weights of all scripts: not worth the memory for a stamp. */
export const maxFontBytes = 64_000_000;
/** Maximum size of a table read to find characters. */
const maxTableBytes = 4_000_000;
/** Maximum total of all fonts' coverages, in numbers (16 MB). */
const maxKept = 4_000_000;
/** Time for scanning all folders, in milliseconds; only fonts found by then are used. */
const maxMs = 20_000;

/** Embedding is forbidden, or allowed only for the whole font, or for its bitmaps (fsType). */
const restricted = (fsType: number) => (fsType & 0x000f) === 0x0002 || (fsType & 0x0300) !== 0;
/** Fonts that show a box for everything. */
const placeholders = /last\s?resort|adobe\s?(blank|notdef)|fallback/i;

const byFolders = new Map<string, readonly InstalledFont[]>();

/** The fonts in these folders that may have the character: by folder, then the plainest first, then by name. */
export function installedFonts(folders: readonly string[], codePoint: number): readonly InstalledFont[] {
  const key = folders.join("\0");
  const known = getOrInsert(byFolders, key, () => lookThrough(folders, () => performance.now()));
  return known.filter(({ covers }) => mayHave(covers, codePoint));
}

function lookThrough(folders: readonly string[], now: () => number): readonly InstalledFont[] {
  const end = now() + maxMs;
  const all: InstalledFont[] = [];
  const seen = new Set<string>();
  let kept = 0;

  for (const folder of folders) {
    const found: InstalledFont[] = [];
    for (const path of fontFilesIn(folder)) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (kept > maxKept || now() > end) break;
      for (const font of fontsOf(path)) {
        kept += font.covers.length;
        found.push(font);
      }
    }
    all.push(...found.sort((a, b) => a.oddity - b.oddity || order(a.name, b.name) || order(a.path, b.path)));
  }

  return all;
}

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function fontsOf(path: string): readonly InstalledFont[] {
  try {
    using file = openFontFile(path);
    if (file.size > maxFontBytes) return [];
    return fontOffsets(file.read).flatMap((offset, index) => {
      const font = readFont(tablePlaces(offset, file.read), file.read);
      return font ? [{ path, index, ...font }] : [];
    });
  } catch {
    // Damaged or unreadable: treated as missing.
    return [];
  }
}

function readFont(
  places: TablePlaces,
  read: (offset: number, length: number) => Uint8Array,
): Pick<InstalledFont, "name" | "covers" | "oddity"> | undefined {
  const table = (tag: string): DataView | undefined => {
    const place = places.get(tag);
    if (!place || place.length === 0 || place.length > maxTableBytes) return undefined;
    const bytes = read(place.offset, place.length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  if (!["glyf", "CFF ", "CFF2"].some((tag) => (places.get(tag)?.length ?? 0) > 0)) return undefined;
  // HarfBuzz uses the last available width for those that are cut off.
  const widths = Math.max(1, table("hhea")?.getUint16(34) ?? 0);
  if ((places.get("hmtx")?.length ?? 0) < widths * 4) return undefined;
  const metrics = table("OS/2");
  if (metrics && restricted(metrics.getUint16(8))) return undefined;
  const cmap = table("cmap");
  const name = postScriptName(table("name"));
  if (!cmap || placeholders.test(name)) return undefined;
  const covers = readCoverage(cmap);

  return covers.length > 0 ? { name, covers, oddity: metrics ? oddityOf(metrics) : 1 } : undefined;
}

/** Weight 400 and width 5 are normal; fsSelection's first bit is italic. */
function oddityOf(metrics: DataView): number {
  const [weight, width, selection] = [metrics.getUint16(4), metrics.getUint16(6), metrics.getUint16(62)];
  return Math.abs(weight - 400) / 100 + Math.abs(width - 5) + (selection & 0x0001 ? 10 : 0);
}

/** Name 6, limited to characters that a PDF name may have. */
function postScriptName(names: DataView | undefined): string {
  if (!names) return "Font";

  const strings = names.getUint16(4);
  for (let k = 0; k < names.getUint16(2); k++) {
    const row = 6 + k * 12;
    if (names.getUint16(row + 6) !== 6) continue;
    const wide = names.getUint16(row) !== 1;
    const length = Math.min(names.getUint16(row + 8), 200);
    const at = strings + names.getUint16(row + 10);
    let text = "";
    for (let c = wide ? 1 : 0; c < length; c += wide ? 2 : 1)
      text += String.fromCharCode(names.getUint8(at + c));
    const name = text.replaceAll(/[^A-Za-z0-9-]/g, "").slice(0, 60);
    if (name !== "") return name;
  }

  return "Font";
}

/** All bytes of a font's file. Throws the system's error, or an Error if it has changed since. */
export function fontBytes({ path }: InstalledFont): Uint8Array {
  using file = openFontFile(path);
  if (file.size > maxFontBytes) throw new Error("a font file that is too large");
  return file.read(0, file.size);
}
