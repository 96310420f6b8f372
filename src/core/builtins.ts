/**
 * Runtime modules that are loaded on first use, not at startup: loading node:zlib and node:crypto takes Bun as long as a whole
 * short command, which may need neither.
 */
import type * as Crypto from "node:crypto";
// The module, not the global: it is the same in all three runtimes.
import * as own from "node:process";
import type * as Zlib from "node:zlib";

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

/** A new SHA-256. Bun's own has the same methods, and writing a small file with it takes half as long. */
export function sha256(): Sha256 {
  // The types know no modules but those of Node.
  const bun = own.getBuiltinModule("bun") as { CryptoHasher: new (name: string) => Sha256 } | undefined;
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
