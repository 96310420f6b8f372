/**
 * Whether FlateDecode data is sound, for documents all of whose streams are checked. What decodes in one go (`inflateSync`)
 * makes an array and a decoder for each stream, which costs three times what decoding a page's content takes, and memory that
 * is not given back for long. So one decoder of node:zlib is set back and used again, which its streams can do and its
 * documented functions do not offer. Whether it does as it should is tried first; where not, the documented function is used.
 */
import { constants, createInflate, deflateSync, inflateSync } from "node:zlib";

/** The decoder inside a zlib stream, the same in Node, Bun and Deno. */
interface Decoder {
  /** Called with what is wrong with the data. */
  onerror: unknown;
  /** Begins anew. */
  reset(): void;
  /** Decodes `data[from, from + size)` to `to[at, at + room)`; what is left of either is in the state of the stream. */
  writeSync(
    flush: number,
    data: Uint8Array,
    from: number,
    size: number,
    to: Uint8Array,
    at: number,
    room: number,
  ): void;
}

type Check = (data: Uint8Array, limit: number) => number | undefined;

/** The documented way. */
const checkOnce: Check = (data, limit) => {
  try {
    const options = { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_FINISH };
    return inflateSync(data, options).length;
  } catch {
    return undefined;
  }
};

function isDecoder(value: unknown): value is Decoder {
  return (
    typeof value === "object" &&
    value !== null &&
    ["reset", "writeSync"].every((key) => typeof Reflect.get(value, key) === "function")
  );
}

/** Most streams are decoded in one go. */
const roomBytes = 32 * 1024;

/** By one decoder for all; undefined where this runtime's zlib streams are made otherwise. */
function newCheck(): Check | undefined {
  const stream = createInflate();
  // What is wrong is asked for after each piece; nobody is to be told of it later.
  stream.on("error", () => {});
  const decoder: unknown = Reflect.get(stream, "_handle");
  const state: unknown = Reflect.get(stream, "_writeState");
  if (!isDecoder(decoder) || !(state instanceof Uint32Array)) return undefined;
  let failed = false;
  decoder.onerror = () => {
    failed = true;
  };
  const room = new Uint8Array(roomBytes);
  return (data, limit) => {
    failed = false;
    decoder.reset();
    let decoded = 0;
    for (let from = 0; ; ) {
      decoder.writeSync(constants.Z_FINISH, data, from, data.length - from, room, 0, roomBytes);
      if (failed) return undefined;
      const [free = 0, left = 0] = state;
      decoded += roomBytes - free;
      if (decoded > limit) return undefined;
      // Room is left once the end was met and its checksum was right: without an end it is an error.
      if (free > 0) return decoded;
      from = data.length - left;
    }
  };
}

/** Whether a check tells sound data from damaged, cut and wrongly summed data, short and long, one after another. */
function isRight(check: Check): boolean {
  const plain = new Uint8Array(roomBytes + 1000);
  for (let k = 0; k < plain.length; k++) plain[k] = (k * k) >> 9;
  return [1000, roomBytes, plain.length].every((size) => {
    const sound = new Uint8Array(deflateSync(plain.subarray(0, size)));
    const [damaged, summed] = [sound.slice(), sound.slice()];
    damaged.fill(0xff, sound.length >> 1, (sound.length >> 1) + 20);
    summed[sound.length - 1] = (summed[sound.length - 1] ?? 0) ^ 1;
    const behind = new Uint8Array(sound.length + 2);
    behind.set(sound);
    return (
      check(sound, size) === size &&
      check(damaged, size) === undefined &&
      check(sound.subarray(0, -6), size) === undefined &&
      check(behind, size) === size &&
      check(summed, size) === undefined &&
      check(sound, size - 1) === undefined
    );
  });
}

function tried(): Check {
  try {
    const check = newCheck();
    if (check && isRight(check)) return check;
  } catch {
    // Another runtime, or another version of one.
  }
  return checkOnce;
}

/** Streams after which the decoder pays: a short command has no more than these. */
const fewStreams = 100;
let asked = 0;
let check = checkOnce;

/**
 * Decoded bytes of a zlib stream (RFC 1950) that is whole, its checksum with it; undefined where it is not, or has more than
 * `limit`: `inflate` then says what is wrong.
 */
export function soundLength(data: Uint8Array, limit: number): number | undefined {
  if (asked++ === fewStreams) check = tried();
  return check(data, limit);
}
