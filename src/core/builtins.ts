/**
 * Runtime modules that are loaded on first use, not at startup: loading node:zlib and node:crypto takes Bun as long as a whole
 * short command, which may need neither.
 */
import type * as Crypto from "node:crypto";
// The module, not the global: it is the same in all three runtimes.
import * as own from "node:process";
import type * as Zlib from "node:zlib";

/** Functions of Bun that need no module. */
interface Bun {
  readonly CryptoHasher: new (name: string) => Sha256;
  readonly hash: { readonly adler32: (data: Uint8Array) => number };
  /** Without a header and a checksum. */
  readonly deflateSync: (data: Uint8Array, options: { readonly level: number }) => Uint8Array;
  readonly inflateSync: (data: Uint8Array, options: { readonly windowBits: number }) => Uint8Array;
}

// The types know no modules but those of Node.
const bun = own.getBuiltinModule("bun") as Bun | undefined;
let loadedZlib: typeof Zlib | undefined;
let loadedCrypto: typeof Crypto | undefined;

export function zlib(): typeof Zlib {
  loadedZlib ??= own.getBuiltinModule("node:zlib");
  return loadedZlib;
}

export interface Sha256 {
  update(data: string | Uint8Array): Sha256;
  digest(): Uint8Array;
  digest(encoding: "base64"): string;
}

/** The second byte of zlib's header (RFC 1950, 2.2) for each level from 0. */
const headers = [0x01, 0x01, 0x5e, 0x5e, 0x5e, 0x5e, 0x9c, 0xda, 0xda, 0xda];

/** zlib data of a level from 1 to 9; in every runtime what its node:zlib writes. */
export function deflate(data: Uint8Array, level = 6): Uint8Array {
  if (!bun) return zlib().deflateSync(data, { level });
  const raw = bun.deflateSync(data, { level });
  const framed = new Uint8Array(raw.length + 6);
  framed.set([0x78, headers[level] ?? 0]);
  framed.set(raw, 2);
  new DataView(framed.buffer).setUint32(raw.length + 2, bun.hash.adler32(data));
  return framed;
}

/** Deflated data inflates to at most this many times its length. */
const maxGrowth = 1032;
/** Bytes that any data may inflate to before a smaller limit is asked: a few milliseconds. */
const mostAnyway = 1 << 22;

/** Inflates short, sound zlib data in Bun. Undefined for all other data, and in other runtimes: there, node:zlib decides. */
export function inflateSound(data: Uint8Array, limit: number): Uint8Array | undefined {
  if (!bun || data.length * maxGrowth > Math.max(limit, mostAnyway)) return undefined;
  try {
    const inflated = bun.inflateSync(data, { windowBits: 15 });
    return inflated.length <= limit ? inflated : undefined;
  } catch {
    return undefined;
  }
}

/** A new SHA-256. Bun's own has the same methods, and writing a small file with it takes half as long. */
export function sha256(): Sha256 {
  return bun ? new bun.CryptoHasher("sha256") : nodeCrypto().createHash("sha256");
}

/** For other hashes, and ciphers; random bytes come from `randomBytes` below. */
export function nodeCrypto(): typeof Crypto {
  loadedCrypto ??= own.getBuiltinModule("node:crypto");
  return loadedCrypto;
}

/** Unpredictable bytes, at most 65,536, from a source that every runtime has without a module. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** This many random bytes as hexadecimal digits. */
export function randomHex(count: number): string {
  return Array.from(randomBytes(count), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
