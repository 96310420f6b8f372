/**
 * Whether two files are results of the same call: equal bytes, except for values that change with every run. So a call that
 * was ended before it could be answered recognizes its own output (docs/decisions/0031).
 */
import type { ByteSource } from "../../core/document-io.ts";

const windowBytes = 65_536;
/** A changing value may cross the border of two windows; with its key, it is no longer than this. */
const marginBytes = 256;
/** Windows that may differ: identifiers are in one trailer, dates in one dictionary or metadata stream. */
const maxUnlike = 16;

/** The file identifier (ISO 32000-2, 14.4), and LibreOffice's timestamps. All have a fixed length. */
const madeAnew = [
  /\/ID\s*\[\s*<[0-9A-F]{32}>\s*<[0-9A-F]{32}>\s*\]/g,
  /\/(?:CreationDate|ModDate)\s*\(D:[^()]{8,24}\)/g,
  /\/DocChecksum\s*\/[0-9A-F]{32}/g,
];

export function isSameResult(there: ByteSource, written: ByteSource): boolean {
  if (there.size !== written.size) return false;
  // With encryption everything changes: key, vectors, and so all content. Only the exact length remains comparable.
  if (isEncrypted(there) && isEncrypted(written)) return true;
  let unlike = 0;
  for (let at = 0; at < there.size; at += windowBytes) {
    if (Buffer.compare(there.read(at, windowBytes), written.read(at, windowBytes)) === 0) continue;
    unlike += 1;
    if (unlike > maxUnlike || lastingPart(there, at) !== lastingPart(written, at)) return false;
  }
  return true;
}

/** A window without the changing values. */
function lastingPart(file: ByteSource, at: number): string {
  const from = Math.max(0, at - marginBytes);
  const bytes = file.read(from, at + windowBytes + marginBytes - from);
  const text = madeAnew.reduce(
    (rest, value) => rest.replace(value, (found) => " ".repeat(found.length)),
    Buffer.from(bytes).toString("latin1"),
  );
  return text.slice(at - from, at - from + windowBytes);
}

/** Whether the last trailer names an encryption dictionary. */
function isEncrypted(file: ByteSource): boolean {
  const tail = Buffer.from(file.read(file.size - trailerBytes, trailerBytes)).toString("latin1");
  return /\/Encrypt\s+\d+\s+\d+\s+R/.test(tail);
}

/** The trailer and the data after it; a cross-reference stream's dictionary precedes its data. */
const trailerBytes = 65_536;
