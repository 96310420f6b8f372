/** PDF's ciphers for strings and streams (ISO 32000-2, 7.6.3): RC4, and AES-CBC with a leading initialization vector. */
import type { Decipheriv } from "node:crypto";
import { nodeCrypto, randomBytes } from "../../core/builtins.ts";
import { join } from "./keys-aes.ts";
import { rc4Cipher, type StreamCipher } from "./rc4.ts";

/** How bytes are encrypted: not at all, RC4, or AES in CBC mode. */
export type CryptMethod = "none" | "rc4" | "aes-128" | "aes-256";

/** How one object's strings or stream are encrypted. */
export interface Lock {
  readonly method: CryptMethod;
  readonly key: Uint8Array;
}

const none = new Uint8Array(0);
const block = 16;

const algorithm = (key: Uint8Array) => (key.length === 32 ? "aes-256-cbc" : "aes-128-cbc");
const isAes = ({ method }: Lock) => method === "aes-128" || method === "aes-256";

/** Length of the data once encrypted. */
export function encryptedLength(lock: Lock, length: number): number {
  return isAes(lock) ? 2 * block + length - (length % block) : length;
}

export function encryptBytes(lock: Lock, bytes: Uint8Array): Uint8Array {
  const cipher = encryptStream(lock);
  return join(cipher.update(bytes), cipher.final());
}

export function decryptBytes(lock: Lock, bytes: Uint8Array): Uint8Array {
  if (lock.method === "none") return bytes;
  const length = usedLength(lock, bytes.length);
  if (length === 0) return none;
  const clear = decryptKeepingPadding(lock, bytes.subarray(0, length));
  return isAes(lock) ? clear.subarray(0, clear.length - paddingOf(clear)) : clear;
}

/** Usable bytes of encrypted data: for AES, a whole number of blocks, the first being the vector. */
export function usedLength(lock: Lock, length: number): number {
  if (!isAes(lock)) return length;
  return length < 2 * block ? 0 : length - (length % block);
}

/** Length of the padding at the end; 0 if the padding is invalid, as in other readers. */
function paddingOf(clear: Uint8Array): number {
  const count = clear[clear.length - 1] ?? 0;
  if (count < 1 || count > block || count > clear.length) return 0;
  for (let at = clear.length - count; at < clear.length; at++) if (clear[at] !== count) return 0;
  return count;
}

/** Decrypted length of encrypted data; `read` returns a range of its bytes. Only the last block is decrypted. */
export function decryptedLength(
  lock: Lock,
  length: number,
  read: (offset: number, count: number) => Uint8Array,
): number {
  const used = usedLength(lock, length);
  if (!isAes(lock) || used === 0) return used;
  const last = decryptKeepingPadding(lock, read(used - 2 * block, 2 * block));
  return used - block - paddingOf(last);
}

function decryptKeepingPadding(lock: Lock, bytes: Uint8Array): Uint8Array {
  const cipher = decryptStream(lock);
  return join(cipher.update(bytes), cipher.final());
}

export function encryptStream({ method, key }: Lock): StreamCipher {
  if (method === "none") return { update: (bytes) => bytes, final: () => none };
  if (method === "rc4") return rc4Cipher(key);
  let vector = randomBytes(block);
  const cipher = nodeCrypto().createCipheriv(algorithm(key), key, vector);
  /** The initialization vector precedes the first bytes. */
  const first = (bytes: Uint8Array) => {
    const whole = vector.length > 0 ? join(vector, bytes) : bytes;
    vector = none;
    return whole;
  };
  return { update: (bytes) => first(cipher.update(bytes)), final: () => first(cipher.final()) };
}

/** Keeps the padding. The data's length must be a multiple of 16, and the first piece at least 16 bytes long. */
export function decryptStream({ method, key }: Lock): StreamCipher {
  if (method === "none") return { update: (bytes) => bytes, final: () => none };
  if (method === "rc4") return rc4Cipher(key);

  let cipher: Decipheriv | undefined;
  return {
    update(bytes) {
      if (cipher) return cipher.update(bytes);
      const vector = bytes.subarray(0, block);
      cipher = nodeCrypto().createDecipheriv(algorithm(key), key, vector).setAutoPadding(false);
      return cipher.update(bytes.subarray(block));
    },
    final: () => cipher?.final() ?? none,
  };
}
