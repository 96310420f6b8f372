/** The standard security handler (ISO 32000-2, 7.6): how strings and streams of one document are encrypted. */
import { CosError } from "./error.ts";
import type { CosDict } from "./value.ts";

/** How bytes are encrypted: not at all, RC4, AES in CBC mode with the initialisation vector in front. */
export type CryptMethod = "none" | "rc4" | "aes-128" | "aes-256";

/** Encrypts or decrypts data that comes in pieces. What a call returns may be empty. */
export interface StreamCipher {
  update(bytes: Uint8Array): Uint8Array;
  /** What is left; call once. */
  final(): Uint8Array;
}

/** One document's encryption, opened with a password or new. The file key stays inside. */
export interface Encryption {
  /** /V and /R of the encryption dictionary. */
  readonly version: number;
  readonly revision: number;
  /** /P as a signed 32-bit number (7.6.4.2, table 22). */
  readonly permissions: number;
  /** The method for streams that say nothing else. */
  readonly method: CryptMethod;
  /** Length of the file key in bits. */
  readonly keyBits: number;
  readonly encryptMetadata: boolean;
  /** Whether the password is the owner password and not the user password. */
  readonly isOwner: boolean;
  /** The encryption dictionary, to be written as it is: its strings are never encrypted. */
  readonly dict: CosDict;
  /** First half of the file identifier: part of the key up to revision 4, so it must be kept. */
  readonly id0: Uint8Array;
  decryptString(num: number, gen: number, bytes: Uint8Array): Uint8Array;
  encryptString(num: number, gen: number, bytes: Uint8Array): Uint8Array;
  /** Data of a whole stream; `dict` decides the method (`streamMethod`). */
  decryptStream(num: number, gen: number, dict: CosDict, bytes: Uint8Array): Uint8Array;
  encryptStream(num: number, gen: number, dict: CosDict, bytes: Uint8Array): Uint8Array;
  /** Method of a stream by its dictionary: its own crypt filter, metadata in the clear, never for cross-reference streams. */
  streamMethod(dict: CosDict): CryptMethod;
  /** Method of a stream without a crypt filter of its own, by its /Type. */
  methodOfType(type: string | undefined): CryptMethod;
  /** For data in pieces. A decrypting cipher leaves the padding on: see `decryptedLength`. */
  streamCipherFor(
    direction: "encrypt" | "decrypt",
    method: CryptMethod,
    num: number,
    gen: number,
  ): StreamCipher;
  /**
   * Length in the clear of encrypted data of `length` bytes; `readTail(count)` reads bytes from `offset` in the data.
   * Only the last block is decrypted.
   */
  decryptedLength(
    method: CryptMethod,
    num: number,
    gen: number,
    length: number,
    read: (offset: number, count: number) => Uint8Array,
  ): number;
}

/** Length of data once encrypted. */
export function encryptedLength(method: CryptMethod, length: number): number {
  return method === "none" || method === "rc4" ? length : 32 + length - (length % 16);
}

/** Not there yet: every encrypted document is refused. */
export function openEncryption(
  _encryptDict: CosDict,
  _id0: Uint8Array,
  _password: string | Uint8Array | undefined,
): Encryption {
  throw new CosError("encryption", "encrypted documents are not read yet");
}
