/** Reduces embedded fonts to the glyphs in use, and converts Type 1 programs, whose encryption is incompressible, to CFF. */
import { pushTo } from "../../core/collections/maps.ts";
import {
  bytesString,
  type CosDict,
  type CosValue,
  dictOf,
  fromLatin1,
  isDict,
  isNamed,
  isRef,
  isStream,
  name,
  ref,
  withEntries,
} from "../../cos/syntax/value.ts";
import { arrayAt, dictAt, nameAt, streamAt } from "../../cos/typed-get.ts";
import { encodedNames } from "../encodings/encoding-of-font.ts";
import { encodingTable } from "../encodings/encodings.ts";
import { glyphText } from "../encodings/glyph-text.ts";
import { openCff, readCff } from "../programs/cff-program.ts";
import { readCodeMaps } from "../programs/truetype-cmap.ts";
import { readNames, readTables } from "../programs/truetype-program.ts";
import { openType1 } from "../programs/type1-program.ts";
import { blankCff, blankOpenType, blankTrueType } from "./blank.ts";
import type { FontObjects, OpenFont } from "./font-objects.ts";
import { codesOf, type FontUsage, fontUsage } from "./usage.ts";
import { cffOf } from "./write-cff.ts";

/** Reduces the programs of a document's fonts, except those for typing in its form. */
export function shrinkPrograms(objects: FontObjects): void {
  const programs = programsOf(objects);
  if (programs.size === 0) return;
  const usage = fontUsage(objects);
  if (!usage) return;
  const kept = fontsOfForm(objects);
  for (const [num, users] of programs)
    if (users.every(({ font }) => !kept.has(font))) shrink(objects, num, users, usage);
}

/** A font with an embedded program. */
interface User {
  /** Number of the font as named in content. */
  readonly font: number;
  /** The font's dictionary; for a composite font, its descendant's. */
  readonly dict: CosDict;
  readonly composite: CosDict | undefined;
  /** Number of its descriptor. */
  readonly descriptor: number;
  readonly key: "FontFile" | "FontFile2" | "FontFile3";
}

/** Whether it is a font that content may show directly, which a descendant isn't. */
export const isShownFont = (value: CosValue): value is CosDict =>
  isDict(value) &&
  isNamed(value.get("Type"), "Font") &&
  !["CIDFontType0", "CIDFontType2"].some((kind) => isNamed(value.get("Subtype"), kind));

/** Embedded programs by number, with the fonts that use them. */
function programsOf(objects: FontObjects): Map<number, User[]> {
  const programs = new Map<number, User[]>();
  const { cos, order } = objects;

  for (const num of order) {
    const value = objects.get(num);
    if (!isShownFont(value)) continue;
    const below = arrayAt(cos, value.get("DescendantFonts"));
    const dict = below ? dictAt(cos, below[0]) : value;
    const entry = dict?.get("FontDescriptor");
    const descriptor = dictAt(cos, entry);
    if (!dict || !descriptor || !isRef(entry)) continue;
    for (const key of ["FontFile", "FontFile2", "FontFile3"] as const) {
      const file = descriptor.get(key);
      const user = { font: num, dict, composite: below && value, descriptor: entry.num, key };
      if (isRef(file)) pushTo(programs, file.num, user);
    }
  }

  return programs;
}

/** Fonts used for typing in form fields, which may have their own resources. */
export function fontsOfForm(objects: FontObjects): Set<number> {
  const { cos, order } = objects;
  const found = new Set<number>();

  const add = (value: CosValue | undefined) => {
    const resources = isDict(value) ? dictAt(cos, value.get("DR")) : undefined;
    for (const font of dictAt(cos, resources?.get("Font"))?.values() ?? [])
      if (isRef(font)) found.add(objects.target(font.num, font.gen));
  };

  add(dictAt(cos, cos.catalog.get("AcroForm")));
  for (const num of order) add(objects.get(num));

  return found;
}

