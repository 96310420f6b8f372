/** Halves of file identifiers (ISO 32000-2, 14.4). */
import { randomBytes } from "../core/random.ts";

const length = 16;

/** Drawn at once: a draw of its own costs each of thousands of small files more than its cross-reference. */
const drawn = length * 256;

let pool = new Uint8Array(0);
let used = 0;

/** 16 random bytes, never given twice. */
export function newIdentifier(): Uint8Array {
  if (used === pool.length) {
    pool = randomBytes(drawn);
    used = 0;
  }
  used += length;
  return pool.slice(used - length, used);
}
