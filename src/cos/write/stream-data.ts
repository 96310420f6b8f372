/** Stream data on its way from a source to a file: in pieces of at most 1 MB, decrypted and encrypted as it passes. */

import type { CryptMethod, Encryption } from "../crypt/security-handler.ts";
import { encryptedLength } from "../crypt/security-handler.ts";
import type { CosDocument } from "../document.ts";

/** Data in pieces whose total length is known before the first one. */
export interface StreamData {
  readonly length: number;
  /** Hands all pieces to `take`, in order; a piece is valid until `take` returns. Call once. */
  pour(take: (bytes: Uint8Array) => void): void;
}

/** Where encoded data is read. */
export type DataSource = Pick<CosDocument, "readBytes" | "pourBytes">;

export function sourceData(source: DataSource, offset: number, length: number): StreamData {
  return {
    length,
    pour(take) {
      if (length === 0) return;
      let done = 0;
      source.pourBytes(offset, length, (piece) => {
        take(piece);
        done += piece.length;
      });
      if (done !== length) throw new RangeError("the source became shorter while it was read");
    },
  };
}

/** Data that is in memory. */
const heldData = (bytes: Uint8Array): StreamData => ({
  length: bytes.length,
  pour: (take) => {
    if (bytes.length > 0) take(bytes);
  },
});

/** Data up to this is decrypted and encrypted as a whole: a cipher for each of a thousand small streams costs more. */
const smallBytes = 32 * 1024;

/** Which object data belongs to, and how it is encrypted there. */
export interface Lock {
  readonly by: Encryption;
  readonly method: CryptMethod;
  readonly num: number;
  readonly gen: number;
}

/** Encrypted data at an offset of the source, in the clear. */
export function decryptedData(source: DataSource, offset: number, length: number, lock: Lock): StreamData {
  const { by, method, num, gen } = lock;
  if (length <= smallBytes) {
    const bytes = source.readBytes(offset, length);
    if (bytes.length !== length) throw new RangeError("the source became shorter while it was read");
    return heldData(by.decryptData(method, num, gen, bytes));
  }
  const clear = by.decryptedLength(method, num, gen, length, (at, count) =>
    source.readBytes(offset + at, count),
  );
  // AES data is a whole number of blocks; bytes behind them are nobody's.
  const used = method === "rc4" || method === "none" ? length : length - (length % 16);
  const locked = sourceData(source, offset, clear === 0 ? 0 : used);
  return {
    length: clear,
    pour(take) {
      const cipher = by.streamCipherFor("decrypt", method, num, gen);
      let left = clear;
      const give = (bytes: Uint8Array) => {
        const piece = bytes.length > left ? bytes.subarray(0, left) : bytes;
        if (piece.length > 0) take(piece);
        left -= piece.length;
      };
      locked.pour((piece) => give(cipher.update(piece)));
      give(cipher.final());
      if (left > 0) throw new RangeError("decryption gave fewer bytes than it announced");
    },
  };
}

/** Data in the clear, encrypted. */
export function encryptedData(data: StreamData, lock: Lock): StreamData {
  const { by, method, num, gen } = lock;
  if (data.length <= smallBytes) return smallEncrypted(data, lock);
  return {
    length: encryptedLength(method, data.length),
    pour(take) {
      const cipher = by.streamCipherFor("encrypt", method, num, gen);
      data.pour((piece) => {
        const bytes = cipher.update(piece);
        if (bytes.length > 0) take(bytes);
      });
      const rest = cipher.final();
      if (rest.length > 0) take(rest);
    },
  };
}

function smallEncrypted(data: StreamData, { by, method, num, gen }: Lock): StreamData {
  return {
    length: encryptedLength(method, data.length),
    pour(take) {
      let whole: Uint8Array | undefined;
      let filled = 0;
      const put = (bytes: Uint8Array) => take(by.encryptData(method, num, gen, bytes));
      data.pour((piece) => {
        // Nearly always all there is.
        if (piece.length === data.length) put(piece);
        else {
          whole ??= new Uint8Array(data.length);
          whole.set(piece, filled);
        }
        filled += piece.length;
      });
      if (whole || data.length === 0) put(whole ?? new Uint8Array(0));
    },
  };
}
