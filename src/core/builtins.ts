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

/** For hashes and ciphers; random bytes are in random.ts. */
export function nodeCrypto(): typeof Crypto {
  loadedCrypto ??= own.getBuiltinModule("node:crypto");
  return loadedCrypto;
}
