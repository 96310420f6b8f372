/** Each message of the chain stands alone: node:crypto opens it by its own vector, and the chain opens those of others. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCipherChain } from "../../src/cos/cipher-chain.ts";

const key = randomBytes(32);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function openAlone(message: Uint8Array): Buffer {
  const cipher = createDecipheriv("aes-256-cbc", key, message.subarray(0, 16));
  return Buffer.concat([cipher.update(message.subarray(16)), cipher.final()]);
}

function lockAlone(clear: Uint8Array): Buffer {
  const vector = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", key, vector);
  return Buffer.concat([vector, cipher.update(clear), cipher.final()]);
}

const pieces = fc.array(fc.uint8Array({ maxLength: 100 }), { minLength: 1, maxLength: 20 });

describe("a chain of messages", () => {
  it("is opened piece by piece by any other program", () => {
    const chain = createCipherChain(key);
    fc.assert(
      fc.property(pieces, (clear) => {
        const locked = clear.map((piece) => chain.encrypt(piece));
        locked.forEach((message, k) => {
          expect(message).toHaveLength(32 + (clear[k]?.length ?? 0) - ((clear[k]?.length ?? 0) % 16));
        });
        expect(locked.map(openAlone).map(hex)).toEqual(clear.map(hex));
        expect(locked.reverse().map(openAlone).map(hex)).toEqual(clear.reverse().map(hex));
      }),
    );
  });

  it("opens what other programs locked, in any order", () => {
    const chain = createCipherChain(key);
    fc.assert(
      fc.property(pieces, (clear) => {
        const opened = clear.map((piece) => chain.decrypt(lockAlone(piece)).subarray(0, piece.length));
        expect(opened.map(hex)).toEqual(clear.map(hex));
      }),
    );
  });

  it("gives equal pieces unlike vectors and unlike bytes", () => {
    const [one, other] = [createCipherChain(key), createCipherChain(key)];
    const piece = new Uint8Array(64);
    const locked = Array.from({ length: 500 }, (_, k) => (k % 2 ? one : other).encrypt(piece));
    expect(new Set(locked.map((message) => hex(message.subarray(0, 16)))).size).toBe(500);
    expect(new Set(locked.map((message) => hex(message.subarray(16, 32)))).size).toBe(500);
  });
});
