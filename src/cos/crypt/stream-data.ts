/** Streams data from a source to a file in pieces of at most 1 MB, decrypting and encrypting on the way. */
import type { CosStream, StreamData } from "../syntax/value.ts";
import {
  decryptedLength,
  decryptStream,
  encryptedLength,
  encryptStream,
  type Lock,
  usedLength,
} from "./ciphers.ts";

/** Reads bytes from a source; fewer at its end. */
type Read = (offset: number, length: number, into?: Uint8Array) => Uint8Array;

/** Bytes per piece. */
const pieceBytes = 256 * 1024;
/** Memory for pieces, unless it is in use. */
let spare: Uint8Array | undefined;

export function sourceData(read: Read, offset: number, length: number): StreamData {
  return {
    length,
    *pieces() {
      const room = spare ?? new Uint8Array(pieceBytes);
      spare = undefined;
      for (let done = 0; done < length; done += pieceBytes) {
        const wanted = Math.min(pieceBytes, length - done);
        const piece = read(offset + done, wanted, room);
        if (piece.length !== wanted) throw new RangeError("the source became shorter while it was read");
        yield piece;
      }
      spare = room;
    },
  };
}

/** Data held in memory. */
const heldData = (bytes: Uint8Array): StreamData => ({
  length: bytes.length,
  pieces: () => (bytes.length > 0 ? [bytes] : []),
});

/** A stream's data, decrypted. */
export const clearData = (stream: CosStream): StreamData => stream.stored?.() ?? heldData(stream.encoded());

/** Decrypts data at an offset of the source. */
export function decryptedData(read: Read, offset: number, length: number, lock: Lock): StreamData {
  const clear = decryptedLength(lock, length, (at, count) => read(offset + at, count));
  const locked = sourceData(read, offset, clear === 0 ? 0 : usedLength(lock, length));
  return {
    length: clear,
    *pieces() {
      const cipher = decryptStream(lock);
      let left = clear;
      const given = (bytes: Uint8Array) => {
        const piece = bytes.subarray(0, left);
        left -= piece.length;
        return piece;
      };
      for (const piece of locked.pieces()) {
        const decrypted = given(cipher.update(piece));
        if (decrypted.length > 0) yield decrypted;
      }
      const last = given(cipher.final());
      if (last.length > 0) yield last;
      if (left > 0) throw new RangeError("decryption gave fewer bytes than it announced");
    },
  };
}

/** Encrypts clear data. */
export function encryptedData(data: StreamData, lock: Lock): StreamData {
  return {
    length: encryptedLength(lock, data.length),
    *pieces() {
      const cipher = encryptStream(lock);
      for (const piece of data.pieces()) yield cipher.update(piece);
      yield cipher.final();
    },
  };
}
