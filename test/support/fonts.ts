/** Font files for tests: a real one from the development packages, and others derived from it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { buildSfnt } from "../../src/fonts/opentype/sfnt.ts";

const folder = createRequire(import.meta.url)
  .resolve("pdfjs-dist/package.json")
  .replace("package.json", "standard_fonts");

/** Liberation Sans, with `☺ ♫ ►`, which no built-in font has. */
export const liberation = (style: "Regular" | "Bold" = "Regular"): Uint8Array =>
  readFileSync(join(folder, `LiberationSans-${style}.ttf`));

/** A bare CFF font of 230 glyphs; glyph 34 is the letter A. */
export const bareCff = (): Uint8Array => readFileSync(join(folder, "FoxitSerif.pfb"));

/** The tables of a TrueType file. */
export function tablesOf(font: Uint8Array): Map<string, Uint8Array> {
  const data = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = new Map<string, Uint8Array>();
  for (let k = 0; k < data.getUint16(4); k++) {
    const row = 12 + k * 16;
    const tag = Buffer.from(font.subarray(row, row + 4)).toString("latin1");
    const offset = data.getUint32(row + 8);
    tables.set(tag, Uint8Array.from(font.subarray(offset, offset + data.getUint32(row + 12))));
  }
  return tables;
}

/** A `cmap` table in format 12: code point → glyph. */
export function cmapOf(glyphs: Readonly<Record<number, number>>): Uint8Array {
  const entries = Object.entries(glyphs).map(([code, gid]) => [Number(code), gid] as const);
  const data = new DataView(new ArrayBuffer(12 + 16 + entries.length * 12));
  data.setUint16(2, 1);
  data.setUint16(4, 3);
  data.setUint16(6, 10);
  data.setUint32(8, 12);
  data.setUint16(12, 12);
  data.setUint32(16, 16 + entries.length * 12);
  data.setUint32(24, entries.length);
  entries
    .sort(([a], [b]) => a - b)
    .forEach(([code, gid], k) => {
      [code, code, gid].forEach((value, n) => {
        data.setUint32(28 + k * 12 + n * 4, value);
      });
    });
  return new Uint8Array(data.buffer);
}

/** Liberation Sans with other tables; undefined removes one. */
export function changedFont(change: Readonly<Record<string, Uint8Array | undefined>>): Uint8Array {
  const tables = tablesOf(liberation());
  for (const [tag, table] of Object.entries(change)) {
    if (table) tables.set(tag, table);
    else tables.delete(tag);
  }
  return buildSfnt(tables);
}

/** Liberation Sans with this embedding permission (OS/2 fsType). */
export function embeddingFont(fsType: number): Uint8Array {
  const metrics = tablesOf(liberation()).get("OS/2") ?? new Uint8Array();
  new DataView(metrics.buffer).setUint16(8, fsType);
  return changedFont({ "OS/2": metrics });
}

/** An OpenType font with cubic outlines: these `glyphs` of the bare CFF font. */
export function cubicFont(glyphs: Readonly<Record<number, number>>): Uint8Array {
  const count = 230;
  const metrics = new DataView(new ArrayBuffer(count * 4));
  for (let gid = 0; gid < count; gid++) metrics.setUint16(gid * 4, 700);
  const tables = tablesOf(liberation());
  const head = new DataView(tables.get("head")?.buffer ?? new ArrayBuffer(54));
  head.setUint16(18, 1000);
  const hhea = new DataView(tables.get("hhea")?.buffer ?? new ArrayBuffer(36));
  hhea.setUint16(34, count);
  const made = new Map([
    ["CFF ", bareCff()],
    ["OS/2", tables.get("OS/2") ?? new Uint8Array()],
    ["cmap", cmapOf(glyphs)],
    ["head", new Uint8Array(head.buffer)],
    ["hhea", new Uint8Array(hhea.buffer)],
    ["hmtx", new Uint8Array(metrics.buffer)],
    ["maxp", Uint8Array.from([0, 0, 0x50, 0, count >> 8, count & 255])],
  ]);
  const file = buildSfnt(made);
  file.set(Buffer.from("OTTO"));
  return file;
}

/** A font collection. */
export function collection(fonts: readonly Uint8Array[]): Uint8Array {
  const head = new DataView(new ArrayBuffer(12 + fonts.length * 4));
  head.setUint32(0, 0x74746366);
  head.setUint32(4, 0x00010000);
  head.setUint32(8, fonts.length);
  let at = head.byteLength;
  const moved = fonts.map((font, k) => {
    const copy = Uint8Array.from(font);
    const data = new DataView(copy.buffer);
    for (let t = 0; t < data.getUint16(4); t++)
      data.setUint32(12 + t * 16 + 8, data.getUint32(12 + t * 16 + 8) + at);
    head.setUint32(12 + k * 4, at);
    at += copy.length;
    return copy;
  });
  return Buffer.concat([new Uint8Array(head.buffer), ...moved]);
}
