/**
 * FlateDecode of small streams (RFC 1950, RFC 1951). A call of node:zlib allocates for each stream what costs more than its few
 * hundred bytes: the contents of a thousand pages are decoded here in the same memory. What is not plain is left to node:zlib,
 * whose answer to damage is the one that counts.
 */

/** Encoded bytes up to which this is no slower than node:zlib. */
export const smallBytes = 1024;

/** Bytes beyond which data is left to node:zlib. */
const roomBytes = 64 * 1024;

const output = new Uint8Array(roomBytes);

const maxBits = 15;

/** A canonical Huffman code (RFC 1951, 3.2.2). */
interface Code {
  /** Codes up to this length are found in one look. */
  readonly fastBits: number;
  /** By the next `fastBits` bits: symbol times 16 plus length; 0 where the code is longer. */
  readonly fast: Uint16Array;
  /** Codes of each length. */
  readonly counts: Uint16Array;
  /** Symbols by length, then by value. */
  readonly symbols: Uint16Array;
}

const newCode = (symbols: number, fastBits: number): Code => ({
  fastBits,
  fast: new Uint16Array(1 << fastBits),
  counts: new Uint16Array(maxBits + 1),
  symbols: new Uint16Array(symbols),
});

const places = new Uint16Array(maxBits + 2);

/** Bytes with their bits from back to front: codes are packed from the most significant bit on. */
const reversed = new Uint8Array(256);
const mostFastBits = 9;

/** Sets up `code` for the lengths at `lengths[from, from + count)`; false where they make no complete code. */
function setUp(code: Code, lengths: Uint8Array, from: number, count: number): boolean {
  const { fastBits, fast, counts, symbols } = code;
  counts.fill(0);
  for (let k = 0; k < count; k++) {
    const length = lengths[from + k] ?? 0;
    counts[length] = (counts[length] ?? 0) + 1;
  }
  counts[0] = 0;
  let left = 1;
  places[1] = 0;
  for (let length = 1; length <= maxBits; length++) {
    left = left * 2 - (counts[length] ?? 0);
    if (left < 0) return false;
    places[length + 1] = (places[length] ?? 0) + (counts[length] ?? 0);
  }
  if (left > 0) return false;
  for (let k = 0; k < count; k++) {
    const length = lengths[from + k] ?? 0;
    if (length === 0) continue;
    const place = places[length] ?? 0;
    symbols[place] = k;
    places[length] = place + 1;
  }
  if ((places[fastBits] ?? 0) < (places[maxBits] ?? 0)) fast.fill(0);
  let value = 0;
  let index = 0;
  for (let length = 1; length <= fastBits; length++) {
    for (let left = counts[length] ?? 0; left > 0; left--, value++, index++) {
      const entry = (symbols[index] ?? 0) * 16 + length;
      const step = 1 << length;
      const back = ((reversed[value & 255] ?? 0) << 1) | ((value >> 8) & 1);
      const first = back >> (mostFastBits - length);
      for (let at = first; at < 1 << fastBits; at += step) fast[at] = entry;
    }
    value <<= 1;
  }
  return true;
}

const litLengths = newCode(288, mostFastBits);
const distances = newCode(30, 7);
const lengthCodes = newCode(19, 7);
const lengths = new Uint8Array(320);
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Of the symbols 257 to 285: the shortest length, and bits that follow. */
const lengthBase = new Uint16Array(29);
const lengthExtra = new Uint8Array(29);
const distanceBase = new Uint16Array(30);
const distanceExtra = new Uint8Array(30);
const fixed = { litLengths: newCode(288, mostFastBits), distances: newCode(32, 5) };

