/**
 * Damages files repeatably at random: flips bits, changes bytes, removes, inserts and copies pieces, falsifies numbers,
 * truncates.
 */
import { Buffer } from "node:buffer";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** xorshift32: repeatable numbers in [0, below). */
export function randomNumbers(start: number): (below: number) => number {
  let state = start | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const hostileTokens = [
  ..."0 -1 1 2147483647 4294967296 99999999999999999999 1e38 -. << >> [ ] ( ) < > / % R".split(" "),
  "1 0 R",
  "4 0 R",
  "/Length 4 0 R",
  "/Prev 9",
  "/Filter[/FlateDecode/FlateDecode]",
  "/DecodeParms<</Predictor 15/Columns 2147483647>>",
  "/W[8 8 8]",
  "/Index[0 1000000]",
  "/N 1000000",
  "endobj",
  "endstream",
  "xref\n0 9999999\n",
  "trailer",
  "startxref",
];

/** A damaged copy. */
export function damaged(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let out = new Uint8Array(bytes);
  const splice = (at: number, removed: number, inserted: Uint8Array): void => {
    const next = new Uint8Array(out.length - removed + inserted.length);
    next.set(out.subarray(0, at));
    next.set(inserted, at);
    next.set(out.subarray(at + removed), at + inserted.length);
    out = next;
  };
  for (let k = random(4); k >= 0; k--) {
    const at = random(out.length);
    const length = Math.min(random(40), out.length - at);
    switch (random(6)) {
      case 0:
        out[at] = (out[at] ?? 0) ^ (1 << random(8));
        break;
      case 1:
        out[at] = random(256);
        break;
      case 2:
        splice(at, length, new Uint8Array(0));
        break;
      case 3:
        splice(at, random(2) * length, bytesOf(hostileTokens[random(hostileTokens.length)] ?? ""));
        break;
      case 4:
        splice(random(out.length), 0, out.slice(at, at + length));
        break;
      default:
        // Changes digits, so that offsets, lengths and counts are wrong.
        for (let d = at; d < out.length && d < at + 12; d++) {
          const byte = out[d] ?? 0;
          if (byte >= 48 && byte <= 57) out[d] = 48 + random(10);
        }
    }
  }
  return random(20) === 0 ? out.subarray(0, random(out.length)) : out;
}
