/** Where a file's header and its last cross-reference are (ISO 32000-2, 7.5.2 and 7.5.5). */
import { Buffer } from "node:buffer";
import { CosError } from "./error.ts";
import { cursorOn, skipSpace, takeDigits, takeKeyword } from "./lexer.ts";
import { takeObjKeyword } from "./parser.ts";
import type { Windows } from "./source-window.ts";

/** Acrobat and the others look this far for the header, and from the end for `startxref`. */
const headerReach = 1024;
const tailReach = 2048;

export interface Located {
  /** Bytes of junk before the header that all offsets of the file leave out of account; 0 when they count them. */
  readonly shift: number;
  /** As the header names it, such as `1.7`. */
  readonly version: string;
  /** Offset of the last cross-reference section, from `shift` on. */
  readonly startXref: number;
}

/** Finds header and cross-reference. Throws CosError `syntax`. */
export function locate(windows: Windows): Located {
  const head = text(windows.slice(0, Math.min(headerReach, windows.size)));
  const header = head.indexOf("%PDF-");
  if (header < 0) throw new CosError("syntax", "not a PDF file: no %PDF- at its start");
  const version = /^%PDF-(\d\.\d)/.exec(head.slice(header, header + 8))?.[1];
  if (!version) throw new CosError("syntax", "a header without a version", header);
  const startXref = readStartXref(windows);
  for (const shift of header === 0 ? [0] : [0, header]) {
    if (startsXref(windows, startXref + shift)) return { shift, version, startXref };
  }
  throw new CosError("syntax", "startxref does not lead to a cross-reference", startXref);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function readStartXref(windows: Windows): number {
  const base = Math.max(0, windows.size - tailReach);
  const bytes = windows.slice(base, windows.size - base);
  const at = text(bytes).lastIndexOf("startxref");
  if (at < 0) throw new CosError("syntax", "no startxref at the end of the file");
  const cursor = cursorOn(bytes, at + 9, bytes.length, base);
  skipSpace(cursor);
  const offset = takeDigits(cursor);
  if (offset < 0) throw new CosError("syntax", "startxref without a number", base + at);
  return offset;
}

/** Whether a table or the header of an object stands here. */
function startsXref(windows: Windows, offset: number): boolean {
  if (offset >= windows.size) return false;
  const cursor = cursorOn(windows.slice(offset, Math.min(256, windows.size - offset)));
  skipSpace(cursor);
  if (takeKeyword(cursor, "xref")) return true;
  if (takeDigits(cursor) < 0) return false;
  skipSpace(cursor);
  if (takeDigits(cursor) < 0) return false;
  skipSpace(cursor);
  return takeObjKeyword(cursor);
}
