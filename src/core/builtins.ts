/**
 * Modules of the runtime that are evaluated when they are first used, not when the program starts: node:zlib and node:crypto
 * take Bun as long as a short command takes altogether, and that command may need neither.
 */
import type * as Crypto from "node:crypto";
// The module, not the global: it is the same in the three runtimes.
import * as own from "node:process";
import type * as Zlib from "node:zlib";

let loadedZlib: typeof Zlib | undefined;
let loadedCrypto: typeof Crypto | undefined;

export function zlib(): typeof Zlib {
  loadedZlib ??= own.getBuiltinModule("node:zlib");
  return loadedZlib;
}

/** For hashes and ciphers; random bytes come from `randomBytes` below. */
export function nodeCrypto(): typeof Crypto {
  loadedCrypto ??= own.getBuiltinModule("node:crypto");
  return loadedCrypto;
}

/** Unpredictable bytes, at most 65,536, from what every runtime has without a module. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** So many random bytes in hexadecimal digits. */
export function randomHex(count: number): string {
  return Array.from(randomBytes(count), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
