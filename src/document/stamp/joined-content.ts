/** The content of a page as one array of bytes. */
import type { CosDocument } from "../../cos/document.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type CosRef, isStream } from "../../cos/syntax/value.ts";

/** Streams end tokens (ISO 32000-2, 7.8.2). */
const between = Uint8Array.of(10);

/** Decoded contents, one behind the other; undefined where one cannot be decoded: what readers make of that nobody knows. */
export function joinedContent(cos: CosDocument, contents: readonly CosRef[]): Uint8Array | undefined {
  try {
    const parts = contents.map((item) => {
      const stream = cos.resolve(item);
      return isStream(stream) ? cos.decode(stream) : new Uint8Array(0);
    });
    const [only] = parts;
    return only && parts.length === 1 ? only : Buffer.concat(parts.flatMap((part) => [part, between]));
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
}
