/** A document in which some objects cannot be read, with those made readable where they stand. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/memory-source.ts";
import type { ObjectPlace } from "../../core/readers.ts";
import { tidyObject } from "./sanitize-object.ts";

/** Of an object that cannot be made readable nothing is left: it reads as null. */
export async function tidy(source: ByteSource, objects: readonly ObjectPlace[]): Promise<ByteSource> {
  // A copy: what a source gives is not ours to change.
  const bytes = Buffer.from(source.read(0, source.size));
  for (const { from, to } of objects) {
    const { sound, stream, end } = tidyObject(bytes, from, to);
    // Data without a dictionary is for those who look for more than one object.
    if (!sound && !stream) bytes.fill(0x20, from, end);
  }
  return sourceOf(bytes);
}
