/** FlateDecode for data that may be larger than memory: piece by piece, through the asynchronous streams of node:zlib. */
import { zlib } from "../../core/builtins.ts";
import { CosError } from "../syntax/error.ts";

/** How compressed data ended: "early" without its end, "altered" with a checksum of other data. */
export type InflateEnd = "whole" | "early" | "altered";

/** Bytes of output per piece. */
const chunkSize = 256 * 1024;
/** Length of zlib's header, and of the checksum after the data (RFC 1950, 2.2). */
const headerBytes = 2;
const checksumBytes = 4;

/**
 * Inflates a zlib stream; `take` gets the data in order, and each piece is valid until it returns. Ignores trailing bytes.
 * Throws CosError `syntax` for damage, and whatever `take` throws.
 */
export async function inflatePieces(
  pieces: Iterable<Uint8Array>,
  take: (bytes: Uint8Array) => void,
): Promise<InflateEnd> {
  // Without the header, the checksum isn't verified: it is compared below, once all data has been passed on.
  const inflate = zlib().createInflateRaw({ chunkSize });
  const checksum = adler32();
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    inflate.destroy();
  };
  inflate.on("data", (bytes: Uint8Array) => {
    if (failure !== undefined) return;
    try {
      checksum.update(bytes);
      take(bytes);
    } catch (error) {
      fail(error);
    }
  });
  const closed = new Promise<void>((resolve) => {
    inflate.on("error", fail);
    inflate.on("close", resolve);
  });

  const header: number[] = [];
  const tail: number[] = [];
  let sent = 0;

  for (const piece of pieces) {
    const skipped = Math.min(piece.length, headerBytes - header.length);
    header.push(...piece.subarray(0, skipped));
    const body = piece.subarray(skipped);
    if (body.length === 0) continue;
    if (!isZlib(header)) throw new CosError("syntax", damaged);
    await Promise.race([closed, new Promise((resolve) => inflate.write(body, resolve))]);
    if (failure !== undefined) break;
    const used = Math.max(0, Math.min(body.length, inflate.bytesWritten - sent));
    sent += body.length;
    tail.push(...body.subarray(used, used + checksumBytes - tail.length));
  }

  if (failure === undefined) inflate.end();
  await closed;
  if (isEarlyEnd(failure)) return "early";
  if (isDamage(failure)) throw new CosError("syntax", damaged, undefined, { cause: failure });
  if (failure !== undefined) throw failure;

  const written = Buffer.from(tail);
  return written.length === checksumBytes && written.readUInt32BE() !== checksum.value()
    ? "altered"
    : "whole";
}

const damaged = "compressed data that is damaged";

/** Whether it is a header of deflated data without a dictionary. */
const isZlib = ([method = 0, flags = 0]: readonly number[]) => (method & 15) === 8 && (flags & 32) === 0;

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
const isEarlyEnd = (error: unknown) => codeOf(error) === "Z_BUF_ERROR";
const isDamage = (error: unknown) => codeOf(error) === "Z_DATA_ERROR" || codeOf(error) === "Z_NEED_DICT";

const largestPrime = 65_521;
/** Bytes after which a sum must be reduced so that it stays exact. */
const mostSummed = 5552;

/** The checksum of RFC 1950. */
function adler32() {
  let a = 1;
  let b = 0;
  return {
    update(bytes: Uint8Array) {
      for (let from = 0; from < bytes.length; from += mostSummed) {
        const to = Math.min(bytes.length, from + mostSummed);
        for (let at = from; at < to; at++) {
          a += bytes[at] ?? 0;
          b += a;
        }
        a %= largestPrime;
        b %= largestPrime;
      }
    },
    value: () => b * 65_536 + a,
  };
}