/** Fills the tables that are the same for all data. Not when this module is loaded: most commands decode nothing here. */
function prepare(): void {
  for (let byte = 0; byte < 256; byte++) {
    let back = 0;
    for (let bit = 0; bit < 8; bit++) back |= ((byte >> bit) & 1) << (7 - bit);
    reversed[byte] = back;
  }
  for (let k = 0, base = 3; k < 28; k++) {
    lengthBase[k] = base;
    lengthExtra[k] = k < 8 ? 0 : (k >> 2) - 1;
    base += 1 << (lengthExtra[k] ?? 0);
  }
  lengthBase[28] = 258;
  for (let k = 0, base = 1; k < 30; k++) {
    distanceBase[k] = base;
    distanceExtra[k] = k < 4 ? 0 : (k >> 1) - 1;
    base += 1 << (distanceExtra[k] ?? 0);
  }
  lengths.fill(8, 0, 288).fill(9, 144, 256).fill(7, 256, 280);
  setUp(fixed.litLengths, lengths, 0, 288);
  lengths.fill(5, 0, 32);
  setUp(fixed.distances, lengths, 0, 32);
  prepared = true;
}

let prepared = false;

// Where decoding stands: module-wide, for a record of it would be made anew for each stream.
let data: Uint8Array = output;
let at = 0;
let hold = 0;
let held = 0;

/** The next `count` bits, at most 16; zeros behind the end, which `isPast` tells. */
function bits(count: number): number {
  while (held < count) {
    hold |= (data[at++] ?? 0) << held;
    held += 8;
  }
  const value = hold & ((1 << count) - 1);
  hold >>>= count;
  held -= count;
  return value;
}

/** Whether bits were taken that are behind the end. */
const isPast = () => at - (held >> 3) > data.length;

/** The next symbol, -1 where no code fits. */
function symbol({ fastBits, fast, counts, symbols }: Code): number {
  while (held < maxBits) {
    hold |= (data[at++] ?? 0) << held;
    held += 8;
  }
  const entry = fast[hold & ((1 << fastBits) - 1)] ?? 0;
  if (entry !== 0) {
    hold >>>= entry & 15;
    held -= entry & 15;
    return entry >> 4;
  }
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= maxBits; length++) {
    code |= (hold >> (length - 1)) & 1;
    const count = counts[length] ?? 0;
    if (code - count < first) {
      hold >>>= length;
      held -= length;
      return symbols[index + code - first] ?? -1;
    }
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return -1;
}

/** Reads the codes of a block that brings its own (3.2.7). */
function readCodes(): boolean {
  const literals = bits(5) + 257;
  const far = bits(5) + 1;
  const given = bits(4) + 4;
  if (literals > 286 || far > 30) return false;
  for (let k = 0; k < 19; k++) lengths[lengthOrder[k] ?? 0] = k < given ? bits(3) : 0;
  if (!setUp(lengthCodes, lengths, 0, 19)) return false;
  for (let k = 0; k < literals + far; ) {
    const code = symbol(lengthCodes);
    if (code < 0 || isPast()) return false;
    if (code < 16) {
      lengths[k++] = code;
      continue;
    }
    if (code === 16 && k === 0) return false;
    const value = code === 16 ? (lengths[k - 1] ?? 0) : 0;
    const times = code === 18 ? 11 + bits(7) : 3 + bits(code === 16 ? 2 : 3);
    if (k + times > literals + far) return false;
    lengths.fill(value, k, k + times);
    k += times;
  }
  if (lengths[256] === 0) return false;
  return setUp(litLengths, lengths, 0, literals) && setUp(distances, lengths, literals, far);
}

