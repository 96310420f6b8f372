/** The security handler: keys, ciphers, passwords. written-by-qpdf.test.ts tests interoperation with qpdf. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decryptBytes, encryptBytes, encryptedLength } from "../../src/cos/crypt/ciphers.ts";
import { makeNewKey, openNewKey } from "../../src/cos/crypt/keys-aes.ts";
import { passwordBytes, passwordForms, saslPrep } from "../../src/cos/crypt/password.ts";
import { rc4 } from "../../src/cos/crypt/rc4.ts";
import { allPermissions, createEncryption, openEncryption } from "../../src/cos/crypt/security-handler.ts";
import { decryptedData, encryptedData, sourceData } from "../../src/cos/crypt/stream-data.ts";
import { bytesString, type CosDict, type CosValue, name } from "../../src/cos/syntax/value.ts";
import { bytesOf, reasonOf } from "./files.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const none = new Uint8Array(0);

describe("rc4", () => {
  it.each([
    ["Key", "Plaintext", "bbf316e8d940af0ad3"],
    ["Wiki", "pedia", "1021bf0420"],
    ["Secret", "Attack at dawn", "45a01f645fc35b383552544b9bf5"],
  ])("%s", (key, plain, expected) => {
    expect(hex(rc4(bytesOf(key), bytesOf(plain)))).toBe(expected);
  });
});

describe("passwords", () => {
  it("are prepared as in the examples of RFC 4013", () => {
    expect(saslPrep("I\u00adX")).toBe("IX");
    expect(saslPrep("user")).toBe("user");
    expect(saslPrep("\u00aa")).toBe("a");
    expect(saslPrep("\u2168")).toBe("IX");
    expect(saslPrep("a\u00a0b\u3000c")).toBe("a b c");
    expect(passwordBytes("e\u0301")).toEqual(passwordBytes("\u00e9"));
  });

  it("are tried in every form that writers have used", () => {
    expect(passwordForms("\u2168", 6).map(hex)).toEqual([hex(bytesOf("IX")), "e285a8"]);
    expect(passwordForms("abc", 6)).toHaveLength(1);
    expect(passwordForms("\u20ac", 3).map(hex)).toEqual(["a0", "e282ac"]);
    expect(passwordForms("\u00e9", 3).map(hex)).toEqual(["e9", "c3a9"]);
    expect(passwordForms(Uint8Array.of(1, 2), 3)).toEqual([Uint8Array.of(1, 2)]);
    expect(passwordForms("x".repeat(300), 6)[0]).toHaveLength(127);
  });
});

describe("a document with only its attachments encrypted", () => {
  const made = createEncryption({ userPassword: "secret" });
  const filters = { StmF: name("Identity"), StrF: name("Identity"), EFF: name("StdCF") };
  const dict: CosDict = new Map([...made.dict, ...Object.entries(filters)]);
  const attachment: CosDict = new Map([["Type", name("EmbeddedFile")]]);

  it("opens without a password, except for its attachments", () => {
    const opened = openEncryption(dict, none, undefined);
    expect(opened.stringLock(5, 0).method).toBe("none");
    expect(opened.streamLock(5, 0, new Map()).method).toBe("none");
    expect(reasonOf(() => opened.streamLock(5, 0, attachment))).toBe("password");
    expect(reasonOf(() => openEncryption(dict, none, "wrong"))).toBe("password");
  });

  it("opens completely with its password", () => {
    expect(openEncryption(dict, none, "secret").streamLock(5, 0, attachment).method).toBe("aes-256");
  });
});

describe("AES-256, revision 6", () => {
  const made = createEncryption({ userPassword: "us\u00e9r", ownerPassword: "owner", permissions: -1340 });

  it("opens with either password and no other", () => {
    expect(openEncryption(made.dict, none, "us\u00e9r")).toMatchObject({
      version: 5,
      revision: 6,
      permissions: -1340,
      method: "aes-256",
      isOwner: false,
    });
    expect(openEncryption(made.dict, none, "use\u0301r").isOwner).toBe(false);
    expect(openEncryption(made.dict, none, "owner").isOwner).toBe(true);
    for (const wrong of ["", "User", "us\u00e9r ", undefined]) {
      expect(reasonOf(() => openEncryption(made.dict, none, wrong))).toBe("password");
    }
  });

  it("has the same key for both passwords", () => {
    const secret = encryptBytes(made.stringLock(7, 0), bytesOf("secret"));
    for (const password of ["us\u00e9r", "owner"]) {
      const opened = openEncryption(made.dict, none, password);
      expect(Buffer.from(decryptBytes(opened.stringLock(9, 1), secret)).toString()).toBe("secret");
    }
  });

  it("gets a random owner password, which opens it, if none is given", () => {
    const key = Uint8Array.from({ length: 32 }, (_, k) => k);
    const drawn: Uint8Array[] = [];
    const random = (count: number) => {
      const bytes = Uint8Array.from({ length: count }, (_, k) => (k * 37 + drawn.length * 11) & 255);
      drawn.push(bytes);
      return bytes;
    };
    const user = { userPassword: Buffer.from("user"), ownerPassword: undefined };
    const made = makeNewKey(key, { ...user, permissions: -4, encryptMetadata: true }, random);
    const secret = Buffer.from(drawn.find(({ length }) => length === 32) ?? none).toString("base64url");
    const opened = openNewKey(Buffer.from(secret), made);
    expect(opened?.isOwner).toBe(true);
    expect(hex(opened?.key ?? none)).toBe(hex(key));
    expect(openNewKey(Buffer.from("user"), made)).toMatchObject({ isOwner: false });
  });

  it("never repeats an initialization vector, an owner password or a key", () => {
    const vectors = new Set(
      Array.from({ length: 1000 }, () => hex(encryptBytes(made.stringLock(1, 0), none).subarray(0, 16))),
    );
    expect(vectors.size).toBe(1000);
    const [a, b] = [createEncryption({ userPassword: "" }), createEncryption({ userPassword: "" })];
    expect(a.permissions).toBe(allPermissions);
    expect(a.dict.get("O")).not.toEqual(b.dict.get("O"));
    expect(
      decryptBytes(a.stringLock(1, 0), encryptBytes(b.stringLock(1, 0), bytesOf("x".repeat(64)))),
    ).not.toEqual(bytesOf("x".repeat(64)));
  });

  it("takes passwords of 127 bytes and refuses longer ones", () => {
    const long = "x".repeat(127);
    expect(openEncryption(createEncryption({ userPassword: long }).dict, none, long).isOwner).toBe(false);
    expect(() => createEncryption({ userPassword: `${long}x` })).toThrow(RangeError);
    expect(() => createEncryption({ userPassword: "\u00e9".repeat(64) })).toThrow(RangeError);
  });

  it("leaves metadata unencrypted on request", () => {
    const open = createEncryption({ userPassword: "a", encryptMetadata: false });
    const metadata: CosDict = new Map([["Type", name("Metadata")]]);
    expect(open.streamLock(5, 0, metadata).method).toBe("none");
    expect(openEncryption(open.dict, none, "a").streamLock(5, 0, metadata).method).toBe("none");
    expect(made.streamLock(5, 0, metadata).method).toBe("aes-256");
    expect(made.streamLock(5, 0, new Map([["Type", name("XRef")]])).method).toBe("none");
  });

  it("respects a stream's own crypt filter", () => {
    expect(made.streamLock(5, 0, new Map([["Filter", name("Crypt")]])).method).toBe("none");
    const parms = new Map([["Name", name("StdCF")]]);
    const named = new Map<string, CosValue>([
      ["Filter", [name("Crypt"), name("FlateDecode")]],
      ["DecodeParms", [parms, null]],
    ]);
    expect(made.streamLock(5, 0, named).method).toBe("aes-256");
    named.set("DecodeParms", [new Map([["Name", name("Other")]]), null]);
    expect(reasonOf(() => made.streamLock(5, 0, named).method)).toBe("encryption");
  });
});

describe("data in pieces", () => {
  const made = createEncryption({ userPassword: "" });
  const lock = made.streamLock(5, 0, new Map());

  const gather = (data: ReturnType<typeof sourceData>) => {
    const parts = Array.from(data.pieces(), (piece) => Uint8Array.from(piece));
    const whole = new Uint8Array(Buffer.concat(parts));
    expect(whole.length).toBe(data.length);
    return whole;
  };
  const reader = (bytes: Uint8Array) => (offset: number, count: number) =>
    bytes.subarray(offset, offset + count);

  it("equals the data as a whole, and its length is known in advance", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (clear) => {
        const locked = gather(encryptedData(sourceData(reader(clear), 0, clear.length), lock));
        expect(locked.length).toBe(encryptedLength(lock, clear.length));
        expect(decryptBytes(lock, locked)).toEqual(clear);
        expect(gather(decryptedData(reader(locked), 0, locked.length, lock))).toEqual(clear);
      }),
    );
  });

  it("decrypts damaged data to the same as other readers do: nothing or everything", () => {
    for (const length of [0, 5, 16, 31]) {
      expect(gather(decryptedData(reader(new Uint8Array(length)), 0, length, lock))).toHaveLength(0);
      expect(decryptBytes(lock, new Uint8Array(length))).toHaveLength(0);
    }
    const cutAfter = (clear: Uint8Array) => {
      const cut = encryptBytes(lock, clear).subarray(0, 53);
      const whole = decryptBytes(lock, cut);
      expect(gather(decryptedData(reader(cut), 0, 53, lock))).toEqual(whole);
      return whole.length;
    };
    expect(cutAfter(new Uint8Array(40).fill(17))).toBe(32);
    expect(cutAfter(new Uint8Array(40).fill(1))).toBe(31);
  });
});

describe("unknown encryption", () => {
  const standard = (entries: readonly [string, CosValue][]) =>
    new Map<string, CosValue>([["Filter", name("Standard")], ...entries]);
  const bytes = (count: number) => bytesString(new Uint8Array(count));

  it.each<[string, CosDict]>([
    ["another handler", new Map([["Filter", name("Adobe.PubSec")]])],
    ["no handler", new Map()],
    [
      "version 3",
      standard([
        ["V", 3],
        ["R", 3],
      ]),
    ],
    [
      "version 5 with revision 4",
      standard([
        ["V", 5],
        ["R", 4],
      ]),
    ],
    [
      "short entries",
      standard([
        ["V", 5],
        ["R", 6],
        ["O", bytes(3)],
        ["U", bytes(48)],
      ]),
    ],
    [
      "an unknown crypt filter",
      standard([
        ["V", 4],
        ["R", 4],
        ["StmF", name("Other")],
        ["O", bytes(32)],
        ["U", bytes(32)],
      ]),
    ],
  ])("is refused: %s", (_, dict) => {
    expect(reasonOf(() => openEncryption(dict, none, "x"))).toBe("encryption");
  });

  it("tolerates a hostile /Length", () => {
    const dict = standard([
      ["V", 2],
      ["R", 3],
      ["Length", 99_999],
      ["O", bytes(32)],
      ["U", bytes(32)],
      ["P", -4],
    ]);
    expect(reasonOf(() => openEncryption(dict, none, "x"))).toBe("password");
  });
});
