/**
 * What stands between the objects of a file when nobody says where they are: white space, comments, and what is left of
 * cross-references. Anything that could be part of an object is an error: then it is not certain which objects there are.
 */
import { afterComment, afterRegular, classOf, delimiter, space } from "../../cos/syntax/characters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { maxRevisions } from "../../cos/syntax/limits.ts";
import { readValue } from "../../cos/syntax/parser.ts";
import { objectGuess, type Windows } from "../../cos/syntax/source-window.ts";
import { cursorOn, latin1, skipSpace } from "../../cos/syntax/tokenizer.ts";
import { type CosDict, isDict } from "../../cos/syntax/value.ts";

/** Longer words are data. */
const maxWord = 64;
/** More digits are no object number. */
const maxDigits = 10;
/** A trailer dictionary; the identifier and the rest of real ones are far smaller. */
const maxTrailer = 1024 * 1024;

/** Words that belong to objects. */
const ofObjects = new Set(["R", "endobj", "stream", "endstream", "true", "false", "null"]);
/** Words behind which a pair of numbers is no header that lost its `obj`: entries of a table. */
const ofTables = new Set(["n", "f", "xref", "startxref", "trailer"]);

/** Where the next object is. */
export interface ObjectHeader {
  /** Of its number. */
  readonly offset: number;
  /** Behind `obj`. */
  readonly body: number;
}

/**
 * The next header of an object from `from` on; undefined: none follows. Dictionaries behind `trailer` are added to `trailers`.
 * Throws CosError `syntax` where something else stands before it.
 */
export function nextObject(windows: Windows, from: number, trailers: CosDict[]): ObjectHeader | undefined {
  let offset = from;
  /** Where the last two whole numbers begin; -1: what came last was something else. */
  let first = -1;
  let second = -1;
  while (offset < windows.size) {
    const { bytes, base } = windows.view(offset, Math.min(objectGuess, windows.size - offset));
    const end = bytes.length;
    let at = offset - base;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      const kind = classOf[byte];
      if (kind === space) {
        at++;
        continue;
      }
      const start = at;
      if (byte === 0x25) at = afterComment(bytes, at);
      else if (kind === delimiter) throw between(base + at);
      else at = afterRegular(bytes, at);
      if (at === end && base + end < windows.size) {
        // It may go on behind the view: looked at once more from where it begins.
        if (start === offset - base) throw between(base + start);
        at = start;
        break;
      }
      if (byte === 0x25) continue;
      if (isWhole(bytes, start, at)) {
        first = second;
        second = base + start;
        continue;
      }
      if (bytes[start] === 0x6f && bytes[start + 1] === 0x62 && bytes[start + 2] === 0x6a) {
        if (first < 0) throw between(base + start);
        return { offset: first, body: base + start + 3 };
      }
      const word = at - start > maxWord ? "endobj" : latin1(bytes, start, at);
      if (ofObjects.has(word) || (first >= 0 && !ofTables.has(word))) throw between(base + start);
      first = second = -1;
      if (word !== "trailer") continue;
      at = passTrailer(windows, base + at, trailers) - base;
    }
    offset = base + at;
  }
  return undefined;
}

function between(offset: number): CosError {
  return new CosError("syntax", "something between objects that belongs to none", offset);
}

function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > maxDigits) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}

/** Reads the dictionary at `offset`, and returns where it ends. */
function passTrailer(windows: Windows, offset: number, trailers: CosDict[]): number {
  for (let length = objectGuess; ; length *= 16) {
    const { bytes, base } = windows.view(offset, Math.min(length, windows.size - offset));
    const cursor = cursorOn(bytes, offset - base, bytes.length, base);
    const isAll = base + bytes.length >= windows.size;
    try {
      skipSpace(cursor);
      const trailer = readValue(cursor);
      if (!isDict(trailer) || trailers.length > maxRevisions) throw between(offset);
      trailers.push(trailer);
      return base + cursor.at;
    } catch (error) {
      if (!(error instanceof CosError) || !cursor.hitEnd || isAll || length > maxTrailer) throw error;
    }
  }
}