function shrink(objects: FontObjects, num: number, users: readonly User[], usage: FontUsage): void {
  const stream = objects.get(num);
  const [first] = users;
  const open = isStream(stream) ? objects.open(stream) : undefined;
  if (!first || !open || open.codec) return;
  const by = { FontFile: convert, FontFile2: blank, FontFile3: blankCompact };
  try {
    by[first.key](objects, num, { open, users, usage });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

interface Work {
  readonly open: OpenFont;
  readonly users: readonly User[];
  readonly usage: FontUsage;
}

function blank(objects: FontObjects, num: number, { open, users, usage }: Work): void {
  const used = new Set<number>();
  for (const user of users) {
    const glyphs = user.composite
      ? glyphsOfPairs(objects, user, usage)
      : glyphsOfCodes(objects, user, usage, open.data);
    if (!glyphs) return;
    for (const glyph of glyphs) used.add(glyph);
  }
  const data = blankTrueType(
    open.data,
    used,
    users.every(({ composite }) => composite?.has("ToUnicode")),
  );
  if (data) objects.replace(num, { dict: withEntries(open.dict, { Length1: data.length }), data });
}

/** The same for CFF, standalone or in an OpenType font, which may have TrueType outlines instead. */
function blankCompact(objects: FontObjects, num: number, work: Work): void {
  const { dict, data } = work.open;
  const isWrapped = isNamed(dict.get("Subtype"), "OpenType");
  const table = isWrapped ? readTables(data).get("CFF ") : undefined;
  if (isWrapped && !table) {
    blank(objects, num, work);
    return;
  }
  const program = table ? new Uint8Array(table.buffer, table.byteOffset, table.byteLength) : data;
  const parts = openCff(program);
  const charset = parts?.charset();
  const names = parts && readCff(program);
  if (!parts || !charset || !names) return;

  const used = new Set<number>();
  for (const user of work.users) {
    if (user.composite) {
      const cids = glyphsOfPairs(objects, user, work.usage);
      if (!cids) return;
      for (const [gid, cid] of charset.entries()) if (cids.has(parts.keyed ? cid : gid)) used.add(gid);
    } else {
      if (parts.keyed) return;
      const namesOf = namesByCode(objects, user);
      const codes = codesOf(work.usage, user.font, 1);
      const called = new Set(codes.flatMap((code) => [names.codeName(code, false), ...namesOf(code)]));
      for (const part of componentsOf(called)) called.add(part);
      for (const [gid, sid] of charset.entries()) if (called.has(parts.sidName(sid))) used.add(gid);
    }
  }

  const blanked = (program: Uint8Array) => blankCff(program, parts.charStrings(), used);
  const made = isWrapped ? blankOpenType(data, used, blanked) : blanked(data);
  if (made) objects.replace(num, { dict, data: made });
}

/** Accents and letters that charstrings of accented letters may refer to (Adobe Technical Note 5177, appendix C). */
function componentsOf(names: ReadonlySet<string | undefined>): string[] {
  const standard = encodingTable("standard");
  const texts = [...names].map((glyph) => (glyph === undefined ? "" : (glyphText(glyph) ?? "")));
  const letters = texts.flatMap((text) => [...text.normalize("NFD")].slice(0, 1));
  if (texts.every((text) => text.length === 0 || text.charCodeAt(0) < 128)) return [];
  const accents = standard.filter((glyph, code) => glyph !== undefined && (code > 192 || code < 33));
  return [...letters.filter((letter) => /[A-Za-z]/.test(letter)), ...accents, "dotlessi"].filter(
    (glyph) => glyph !== undefined,
  );
}

/** Glyphs of a composite font whose codes are its CIDs; undefined for others. */
function glyphsOfPairs(
  { cos }: FontObjects,
  { font, dict, composite }: User,
  usage: FontUsage,
): Set<number> | undefined {
  const encoding = nameAt(cos, composite?.get("Encoding"));
  if (encoding !== "Identity-H" && encoding !== "Identity-V") return undefined;
  const map = streamAt(cos, dict.get("CIDToGIDMap"));
  const gids = map && cos.decode(map);
  const cids = codesOf(usage, font, 2);
  return new Set(gids ? cids.map((cid) => (gids[cid * 2] ?? 0) * 256 + (gids[cid * 2 + 1] ?? 0)) : cids);
}

/** Offsets of the codes in symbol font maps. */
const symbolPlanes = [0, 0xf000, 0xf100, 0xf200];

/** Glyphs of a simple TrueType font by any map that a reader may choose. */
function glyphsOfCodes(objects: FontObjects, user: User, usage: FontUsage, program: Uint8Array): Set<number> {
  const tables = readTables(program);
  const maps = readCodeMaps(tables.get("cmap"));
  const post = tables.get("post");
  const nameOf = readNames(post);
  const names = new Set<string>();
  const glyphs = new Set<number>();
  const add = (code: number) => {
    for (const map of maps) glyphs.add(map.glyph(code));
  };
  const called = namesByCode(objects, user);

  for (const code of codesOf(usage, user.font, 1)) {
    for (const plane of symbolPlanes) add(plane + code);
    // Without a map, a code is a glyph.
    if (maps.length === 0) glyphs.add(code);
    for (const glyph of called(code)) {
      names.add(glyph);
      const text = glyphText(glyph)?.codePointAt(0);
      if (text !== undefined) add(text);
      const mac = encodingTable("macRoman").indexOf(glyph);
      if (mac >= 0) add(mac);
    }
  }

  const count = tables.get("maxp")?.getUint16(4) ?? 0;
  for (let gid = 0; nameOf && gid < count; gid++) if (names.has(nameOf(gid) ?? "")) glyphs.add(gid);

  return glyphs;
}

/** Possible names of a font's codes: by its own encoding, and by readers' fallbacks. */
function namesByCode({ cos }: FontObjects, { dict }: User): (code: number) => string[] {
  const encodings = [
    encodedNames(cos, cos.resolve(dict.get("Encoding")), undefined),
    ...(["standard", "winAnsi", "macRoman"] as const).map(encodingTable),
  ];
  return (code) => encodings.map((names) => names[code]).filter((glyph) => glyph !== undefined);
}

/** Converts a Type 1 program to CFF. */
function convert(objects: FontObjects, num: number, { open, users, usage }: Work): void {
  const font = openType1(open.data);
  if (!font || users.some(({ composite }) => composite)) return;

  const glyphs = new Set<string>();
  let isCertain = true;

  for (const user of users) {
    const namesOf = namesByCode(objects, user);
    for (const code of codesOf(usage, user.font, 1)) {
      const names = namesOf(code);
      const known = [font.codeName(code, false) ?? "", ...names].filter((glyph) =>
        font.charStrings.has(glyph),
      );
      for (const glyph of known) glyphs.add(glyph);
      // If the program's name differs, readers look for similar names.
      const [called] = names;
      isCertain &&= called === undefined || known.includes(called) || !user.dict.has("Encoding");
    }
  }

  const all = new Set(font.charStrings.keys());
  const made = cffOf(font, isCertain ? glyphs : all);
  if (!made) return;
  if (!objects.replace(num, { dict: dictOf({ Subtype: name("Type1C") }), data: made.bytes })) return;

  for (const descriptor of new Set(users.map((user) => user.descriptor))) {
    const value = objects.get(descriptor);
    if (!isDict(value)) continue;
    const named = bytesString(fromLatin1(made.names.map((glyph) => `/${glyph}`).join("")));
    const file = { FontFile: undefined, FontFile3: value.get("FontFile") ?? ref(num) };
    objects.set(
      descriptor,
      withEntries(value, { ...file, CharSet: value.has("CharSet") ? named : undefined }),
    );
  }
}
