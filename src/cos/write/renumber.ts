/** Copies the bytes of objects with new numbers for what they refer to: everything else stays as it is. */
import type { RawObject } from "../document.ts";
import type { Scanned } from "../syntax/find-references.ts";
import { type Output, writeBytes, writeNumber, writeText } from "./output.ts";

/** How the pieces of one document change. */
export interface PieceRules {
  /** The new number of what a reference leads to; 0: it becomes null. */
  mapReference(num: number, gen: number): number;
  /** Writes the string at `bytes[start, end)`, of the kind that a scan reports, as one of target object `to`. */
  recrypt(out: Output, bytes: Uint8Array, start: number, end: number, kind: number, to: number): void;
}

/** Copies `bytes[start, end)` with references in target numbering; strings were only found if they change. */
export function copyPieces(
  rules: PieceRules,
  out: Output,
  bytes: Uint8Array,
  start: number,
  end: number,
  scan: Scanned,
  to = 0,
): void {
  let at = start;
  for (let k = 0; k < scan.count; k += 4) {
    const itemStart = scan.items[k] ?? 0;
    if (itemStart < at) continue;
    if (itemStart >= end) break;
    const itemEnd = scan.items[k + 1] ?? 0;
    const num = scan.items[k + 2] ?? 0;
    writeBytes(out, bytes, at, itemStart);
    at = itemEnd;
    if (num < 0) {
      rules.recrypt(out, bytes, itemStart, itemEnd, num, to);
      continue;
    }
    const mapped = rules.mapReference(num, scan.items[k + 3] ?? 0);
    if (mapped === 0) writeText(out, "null");
    else {
      writeNumber(out, mapped);
      writeText(out, " 0 R");
    }
  }
  writeBytes(out, bytes, at, end);
}

/** Copies a stream's dictionary with its new length, which is always direct. */
export function copyDict(
  rules: PieceRules,
  out: Output,
  raw: RawObject,
  scan: Scanned,
  length: number,
  to = 0,
): void {
  const { bytes, start, end } = raw;
  const hasLength = scan.lengthStart > 0;
  copyPieces(rules, out, bytes, start, hasLength ? scan.lengthStart : end - 2, scan, to);
  writeText(out, hasLength ? " " : "/Length ");
  writeNumber(out, length);
  copyPieces(rules, out, bytes, hasLength ? scan.lengthEnd : end - 2, end, scan, to);
}
