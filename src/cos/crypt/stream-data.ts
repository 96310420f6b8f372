/** Stream data on its way from a source to a file: in pieces of at most 1 MB, decrypted and encrypted as it passes. */
import type { CosDict, CosStream, StoredData, StreamData } from "../syntax/value.ts";
import { type CryptMethod, type Encryption, encryptedLength } from "./security-handler.ts";

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

/** Data that stands in a source; of an encrypted document, `owner` says which object it belongs to. */
export function storedData(
  source: DataSource,
  offset: number,
  length: number,
  owner: { by: Encryption; dict: CosDict; num: number; gen: number } | undefined,
): StoredData {
  return {
    length,
    clear() {
      const method = owner ? owner.by.streamMethod(owner.dict) : "none";
      if (!owner || method === "none") return sourceData(source, offset, length);
      return decryptedData(source, offset, length, { ...owner, method });
    },
    encryptedWith(encryption, method) {
      // Up to version 4 keys are made from the numbers of objects.
      if (owner?.by !== encryption || owner.by.version < 5) return undefined;
      return owner.by.streamMethod(owner.dict) === method ? sourceData(source, offset, length) : undefined;
    },
  };
}

/** The data of a stream, decrypted. */
export function clearData(stream: CosStream): StreamData {
  return stream.stored?.clear() ?? heldData(stream.encoded());
}

/** The data of a stream as object `num` `gen` has it in an encrypted file. */
export function encryptedStreamData(stream: CosStream, by: Encryption, num: number, gen: number): StreamData {
  const method = by.streamMethod(stream.dict);
  const known = stream.stored?.encryptedWith(by, method);
  return known ?? encryptedData(clearData(stream), { by, method, num, gen });
}

/** Data up to this is decrypted as a whole: to know its length beforehand takes a cipher of its own. */
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
