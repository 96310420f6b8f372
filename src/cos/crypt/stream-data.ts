/** Stream data on its way from a source to a file: in pieces of at most 1 MB, decrypted and encrypted as it passes. */
import type { CosStream, StreamData } from "../syntax/value.ts";
import {
  decryptedLength,
  decryptStream,
  encryptedLength,
  encryptStream,
  type Lock,
  usedLength,
} from "./ciphers.ts";

/** Where encoded data is read: bytes as a view, or in pieces that are valid until `take` returns. */
export interface DataSource {
  readBytes(offset: number, length: number): Uint8Array;
  pourBytes(offset: number, length: number, take: (piece: Uint8Array) => void): void;
}

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

/** The data of a stream, decrypted. */
export function clearData(stream: CosStream): StreamData {
  return stream.stored?.() ?? heldData(stream.encoded());
}

/** Encrypted data at an offset of the source, in the clear. */
export function decryptedData(source: DataSource, offset: number, length: number, lock: Lock): StreamData {
  const clear = decryptedLength(lock, length, (at, count) => source.readBytes(offset + at, count));
  const locked = sourceData(source, offset, clear === 0 ? 0 : usedLength(lock, length));
  return {
    length: clear,
    pour(take) {
      const cipher = decryptStream(lock);
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
  return {
    length: encryptedLength(lock, data.length),
    pour(take) {
      const cipher = encryptStream(lock);
      const give = (bytes: Uint8Array) => bytes.length > 0 && take(bytes);
      data.pour((piece) => give(cipher.update(piece)));
      give(cipher.final());
    },
  };
}
