/** Older revisions of a file (ISO 32000-2, 7.5.6): an update is appended, and leaves everything that it replaces. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../core/document-io.ts";
import type { Work } from "../core/work.ts";
import type { CosDocument } from "../cos/document.ts";
import { isOfContent } from "../cos/syntax/content/unsupported.ts";
import { openStrictly, type PdfDocument } from "./open.ts";

/** Bytes after a cross-reference in which to look for its end. */
const endReach = 4_000_000;

/** Ends of older revisions in `cos.source`, newest first. */
export function revisionEnds({ source, revisions }: CosDocument): number[] {
  const ends = new Set<number>();
  for (const { offset } of revisions.slice(1)) {
    const bytes = source.read(offset, endReach);
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf("%%EOF");
    const end = at < 0 ? source.size : offset + at + 5;
    if (source.read(end, 16).some((byte) => byte > 0x20)) ends.add(end);
  }
  return [...ends].sort((a, b) => b - a);
}

/** The document as it was when the file ended there; undefined if it wasn't one, as inside a linearized file. */
export function openPrefix(
  { source, password }: CosDocument,
  end: number,
  work: Work,
): PdfDocument | undefined {
  const prefix: ByteSource = {
    size: end,
    read: (offset, length) => source.read(offset, Math.max(0, Math.min(length, end - offset))),
  };
  try {
    return openStrictly(prefix, password, work);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return undefined;
  }
}
