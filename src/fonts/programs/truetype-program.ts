/** TrueType programs (OpenType 1.9): style, height, and glyph names of codes. */

import { Buffer } from "node:buffer";
import { once } from "../../core/once.ts";
import { encodingTable } from "../encodings/encodings.ts";
import { macintoshName } from "../encodings/macintosh-glyphs.ts";
import type { FontProgram } from "./program.ts";
import { type CodeMap, readCodeMaps } from "./truetype-cmap.ts";

const maxTables = 256;

type Tables = ReadonlyMap<string, DataView>;

export function readTables(bytes: Uint8Array): Tables {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const latin1 = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  const start = latin1(0) === "ttcf" ? data.getUint32(12) : 0;
  const tables = new Map<string, DataView>();
  const count = Math.min(data.getUint16(start + 4), maxTables);

  for (let k = 0; k < count; k += 1) {
    const row = start + 12 + k * 16;
    if (row + 16 > bytes.length) break;
    const offset = data.getUint32(row + 8);
    const length = Math.min(data.getUint32(row + 12), bytes.length - offset);
    const tag = latin1(row);
    if (length > 0 && !tables.has(tag))
      tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, length));
  }

  return tables;
}

/** From `OS/2` if present, otherwise from `head`. */
function readStyle(tables: Tables) {
  const os2 = tables.get("OS/2");
  if (os2 && os2.byteLength >= 64) {
    const selection = os2.getUint16(62);
    return { bold: (selection & 32) !== 0, italic: (selection & 513) !== 0 };
  }
  const head = tables.get("head");
  const style = head && head.byteLength >= 46 ? head.getUint16(44) : 0;
  return { bold: (style & 1) !== 0, italic: (style & 2) !== 0 };
}

/** In ems: from `hhea`, or from `OS/2` if the font requests it or `hhea` has none. */
function readHeight(tables: Tables) {
  const [head, hhea, os2] = [tables.get("head"), tables.get("hhea"), tables.get("OS/2")];
  if (!head || head.byteLength < 20) return undefined;

  const em = head.getUint16(18) || 2048;
  const at = (data: DataView, up: number, down: number) => ({
    ascender: data.getInt16(up) / em,
    descender: data.getInt16(down) / em,
  });

  const typographic = os2 && os2.byteLength >= 78 ? at(os2, 68, 70) : undefined;
  if (typographic && os2 && (os2.getUint16(62) & 128) !== 0) return typographic;
  const given = hhea && hhea.byteLength >= 8 ? at(hhea, 4, 6) : undefined;
  if (given && (given.ascender !== 0 || given.descender !== 0)) return given;
  if (typographic && (typographic.ascender !== 0 || typographic.descender !== 0)) return typographic;
  if (!typographic || !os2) return given;

  return { ascender: os2.getUint16(74) / em, descender: -os2.getUint16(76) / em };
}

/** Glyph names in table `post`; undefined if the font has none. */
export function readNames(post: DataView | undefined): ((glyph: number) => string | undefined) | undefined {
  if (!post || post.byteLength < 32) return undefined;
  const version = post.getUint32(0);
  if (version === 0x00030000) return undefined;
  if (version === 0x00010000) return macintoshName;
  if (version !== 0x00020000) return () => undefined;

  const strings = once(() => pascalStrings(post, 34 + post.getUint16(32) * 2));
  return (glyph) => {
    if (glyph >= post.getUint16(32)) return undefined;
    const index = post.getUint16(34 + glyph * 2);
    return index < 258 ? macintoshName(index) : strings()[index - 258];
  };
}

/** Maximum names per font: glyph numbers have two bytes. */
const maxNames = 65_536;

function pascalStrings(data: DataView, start: number): string[] {
  const strings: string[] = [];
  for (let at = start; at < data.byteLength && strings.length < maxNames; ) {
    const length = Math.min(data.getUint8(at), data.byteLength - at - 1);
    strings.push(Buffer.from(data.buffer, data.byteOffset + at + 1, length).toString("latin1"));
    at += 1 + length;
  }
  return strings;
}

function chooseMap(maps: readonly CodeMap[], symbolic: boolean): CodeMap | undefined {
  const find = (platform: number, encoding: number) =>
    maps.find((map) => map.platform === platform && map.encoding === encoding);
  return (symbolic ? find(3, 0) : undefined) ?? find(3, 1) ?? find(1, 0) ?? maps[0];
}

/** The character of each glyph, by the program's Unicode map: the first of several. */
function glyphTexts(maps: readonly CodeMap[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const map = maps.find(({ platform, encoding }) => platform === 0 || (platform === 3 && encoding > 0));
  for (let code = 0x20; map && code <= 0xffff; code += 1) {
    const glyph = map.glyph(code);
    if (glyph !== 0 && !texts.has(glyph)) texts.set(glyph, String.fromCharCode(code));
  }
  return texts;
}

/** Offset of codes in symbol font maps. */
const symbolPlane = 0xf000;

/** Throws a RangeError for a program truncated within a table. */
export function readTrueType(bytes: Uint8Array): FontProgram {
  const tables = readTables(bytes);
  const post = tables.get("post");
  const height = readHeight(tables);
  const names = readNames(post);
  const maps = once(() => readCodeMaps(tables.get("cmap")));
  const texts = once(() => glyphTexts(maps()));

  return {
    ...readStyle(tables),
    mono: post !== undefined && post.byteLength >= 16 && post.getUint32(12) !== 0,
    ascender: height?.ascender,
    descender: height?.descender,
    codeName(code, symbolic) {
      const map = chooseMap(maps(), symbolic);
      const glyph = map ? map.glyph(code) || map.glyph(symbolPlane + code) : 0;
      if (glyph === 0) return undefined;
      // A font without names: assume that its codes are those of Windows.
      return names ? names(glyph) : encodingTable("winAnsi")[code];
    },
    glyphText: (glyph) => texts().get(glyph),
  };
}
