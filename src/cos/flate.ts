/** FlateDecode (ISO 32000-2, 7.4.4) and BrotliDecode (ISO/TS 32010 draft) through node:zlib. */
import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from "node:zlib";
import { CosError } from "./error.ts";
import { inflateOneOfMany } from "./small-inflate.ts";

/**
 * Inflates a zlib stream. A missing or wrong checksum, a missing end and bytes behind the end do not matter, as in every
 * reader; damage within is CosError `syntax`, more than `limit` bytes CosError `limit`.
 */
export function inflate(data: Uint8Array, limit: number): Uint8Array {
  const small = inflateOneOfMany(data);
  if (small && small.length <= limit) return small.slice();
  const options = { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH };
  try {
    return plain(inflateSync(data, options));
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(limit, error);
    if (data.length <= 2) return new Uint8Array(0);
    try {
      // Without the two bytes of header no checksum is looked for.
      if (((data[0] ?? 0) & 15) === 8) return plain(inflateRawSync(data.subarray(2), options));
    } catch (second) {
      if (isTooLarge(second)) throw tooLarge(limit, second);
    }
    throw new CosError("syntax", "compressed data that is damaged", undefined, { cause: error });
  }
}

/** Decodes Brotli data. Throws CosError like `inflate`. */
export function unbrotli(data: Uint8Array, limit: number): Uint8Array {
  try {
    return plain(brotliDecompressSync(data, { maxOutputLength: Math.max(1, limit) }));
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(limit, error);
    throw new CosError("syntax", "compressed data that is damaged", undefined, { cause: error });
  }
}

/** A Buffer as the Uint8Array that it is: code that meets one kind of array only runs faster. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE")
  );
}

function tooLarge(limit: number, cause: unknown): CosError {
  return new CosError("limit", `a stream of more than ${limit} bytes`, undefined, { cause });
}
