/** Keys of old encryption (ISO 32000-2, 7.6.4), compared to the keys that qpdf derives for its own files. */
import { describe, expect, it } from "vitest";
import { type OldKeyInput, openOldKey } from "../../src/cos/crypt/keys-rc4.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const id0 = bytes("31415926535897932384626433832795");
const owner = bytes("0ba3835f88f90388e74e54584125ce142be0de24c6b0d37746e075b891756671");

/** Files that qpdf 11.3 encrypted with the passwords user and owner, and their keys. */
const files: readonly (readonly [name: string, input: OldKeyInput, key: string])[] = [
  [
    "40 bits",
    {
      revision: 2,
      owner: bytes("94e8094419662a774442fb072e3d9f19e9d130ec09a4d0061e78fe920f7ab62f"),
      user: bytes("2aa12f26bcf1a217c0f1ee491745f646671475ae85bddf3e3c1a45a8457391cb"),
      permissions: -4,
      id0,
      encryptMetadata: true,
      keyBytes: 5,
    },
    "ee4fd3a223",
  ],
  [
    "128 bits",
    {
      revision: 3,
      owner,
      user: bytes("763f954d16622015ee88b60b3eb8f7590122456a91bae5134273a6db134c87c4"),
      permissions: -4,
      id0,
      encryptMetadata: true,
      keyBytes: 16,
    },
    "55831911f0f2b9a08ac3cbcc766166db",
  ],
  [
    "128 bits with metadata in the clear",
    {
      revision: 4,
      owner,
      user: bytes("fb8f3661d99bba02de37f0c770ae4d2a0122456a91bae5134273a6db134c87c4"),
      permissions: -4,
      id0,
      encryptMetadata: false,
      keyBytes: 16,
    },
    "ca7f4da6a3bdc51a30f25e233d3cb9fc",
  ],
];

describe.each(files)("the key of %s", (_, input, key) => {
  const open = (password: string, changed: Partial<OldKeyInput> = {}) => {
    const opened = openOldKey(Buffer.from(password), { ...input, ...changed });
    return opened && { key: Buffer.from(opened.key).toString("hex"), isOwner: opened.isOwner };
  };

  it("is found by either password", () => {
    expect(open("user")).toEqual({ key, isOwner: false });
    expect(open("owner")).toEqual({ key, isOwner: true });
  });

  it("is found by no other, and depends on every input", () => {
    for (const password of ["", "User", "user "]) expect(open(password)).toBeUndefined();
    expect(open("user", { permissions: -8 })).toBeUndefined();
    expect(open("user", { id0: id0.with(0, 0) })).toBeUndefined();
    expect(open("user", { owner: input.owner.with(31, 0) })).toBeUndefined();
  });
});
