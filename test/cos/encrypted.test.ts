/** Encrypted documents as the reader sees them; encryption.test.ts covers the ciphers. */
import { describe, expect, it } from "vitest";
import { encryptBytes } from "../../src/cos/crypt/ciphers.ts";
import { createEncryption } from "../../src/cos/crypt/security-handler.ts";
import { openCos } from "../../src/cos/document.ts";
import { bytesString, type CosDict, isStream } from "../../src/cos/syntax/value.ts";
import { serialize } from "../../src/cos/write/serialize.ts";
import {
  add,
  bytesOf,
  draft,
  finishTable,
  minimalObjects,
  packed,
  reasonOf,
  sourceOf,
  streamBody,
} from "./files.ts";

const encryption = createEncryption({ userPassword: "user", ownerPassword: "owner" });
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString("hex")}>`;
const none: CosDict = new Map();
const encryptDict = latin1(serialize(encryption.dict));
const id = "/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]";

function encryptedObjects(): Map<number, string> {
  const objects = new Map(minimalObjects);
  const secret = encryptBytes(encryption.stringLock(4, 0), bytesOf("secret"));
  objects.set(4, `[${hex(secret)}<</A ${hex(encryptBytes(encryption.stringLock(4, 0), bytesOf("deep")))}>>]`);
  objects.set(5, streamBody(latin1(encryptBytes(encryption.streamLock(5, 0, none), bytesOf("stream data")))));
  const metadata = encryptBytes(encryption.stringLock(6, 0), bytesOf("name"));
  objects.set(6, `<</ByteRange[0 1 2 3]/Contents<3000>/Name ${hex(metadata)}>>`);
  objects.set(7, encryptDict);
  return objects;
}

function tableFile(encrypt: string): string {
  const made = draft(encryptedObjects());
  finishTable(made, `/Root 1 0 R${id}/Encrypt ${encrypt}`);
  return made.text;
}

const open = (text: string, password?: string) =>
  openCos(sourceOf(text), password === undefined ? {} : { password });

describe("encrypted documents", () => {
  it.each([
    ["by reference", "7 0 R"],
    ["in the trailer", encryptDict],
  ])("have decrypted strings and streams, with the encryption dictionary %s", (_, encrypt) => {
    for (const password of ["user", "owner"]) {
      const document = open(tableFile(encrypt), password);
      expect(document.encryption?.isOwner).toBe(password === "owner");
      expect(document.object(4)).toEqual([
        bytesString(bytesOf("secret")),
        new Map([["A", bytesString(bytesOf("deep"))]]),
      ]);
      const stream = document.object(5);
      expect(isStream(stream) && latin1(document.decode(stream))).toBe("stream data");
    }
  });

  it("don't decrypt data that is never encrypted: the encryption dictionary, the trailer, a signature", () => {
    const document = open(tableFile("7 0 R"), "user");
    expect(document.encryptNum).toBe(7);
    expect(document.object(7)).toEqual(encryption.dict);
    expect(latin1(serialize(document.trailer.get("ID") ?? null))).toContain("00112233445566778899");
    const signature = document.object(6);
    if (!(signature instanceof Map)) throw new Error("not a dictionary");
    expect(signature.get("Contents")).toEqual(bytesString(bytesOf("0\0")));
    expect(signature.get("Name")).toEqual(bytesString(bytesOf("name")));
  });

  it("decrypt neither strings in object streams twice, nor cross-reference streams at all", () => {
    const made = draft(encryptedObjects());
    const packedObjects = encryptBytes(encryption.streamLock(8, 0, none), bytesOf("9 0 (in the clear)"));
    add(made, 8, streamBody(latin1(packedObjects), "/Type/ObjStm/N 1/First 4"));
    const at = made.text.length;
    const places = [1, 2, 3, 4, 5, 6, 7, 8].map((num) => [1, made.offsets.get(num) ?? 0, 0]);
    const rows = [[0, 0, 0], ...places, [2, 8, 0], [1, at, 0]];
    const entries = `/Type/XRef/Size 11/W[1 3 1]/Root 1 0 R/Encrypt 7 0 R${id}`;
    add(made, 10, streamBody(latin1(packed(rows, [1, 3, 1])), entries));
    made.text += `startxref\n${at}\n%%EOF\n`;
    const document = open(made.text, "user");
    expect(document.object(9)).toEqual(bytesString(bytesOf("in the clear")));
    const xref = document.object(10);
    if (!isStream(xref)) throw new Error("not a stream");
    expect(document.decode(xref)).toEqual(packed(rows, [1, 3, 1]));
    expect(latin1(serialize(xref.dict.get("ID") ?? null))).toContain("00112233445566778899");
  });

  it("are refused without the password, with a wrong one, and if encrypted in an unknown way", () => {
    expect(reasonOf(() => open(tableFile("7 0 R")))).toBe("password");
    expect(reasonOf(() => open(tableFile("7 0 R"), "wrong"))).toBe("password");
    expect(reasonOf(() => open(tableFile("99 0 R"), "user"))).toBe("encryption");
    expect(reasonOf(() => open(tableFile("<</Filter/Other>>"), "user"))).toBe("encryption");
    expect(["encryption", "syntax"]).toContain(
      reasonOf(() => open(tableFile("<</Filter/Standard>>"), "user")),
    );
  });
});
