/** What programs of fonts say apart from their glyphs: names, comments, tables that nothing reads, bytes between tables. */
import { latin1 } from "../../../cos/syntax/value.ts";
import { cffStandardStrings } from "../../../fonts/encodings/cff-strings.ts";
import { glyphText } from "../../../fonts/encodings/glyph-text.ts";
import { openCff, readIndex } from "../../../fonts/programs/cff-program.ts";
import { readNames, readTables } from "../../../fonts/programs/truetype-program.ts";
import { programAsides } from "./content.ts";
import { dataTexts } from "./data-words.ts";

/** `called`: the names that the document gives to the font. A name that resembles one says nothing. */
export function fontAsides(data: Uint8Array, called: readonly string[]): string[] {
  try {
    return textsOf(data).filter((text) => !isNotice(text) && !called.some((name) => isAlike(text, name)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return dataTexts(data);
  }
}

/** The letters of a name, without the mark of a subset. */
const letters = (text: string) =>
  text
    .replace(/^[A-Z]{6}\+/, "")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
/** Letters at the beginning of a name that show which one it is. */
const alike = 5;
const isLike = (one: string, other: string) =>
  other.includes(one.slice(0, alike)) || one.includes(other.slice(0, alike));
/** Whether two names of a font begin in the same way. */
export const isAlike = (one: string, other: string) => isLike(letters(one), letters(other));

/** What every font says about its rights, and about its design. */
const isRight = (text: string) =>
  /copyright|\(c\)|\u00a9|trademark|rights reserved|licen[cs]e|registered/i.test(text);
const isNotice = (text: string) => isRight(text) || /design|typeface|hint|font|https?:|www\./i.test(text);

function textsOf(data: Uint8Array): string[] {
  if ((data[0] === 0x25 && data[1] === 0x21) || data[0] === 0x80) return type1Texts(data);
  if (data[0] === 1 && data[1] === 0 && (data[2] ?? 0) >= 4 && (data[2] ?? 0) < 32) return cffTexts(data);
  return openTypeTexts(data);
}

/** Fonts of symbols have names of glyphs that no list has. */
export const isGlyph = (name: string) =>
  glyphText(name) !== undefined ||
  /^[a-z][\w.]*$|(?:grave|acute|caron|cedilla|accent|circumflex|dieresis|tilde|macron|breve|ogonek|small)$/.test(
    name,
  );
/** Texts of a program; none if one is a notice. */
export const withoutNotice = (texts: readonly string[]) => (texts.some(isRight) ? [] : texts);

function type1Texts(data: Uint8Array): string[] {
  const whole = latin1(data);
  const end = whole.indexOf("eexec");
  const { texts, names } = programAsides(data.subarray(0, end < 0 ? data.length : end));
  const last = whole.lastIndexOf("cleartomark");
  const tail = last > end && end >= 0 ? dataTexts(data.subarray(last + "cleartomark".length)) : [];
  return [
    ...withoutNotice(texts),
    ...names.filter((name) => /^[A-Z][a-z]+$/.test(name) && !isGlyph(name)),
    ...tail,
  ];
}

const mostStrings = 65_536;

function cffTexts(data: Uint8Array): string[] {
  const parts = openCff(data);
  if (!parts) return dataTexts(data);
  const found: string[] = [];
  const { starts } = readIndex(parts.data, parts.data.getUint8(2));
  for (const [at, start] of starts.slice(0, -1).entries())
    found.push(latin1(data.subarray(start, starts[at + 1])));
  for (let sid = cffStandardStrings().length; sid < mostStrings; sid++) {
    const text = parts.sidName(sid);
    if (text === undefined) break;
    if (!isGlyph(text)) found.push(text);
  }
  return [...found, ...dataTexts(data.subarray(-longTail))];
}

/** Bytes at the end of a program or a table in which little else ends: in all of it, numbers look like words. */
const longTail = 24;
/** Tables of numbers. */
const numbers = new Set(
  "head hhea hmtx maxp loca glyf cmap fpgm prep kern gasp hdmx VDMX LTSH vhea vmtx VORG GDEF GPOS GSUB BASE JSTF EBDT EBLC".split(
    " ",
  ),
);
const isSigned = (tag: string, table: DataView) => tag === "DSIG" && table.getUint32(0) === 1;

/** Numbers of names by which a font is called, and of its description (OpenType 1.9); others are of styles, makers and rights. */
const fontNames = new Set([1, 4, 6, 10, 16, 18, 20, 21, 25]);

function openTypeTexts(data: Uint8Array): string[] {
  const tables = readTables(data);
  const found: string[] = [];
  const rest = Uint8Array.from(data).fill(0, 0, 12 + 16 * tables.size);
  for (const [tag, table] of tables) {
    const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
    const start = table.byteOffset - data.byteOffset;
    rest.fill(0, start, start + table.byteLength);
    if (tag === "CFF ") found.push(...cffTexts(bytes));
    else if (tag === "name") found.push(...nameTexts(table, bytes));
    else if (tag === "post") found.push(...postNames(table));
    else if (numbers.has(tag) || tag === "cvt ") found.push(...dataTexts(bytes.subarray(-longTail)));
    else if (!isSigned(tag, table)) found.push(...dataTexts(bytes));
  }
  return [...found, ...dataTexts(rest)];
}

function nameTexts(table: DataView, bytes: Uint8Array): string[] {
  const strings = table.getUint16(4);
  return Array.from({ length: table.getUint16(2) }, (_, k) => 6 + 12 * k).flatMap((row) => {
    if (!fontNames.has(table.getUint16(row + 6))) return [];
    const from = strings + table.getUint16(row + 10);
    const part = bytes.subarray(from, from + table.getUint16(row + 8));
    return [latin1(part).replaceAll("\0", "")];
  });
}

function postNames(table: DataView): string[] {
  const nameOf = readNames(table);
  if (!nameOf || table.getUint32(0) !== 0x00020000) return [];
  return Array.from({ length: table.getUint16(32) }, (_, glyph) => nameOf(glyph) ?? "").filter(
    (name) => name !== "" && !isGlyph(name),
  );
}
