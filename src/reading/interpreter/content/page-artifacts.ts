/** A page's content without its artifacts, from its streams (ISO 32000-2, 7.8.2). */
import { Buffer } from "node:buffer";
import { withoutArtifacts } from "./artifacts.ts";

/** Bytes of a page's content: larger ones are drawings, or are made to fill the memory. */
export const maxArtifactContent = 2_000_000;
/** Streams of one page's content that are looked at. */
export const maxArtifactStreams = 100;

/** The streams of a page, decoded, as one without artifacts; undefined when it is as it was, or too large to be looked at. */
export function contentWithoutArtifacts(parts: readonly Uint8Array[]): Uint8Array | undefined {
  if (parts.length > maxArtifactStreams) return undefined;
  if (parts.reduce((sum, { length }) => sum + length, 0) > maxArtifactContent) return undefined;
  const own = parts.length - addedLater(parts);
  // Streams end tokens.
  const joined = (list: readonly Uint8Array[]) =>
    Buffer.concat(list.flatMap((part) => [part, Buffer.from("\n")]));
  const changed = withoutArtifacts(joined(parts.slice(0, own)));
  return changed && Buffer.concat([changed, joined(parts.slice(own))]);
}

/**
 * Streams at the end that were put over a finished page, with as many of `q` alone before it: labels and watermarks, of
 * pdf_add_page_labels too. They are artifacts, but whoever added them wants them read as on any other document.
 */
function addedLater(parts: readonly Uint8Array[]): number {
  const start = ({ buffer, byteOffset, length }: Uint8Array) =>
    Buffer.from(buffer, byteOffset, Math.min(length, 8)).toString("latin1").trim();
  const before = parts.findIndex((part) => start(part) !== "q");
  return before > 0 && parts.length > 2 * before ? before : 0;
}
