/** Locates a file's header and its last cross-reference (ISO 32000-2, 7.5.2 and 7.5.5). */

import { CosError } from "../syntax/error.ts";
import { takeHeader } from "../syntax/parser.ts";
import { asBuffer, type Windows } from "../syntax/source-window.ts";
import { cursorOn, skipSpace, takeDigits, takeKeyword } from "../syntax/tokenizer.ts";
import { latin1 } from "../syntax/value.ts";

/** Acrobat and other readers look this far for the header, and this far from the end for `startxref`. */
export const headerReach = 1024;
const tailReach = 2048;

export interface Located {
  /** Bytes of junk before the header that none of the file's offsets count; 0 if they do. */
  readonly shift: number;
  /** From the header, such as `1.7`. */
  readonly version: string;
  /** Offset of the last cross-reference section, relative to `shift`. */
  readonly startXref: number;
}

/** Finds the header and the cross-reference. Throws CosError `syntax`. */
export function locate(windows: Windows): Located {
  // It starts at offset 0, so its base is 0.
  const { bytes } = windows.view(0, Math.min(headerReach, windows.size));
  const header = headerOffset(bytes);
  if (header < 0) throw new CosError("syntax", "not a PDF file: no %PDF- at its start");
  const at = header + mark.length;
  const version = /^\d\.\d/.exec(latin1(bytes, at, Math.min(at + 3, bytes.length)))?.[0];
  if (!version) throw new CosError("syntax", "a header without a version", header);

  const startXref = readStartXref(windows);
  for (const shift of header === 0 ? [0] : [0, header]) {
    if (startsXref(windows, startXref + shift)) return { shift, version, startXref };
  }
  throw new CosError("syntax", "startxref does not lead to a cross-reference", startXref);
}

const mark = "%PDF-";
const pointer = "startxref";

/** Offset of the header in a file's first bytes; -1 if not within reach. */
export function headerOffset(bytes: Uint8Array): number {
  return asBuffer(bytes.subarray(0, headerReach)).indexOf(mark);
}

function readStartXref(windows: Windows): number {
  const reach = Math.max(0, windows.size - tailReach);
  const { bytes, base } = windows.view(reach, windows.size - reach);
  const at = asBuffer(bytes.subarray(0, windows.size - base)).lastIndexOf(pointer);
  if (at < reach - base) throw new CosError("syntax", "no startxref at the end of the file");
  const cursor = cursorOn(bytes, at + pointer.length, windows.size - base, base);
  skipSpace(cursor);
  const offset = takeDigits(cursor);
  if (offset < 0) throw new CosError("syntax", "startxref without a number", base + at);
  return offset;
}

/** Whether a table or an object stream's header is here. */
function startsXref(windows: Windows, offset: number): boolean {
  if (offset >= windows.size) return false;
  const { bytes, base } = windows.view(offset, Math.min(256, windows.size - offset));
  const at = offset - base;
  const cursor = cursorOn(bytes, at, Math.min(at + 256, bytes.length), base);
  skipSpace(cursor);
  if (takeKeyword(cursor, "xref")) return true;
  return takeHeader(cursor) !== undefined;
}
