/** Classic cross-reference tables (ISO 32000-2, 7.5.4). */

import type { Budget } from "../syntax/budget.ts";
import { CosError } from "../syntax/error.ts";
import { readValue } from "../syntax/parser.ts";
import type { Windows } from "../syntax/source-window.ts";
import { type Cursor, cursorOn, skipSpace, syntaxAt, takeDigits, takeKeyword } from "../syntax/tokenizer.ts";
import { type CosDict, isDict } from "../syntax/value.ts";
import {
  addEntry,
  entryFree,
  entryInFile,
  entryUnknown,
  reserveEntries,
  type XrefEntries,
} from "./entries.ts";

/** Bytes of the table read at a time. */
const chunkBytes = 1024 * 1024;
/** An entry with its white space is shorter than this, in any form that occurs. */
const entryReach = 64;
/** Bytes searched first for a trailer dictionary. */
const trailerBytes = 64 * 1024;

/** A section's free numbers: they apply only after the section's own /XRefStm has been read (7.5.8.4). */
export type FreeNumbers = number[];

/**
 * Reads the table whose `xref` keyword is at `offset`; entries of newer sections take precedence. Returns the trailer
 * dictionary and the numbers that the table marks as free. Throws CosError.
 */
export function readTable(
  windows: Windows,
  offset: number,
  entries: XrefEntries,
  budget: Pick<Budget, "spend">,
): { readonly trailer: CosDict; readonly free: FreeNumbers } {
  const free: FreeNumbers = [];
  let cursor = cursorAt(windows, offset, chunkBytes);
  skipSpace(cursor);
  if (!takeKeyword(cursor, "xref")) throw syntaxAt(cursor, "no cross-reference table here");

  for (;;) {
    cursor = refill(windows, cursor);
    skipSpace(cursor);
    if (takeKeyword(cursor, "trailer")) break;
    const first = takeDigits(cursor);
    skipSpace(cursor);
    const count = takeDigits(cursor);
    if (first < 0 || count < 0) throw syntaxAt(cursor, "a cross-reference table that cannot be read");
    if (count * 17 > windows.size) throw syntaxAt(cursor, "a cross-reference table larger than the file");
    skipSpace(cursor);
    budget.spend(count + 1);
    cursor = readSubsection(windows, cursor, { first, count }, { entries, free });
  }

  return { trailer: readTrailer(windows, cursor.base + cursor.at), free };
}

function cursorAt(windows: Windows, offset: number, length: number): Cursor {
  const { bytes, base } = windows.view(offset, Math.min(length, windows.size - offset));
  return cursorOn(bytes, offset - base, bytes.length, base);
}

/** The cursor itself if enough bytes follow it, otherwise one over more bytes. */
function refill(windows: Windows, cursor: Cursor): Cursor {
  if (cursor.end - cursor.at >= entryReach || cursor.base + cursor.end >= windows.size) return cursor;
  return cursorAt(windows, cursor.base + cursor.at, chunkBytes);
}

function readSubsection(
  windows: Windows,
  start: Cursor,
  { first, count }: { readonly first: number; readonly count: number },
  found: { readonly entries: XrefEntries; readonly free: FreeNumbers },
): Cursor {
  const { entries, free } = found;
  let cursor = start;
  reserveEntries(entries, first + count);

  for (let k = 0; k < count; k++) {
    cursor = refill(windows, cursor);
    const { bytes, at, end } = cursor;
    // Word by word: not all writers use exactly 20 bytes per entry.
    skipSpace(cursor);
    const place = takeDigits(cursor);
    skipSpace(cursor);
    const generation = takeDigits(cursor);
    skipSpace(cursor);
    const letter = cursor.at < end ? bytes[cursor.at] : -1;
    // Offset 0 is the header, so no object is there: writers mean a free entry, whatever its generation.
    const inFile = letter === 0x6e && place > 0;
    const isEntry = place >= 0 && generation >= 0 && (letter === 0x6e || letter === 0x66);
    if (!isEntry || (inFile && generation > 65_535)) {
      throw syntaxAt(cursor, "a cross-reference entry that cannot be read");
    }
    cursor.at++;
    // Some writers start numbering at 1 although the table begins with the head of the free list, object 0.
    if (k === 0 && first === 1 && letter === 0x66 && generation === 65_535 && place === 0) {
      const again = cursorAt(windows, start.base + at, chunkBytes);
      return readSubsection(windows, again, { first: 0, count }, found);
    }
    if (inFile) addEntry(entries, first + k, entryInFile, place, generation);
    else if (entries.kind[first + k] === entryUnknown) free.push(first + k, generation);
  }

  return cursor;
}

/** Marks as free the numbers that neither this section nor a newer one locates. */
export function addFree(entries: XrefEntries, free: FreeNumbers): void {
  for (let k = 0; k < free.length; k += 2) addEntry(entries, free[k] ?? 0, entryFree, 0, free[k + 1] ?? 0);
}

function readTrailer(windows: Windows, offset: number): CosDict {
  for (let length = trailerBytes; ; length *= 16) {
    const cursor = cursorAt(windows, offset, length);
    const atEnd = cursor.base + cursor.end >= windows.size;
    try {
      const trailer = readValue(cursor);
      if (!isDict(trailer)) throw syntaxAt(cursor, "a trailer that is not a dictionary");
      return trailer;
    } catch (error) {
      if (!(error instanceof CosError) || !cursor.hitEnd || atEnd) throw error;
    }
  }
}
