/**
 * Run in Bun: compares its own deflate and inflate with node:zlib, on data of every kind. Prints what they disagree on, and how
 * many comparisons it made.
 */
import { deflateRawSync, deflateSync, gzipSync, inflateSync } from "node:zlib";
import { deflate, inflateSound } from "../../src/core/builtins.ts";

/** Any data may become this long. */
const most = 1 << 30;
let compared = 0;
let state = Number(process.argv[2]) | 1;

function random(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const noise = (length: number, values: number) => Buffer.from(Array.from({ length }, () => random(values)));

function report(what: string, data: Uint8Array): void {
  console.log(what, Buffer.from(data.subarray(0, 100)).toString("hex"));
}

/** The bytes that node:zlib reads, if it finds nothing wrong. */
function expected(data: Uint8Array, limit: number): Uint8Array | undefined {
  try {
    return inflateSync(data, { maxOutputLength: limit });
  } catch {
    return undefined;
  }
}

function sameInflated(what: string, data: Uint8Array, limit = most): void {
  compared++;
  const [own, node] = [inflateSound(data, limit), expected(data, limit)];
  if (own && node ? Buffer.compare(own, node) !== 0 : own !== node) report(what, data);
}

function damaged(data: Uint8Array): Buffer {
  const copy = Buffer.from(data);
  const at = random(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 + random(255));
  return copy;
}

for (let round = 0; round < 300; round++) {
  // A few are longer than the window of deflate.
  const data = noise(random(round % 50 === 0 ? 90_000 : 3000), 1 + random(256));
  for (const level of [1, 3, 6, 7, 9]) {
    compared++;
    if (Buffer.compare(deflate(data, level), deflateSync(data, { level })) !== 0)
      report(`level ${level}`, data);
  }
  const sound = deflateSync(data);
  sameInflated("sound", sound);
  sameInflated("a limit", sound, 1 + random(3000));
  sameInflated("short", sound.subarray(0, random(sound.length)));
  sameInflated("followed by more", Buffer.concat([sound, noise(random(9), 256)]));
  sameInflated("damaged", damaged(sound));
  sameInflated("a dictionary", deflateSync(data, { dictionary: Buffer.from("dictionary") }));
  sameInflated("raw", deflateRawSync(data));
  sameInflated("gzip", gzipSync(data));
  sameInflated("noise", noise(random(50), 256));
}
console.log("compared", compared);
