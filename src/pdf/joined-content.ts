/** The content of pages as one array of bytes, to be looked through once. */
import { decodedView } from "../cos/decoded-view.ts";
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/error.ts";
import { type CosRef, isStream } from "../cos/value.ts";

/** Joined content is put together in the same memory each time, which grows from the first of these to the second. */
const firstBytes = 16 * 1024;
const keptBytes = 256 * 1024;

/**
 * Decodes contents. What it gives is to be used before anything else is decoded; undefined where something cannot be decoded:
 * what readers make of that nobody knows.
 */
export function contentJoiner(cos: CosDocument): (contents: readonly CosRef[]) => Uint8Array | undefined {
  let room: Uint8Array | undefined;
  const decodedOne = (item: CosRef | undefined) => {
    const stream = cos.resolve(item);
    return isStream(stream) ? decodedView(cos, stream) : new Uint8Array(0);
  };
  const join = (contents: readonly CosRef[]): Uint8Array => {
    if (contents.length === 1) return decodedOne(contents[0]);
    room ??= new Uint8Array(firstBytes);
    let whole = room;
    let length = 0;
    for (const item of contents) {
      const part = decodedOne(item);
      if (length + part.length >= whole.length) {
        const larger = new Uint8Array(Math.max(whole.length * 2, length + part.length + 1));
        larger.set(whole.subarray(0, length));
        whole = larger;
        if (whole.length <= keptBytes) room = whole;
      }
      whole.set(part, length);
      length += part.length;
      // Streams end tokens (7.8.2).
      whole[length++] = 10;
    }
    return whole.subarray(0, length);
  };
  return (contents) => {
    try {
      return join(contents);
    } catch (error) {
      if (error instanceof CosError) return undefined;
      throw error;
    }
  };
}
