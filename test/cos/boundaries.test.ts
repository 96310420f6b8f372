/** Values at the limits of the syntax, where one more or one less changes the meaning. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decryptedLength, encryptBytes } from "../../src/cos/crypt/ciphers.ts";
import { decryptedData, encryptedData, sourceData } from "../../src/cos/crypt/stream-data.ts";
import { openCos } from "../../src/cos/document.ts";
import { openObjectStream, readFromStream } from "../../src/cos/syntax/object-stream.ts";
import { sourceFrom } from "../../src/cos/syntax/source-window.ts";
import { cursorOn, readName } from "../../src/cos/syntax/tokenizer.ts";
import { type CosValue, name, type StreamData } from "../../src/cos/syntax/value.ts";
import { memorySource } from "../support/memory-files.ts";
import { bytesOf, sourceOf, tableFile } from "./files.ts";

describe("AES data", () => {
  const key = randomBytes(32);
  it.each([1, 15, 16, 17])("of %i bytes has the plaintext length that its last blocks give", (length) => {
    const lock = { method: "aes-256", key } as const;
    const locked = encryptBytes(lock, randomBytes(length));
    const read = (offset: number, count: number) => locked.subarray(offset, offset + count);
    expect(decryptedLength(lock, locked.length, read)).toBe(length);
  });

  it.each([65_537, 1_048_576, 2_500_001])(
    "of %i bytes is decrypted in pieces up to the last byte",
    (length) => {
      const lock = { method: "aes-256", key: randomBytes(32) } as const;
      const clear = randomBytes(length);
      const gather = (data: StreamData) =>
        Buffer.concat(Array.from(data.pieces(), (bytes) => Buffer.from(bytes)));
      const reader = (bytes: Uint8Array) => (offset: number, count: number) =>
        bytes.subarray(offset, offset + count);
      const locked = gather(encryptedData(sourceData(reader(clear), 0, length), lock));
      expect(Buffer.compare(gather(decryptedData(reader(locked), 0, locked.length, lock)), clear)).toBe(0);
    },
  );
});

describe("a name", () => {
  it("ends with its bytes, whatever follows", () => {
    const cursor = cursorOn(bytesOf("/Name/Other"), 0, 4);
    expect(readName(cursor)).toEqual(name("Nam"));
    expect([cursor.at, cursor.hitEnd]).toEqual([4, true]);
  });
});

describe("an object stream", () => {
  it("may list an object 0, which can't be referenced, before others", () => {
    const data = bytesOf("0 0 7 2 1 /x");
    const stream = openObjectStream(
      new Map<string, CosValue>([
        ["Type", name("ObjStm")],
        ["N", 2],
        ["First", 8],
      ]),
      data,
    );
    expect(readFromStream(stream, 7, 1).value).toEqual(name("x"));
  });
});

describe("a part of a source", () => {
  const whole = bytesOf("0123456789");
  it("is read from its own start", () => {
    const source = memorySource(whole);
    expect(Buffer.from(sourceFrom(source, 4).read(0, 2)).toString()).toBe("45");
    expect(sourceFrom(source, 4).size).toBe(6);
    expect(sourceFrom(source, 40).size).toBe(0);
  });
});

describe("a trailer", () => {
  it.each(["9.5", "-1", "0", "/Nine"])("with /Prev %s is refused", (value) => {
    const file = tableFile().replace("/Root", `/Prev ${value}/Root`);
    expect(() => openCos(sourceOf(file))).toThrow(/\/Prev is not an offset/);
  });

  it("is not found if startxref has no number", () => {
    const file = tableFile().replace(/startxref\n\d+/, "startxref\nnine");
    expect(() => openCos(sourceOf(file))).toThrow(/startxref without a number/);
  });
});
