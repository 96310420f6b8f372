/**
 * Flate data as small as its time allows: libdeflate, which looks for the best sequence of copies and literals, at its highest
 * level for the first megabytes of a call and at lower ones for what follows.
 */
import { zlib as libdeflate } from "libdeflate";
import { zlib } from "../core/builtins.ts";

/** Bytes of a call, and the level up to there. Measured: level 12 takes 0.2 seconds for a megabyte, level 10 half of that. */
const levels = [
  { upTo: 6 * 1024 * 1024, level: 12 },
  { upTo: 24 * 1024 * 1024, level: 10 },
  { upTo: 48 * 1024 * 1024, level: 8 },
] as const;
/** Larger data would stay in the memory of libdeflate, which never shrinks. */
const maxHeld = 8 * 1024 * 1024;
const lastLevel = 9;

export interface Deflater {
  deflate(data: Uint8Array): Uint8Array;
}

export function createDeflater(): Deflater {
  let done = 0;
  return {
    deflate(data) {
      done += data.length;
      const level = levels.find(({ upTo }) => done <= upTo)?.level;
      if (level === undefined || data.length > maxHeld) return zlib().deflateSync(data, { level: lastLevel });
      return libdeflate(data, level);
    },
  };
}
