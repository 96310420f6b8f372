/**
 * AES-256 in CBC mode for the thousands of small strings and streams of a document, which are all locked with one key
 * (ISO 32000-2, 7.6.3): one cipher for all of them, because a new one for each costs more than the work. What is behind a
 * block depends on nothing but the block before it, so each piece is a message of its own: its vector in front is a random
 * block that was encrypted with the rest (NIST SP 800-38A, appendix C, gives this as a way to make vectors).
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { randomBytes } from "../core/random.ts";

const block = 16;

/** Longer data is no matter of the chain: it would be copied as a whole. */
export const chainBytes = 64 * 1024;

export interface CipherChain {
  /** Vector, data and padding. */
  encrypt(bytes: Uint8Array): Uint8Array;
  /** What is behind the vector, padding left on; the data's length must be a multiple of 16 and at least that. */
  decrypt(bytes: Uint8Array): Uint8Array;
}

/** For a key of 32 bytes. */
export function createCipherChain(key: Uint8Array): CipherChain {
  const zero = new Uint8Array(block);
  let locking: ReturnType<typeof createCipheriv> | undefined;
  let opening: ReturnType<typeof createDecipheriv> | undefined;
  return {
    encrypt(bytes) {
      locking ??= createCipheriv("aes-256-cbc", key, zero).setAutoPadding(false);
      const padding = block - (bytes.length % block);
      const message = new Uint8Array(block + bytes.length + padding);
      message.set(randomBytes(block));
      message.set(bytes, block);
      message.fill(padding, block + bytes.length);
      return plain(locking.update(message), 0, message.length);
    },
    decrypt(bytes) {
      opening ??= createDecipheriv("aes-256-cbc", key, zero).setAutoPadding(false);
      return plain(opening.update(bytes), block, bytes.length);
    },
  };
}

/** `bytes[start, end)` of a Buffer as the Uint8Array that it is: code that meets one kind of array only runs faster. */
function plain(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (bytes.length !== end) throw new RangeError("a cipher that holds blocks back");
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}
