/** The ciphers of PDF for strings and streams (ISO 32000-2, 7.6.3): RC4, and AES-CBC with the vector in front. */
import type { Decipheriv } from "node:crypto";
import { nodeCrypto, randomBytes } from "../../core/builtins.ts";
import { join } from "./keys-aes.ts";
import { rc4, rc4Next, rc4Start } from "./rc4.ts";

/** How bytes are encrypted: not at all, RC4, AES in CBC mode. */
export type CryptMethod = "none" | "rc4" | "aes-128" | "aes-256";

/** Encrypts or decrypts data that comes in pieces. What a call returns may be empty. */
export interface StreamCipher {
  update(bytes: Uint8Array): Uint8Array;
  /** What is left; call once. */
  final(): Uint8Array;
}

const none = new Uint8Array(0);
const block = 16;

const algorithm = (key: Uint8Array) => (key.length === 32 ? "aes-256-cbc" : "aes-128-cbc");

/** Length of data once encrypted. */
export function encryptedLength(method: CryptMethod, length: number): number {
  return method === "none" || method === "rc4" ? length : 2 * block + length - (length % block);
}

export function encryptBytes(method: CryptMethod, key: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (method === "none") return bytes;
  if (method === "rc4") return rc4(key, bytes);
  const vector = randomBytes(block);
  const cipher = nodeCrypto().createCipheriv(algorithm(key), key, vector);
  return join(vector, cipher.update(bytes), cipher.final());
}

export function decryptBytes(method: CryptMethod, key: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (method === "none") return bytes;
  if (method === "rc4") return rc4(key, bytes);
  const length = bytes.length - (bytes.length % block);
  if (length < 2 * block) return none;
  const clear = decryptKeepingPadding(key, bytes.subarray(0, length));
  return clear.subarray(0, clear.length - paddingOf(clear));
}

/** Length of the padding at the end; 0 when it is not as it should be, as other readers have it. */
function paddingOf(clear: Uint8Array): number {
  const count = clear[clear.length - 1] ?? 0;
  if (count < 1 || count > block || count > clear.length) return 0;
  for (let at = clear.length - count; at < clear.length; at++) if (clear[at] !== count) return 0;
  return count;
}

/** Length in the clear of encrypted data; `read` gives some of its bytes. Only the last block is decrypted. */
export function decryptedLength(
  method: CryptMethod,
  key: Uint8Array,
  length: number,
  read: (offset: number, count: number) => Uint8Array,
): number {
  if (method === "none" || method === "rc4") return length;
  const whole = length - (length % block);
  if (whole < 2 * block) return 0;
  const last = decryptKeepingPadding(key, read(whole - 2 * block, 2 * block));
  return whole - block - paddingOf(last);
}

function decipher(key: Uint8Array, vector: Uint8Array): Decipheriv {
  return nodeCrypto().createDecipheriv(algorithm(key), key, vector).setAutoPadding(false);
}

function decryptKeepingPadding(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const cipher = decipher(key, bytes.subarray(0, block));
  return join(cipher.update(bytes.subarray(block)), cipher.final());
}

export function encryptStream(method: CryptMethod, key: Uint8Array): StreamCipher {
  if (method === "none") return { update: (bytes) => bytes, final: () => none };
  if (method === "rc4") return rc4Stream(key);
  const vector = randomBytes(block);
  const cipher = nodeCrypto().createCipheriv(algorithm(key), key, vector);
  let started = false;
  const first = (bytes: Uint8Array) => {
    if (started) return bytes;
    started = true;
    return join(vector, bytes);
  };
  return { update: (bytes) => first(cipher.update(bytes)), final: () => first(cipher.final()) };
}

/** Leaves the padding on. The data's length must be a multiple of 16, the first piece at least that. */
export function decryptStream(method: CryptMethod, key: Uint8Array): StreamCipher {
  if (method === "none") return { update: (bytes) => bytes, final: () => none };
  if (method === "rc4") return rc4Stream(key);
  let cipher: Decipheriv | undefined;
  return {
    update(bytes) {
      if (cipher) return cipher.update(bytes);
      cipher = decipher(key, bytes.subarray(0, block));
      return cipher.update(bytes.subarray(block));
    },
    final: () => cipher?.final() ?? none,
  };
}

function rc4Stream(key: Uint8Array): StreamCipher {
  const state = rc4Start(key);
  return { update: (bytes) => rc4Next(state, bytes), final: () => none };
}
