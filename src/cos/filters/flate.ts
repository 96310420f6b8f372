/** FlateDecode (ISO 32000-2, 7.4.4) and BrotliDecode (ISO/TS 32010 draft) through node:zlib. */
import { inflateSound, zlib } from "../../core/builtins.ts";
import { CosError, type OnDamage, reportDamage } from "../syntax/error.ts";

// Z_FINISH and Z_SYNC_FLUSH of zlib.h, BROTLI_OPERATION_FINISH and _FLUSH of brotli/encode.h: the names would load the library.
const whole = 4;
const partial = 2;
const wholeBrotli = 2;
const partialBrotli = 1;
/** The end of deflated data that was flushed but never finished: only the end marker is missing. */
const flushed = [0, 0, 0xff, 0xff];

/**
 * Inflates a zlib stream. Like every reader, ignores a bad or missing checksum, a missing end, and trailing bytes; other
 * damage is CosError `syntax`, more than `limit` bytes CosError `limit`. `onDamage` is called for damage, data that ends
 * early, and a bad checksum.
 */
export function inflate(data: Uint8Array, limit: number, onDamage?: OnDamage): Uint8Array {
  const sound = inflateSound(data, limit);
  if (sound) return sound;
  const maxOutputLength = Math.max(1, limit);

  try {
    return plain(zlib().inflateSync(data, { maxOutputLength, finishFlush: onDamage ? whole : partial }));
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(limit, error);
    if (data.length <= 2) return new Uint8Array(0);
    if (((data[0] ?? 0) & 15) !== 8) {
      reportDamage(onDamage, damaged, { cause: error });
      return new Uint8Array(0);
    }
    // Without the two header bytes, the checksum isn't verified.
    const raw = data.subarray(2);
    const decode = (bytes: Uint8Array, finishFlush = partial) =>
      plain(zlib().inflateRawSync(bytes, { maxOutputLength, finishFlush }));
    try {
      const decoded = decode(raw);
      if (onDamage) {
        if (isCut(raw, decode)) reportDamage(onDamage, "compressed data that ends early");
        else if (hasHeader(data) && isDamage(error))
          reportDamage(onDamage, "compressed data that does not fit its checksum");
      }
      return decoded;
    } catch (second) {
      if (isTooLarge(second)) throw tooLarge(limit, second);
      reportDamage(onDamage, damaged, { cause: error });
    }
    return beginning(raw, decode);
  }
}

/** Whether it starts with a zlib header without a dictionary (RFC 1950, 2.2). */
function hasHeader(encoded: Uint8Array): boolean {
  const [method, flags] = [encoded[0] ?? 0, encoded[1] ?? 0];
  return (method & 15) === 8 && (flags & 32) === 0 && (method * 256 + flags) % 31 === 0;
}

/** Decodes Brotli data. Throws CosError like `inflate`, and for a missing end. */
export function unbrotli(data: Uint8Array, limit: number, onDamage?: OnDamage): Uint8Array {
  const decode = (bytes: Uint8Array, finishFlush = partialBrotli) =>
    plain(zlib().brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, limit), finishFlush }));
  try {
    return decode(data, wholeBrotli);
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(limit, error);
    reportDamage(onDamage, damaged, { cause: error });
  }
  return beginning(data, decode);
}

const damaged = "compressed data that is damaged";

/** Decodes the beginning of the data, or all of it with `whole`; throws if the data is shorter. */
type Decode = (bytes: Uint8Array, finishFlush?: number) => Uint8Array;

/** Whether decodable data lacks its end. */
function isCut(data: Uint8Array, decode: Decode): boolean {
  try {
    decode(data, whole);
    return false;
  } catch {
    return flushed.some((byte, k) => data[data.length - flushed.length + k] !== byte);
  }
}

/** At most this fraction of damaged data is lost before the damage: each halving decodes everything before it again. */
const finest = 1 / 16_384;

/** Decodes the longest decodable beginning of damaged data. node:zlib discards its output when it fails. */
function beginning(data: Uint8Array, decode: Decode): Uint8Array {
  let decoded: Uint8Array = new Uint8Array(0);
  let good = 0;
  const least = Math.max(1, data.length * finest);

  for (let bad = data.length + 1; bad - good > least; ) {
    const middle = (good + bad) >> 1;
    try {
      decoded = decode(data.subarray(0, middle));
      good = middle;
    } catch {
      bad = middle;
    }
  }

  return decoded;
}

/** A Buffer as a plain Uint8Array: code that sees a single array type runs faster. */
const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);

/** Whether more than the end is missing. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "Z_DATA_ERROR";
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