/** Decodes symbols to the end of a block; what is written so far, -1 where the rest is not plain. */
function readBlock(codes: typeof fixed, from: number): number {
  const { fastBits, fast } = codes.litLengths;
  const encoded = data;
  let to = from;
  // The same as `symbol` and `bits` on variables of its own: nearly all the time goes into literals.
  let [next, waiting, ready] = [at, hold, held];
  for (;;) {
    // Two bytes at once: enough for several literals.
    if (ready < maxBits) {
      waiting |= ((encoded[next] ?? 0) | ((encoded[next + 1] ?? 0) << 8)) << ready;
      next += 2;
      ready += 16;
    }
    const entry = fast[waiting & ((1 << fastBits) - 1)] ?? 0;
    let code = entry >> 4;
    if (entry !== 0) {
      waiting >>>= entry & 15;
      ready -= entry & 15;
      if (code < 256) {
        if (to === roomBytes) return -1;
        output[to++] = code;
        continue;
      }
    }
    at = next;
    hold = waiting;
    held = ready;
    if (entry === 0) code = symbol(codes.litLengths);
    // Behind the end are zeros, which may go on for ever as some symbol: here at the latest they are noticed.
    if (code < 0 || isPast()) return -1;
    if (code === 256) return to;
    if (code < 256) {
      if (to === roomBytes) return -1;
      output[to++] = code;
    } else {
      const k = code - 257;
      if (k > 28) return -1;
      const length = (lengthBase[k] ?? 0) + bits(lengthExtra[k] ?? 0);
      const far = symbol(codes.distances);
      if (far < 0 || far > 29) return -1;
      const distance = (distanceBase[far] ?? 0) + bits(distanceExtra[far] ?? 0);
      if (distance > to || to + length > roomBytes) return -1;
      if (distance >= length && length > 16) output.copyWithin(to, to - distance, to - distance + length);
      else for (let k = to; k < to + length; k++) output[k] = output[k - distance] ?? 0;
      to += length;
    }
    next = at;
    waiting = hold;
    ready = held;
  }
}

/** A block that is not compressed (3.2.4). */
function readStored(from: number): number {
  // Whole bytes that are held go back.
  at -= held >> 3;
  hold = 0;
  held = 0;
  const length = bits(16);
  if ((bits(16) ^ 0xffff) !== length || at + length > data.length || from + length > roomBytes) return -1;
  output.set(data.subarray(at, at + length), from);
  at += length;
  return from + length;
}

/**
 * The decoded data, a view that is valid until the next call; undefined where node:zlib must look: data of more than
 * `smallBytes` or 64 KB once decoded, damage, a missing end.
 */
export function inflateSmall(encoded: Uint8Array): Uint8Array | undefined {
  if (encoded.length > smallBytes || encoded.length < 3) return undefined;
  if (!hasHeader(encoded)) return undefined;
  if (!prepared) prepare();
  data = encoded;
  at = 2;
  hold = 0;
  held = 0;
  let to = 0;
  for (let last = 0; last === 0; ) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) to = readStored(to);
    else if (kind === 1) to = readBlock(fixed, to);
    else if (kind === 2) to = readCodes() ? readBlock(own, to) : -1;
    else return undefined;
    if (to < 0 || isPast()) return undefined;
  }
  return output.subarray(0, to);
}

const own = { litLengths, distances };

/** Whether it begins as zlib streams do that need no dictionary (RFC 1950, 2.2). */
export function hasHeader(encoded: Uint8Array): boolean {
  const [method, flags] = [encoded[0] ?? 0, encoded[1] ?? 0];
  return (method & 15) === 8 && (flags & 32) === 0 && (method * 256 + flags) % 31 === 0;
}

/** Bytes that can be summed up before a sum outgrows 32 bits. */
const summedAtOnce = 5552;

/** Whether encoded data ends with the checksum of `decoded` (Adler-32, RFC 1950, 8.2). */
export function fitsChecksum(encoded: Uint8Array, decoded: Uint8Array): boolean {
  let low = 1;
  let high = 0;
  for (let from = 0; from < decoded.length; from += summedAtOnce) {
    const to = Math.min(from + summedAtOnce, decoded.length);
    for (let k = from; k < to; k++) {
      low += decoded[k] ?? 0;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  const end = encoded.length;
  const read = (k: number) => (encoded[k] ?? 0) * 256 + (encoded[k + 1] ?? 0);
  return read(end - 4) === high && read(end - 2) === low;
}

/** Streams of this process that node:zlib decodes: until as many were, this code is not compiled and slower. */
const fewStreams = 200;
let asked = 0;

/** As `inflateSmall`, but undefined for the first streams of a process too: a short command has no more than these. */
export function inflateOneOfMany(encoded: Uint8Array): Uint8Array | undefined {
  return asked++ < fewStreams ? undefined : inflateSmall(encoded);
}
