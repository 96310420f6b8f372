import { describe, expect, it } from "vitest";
import { dictOf, name } from "../../../src/cos/syntax/value.ts";
import { newProtection, protect, verifyProtected } from "../../../src/document/protect/protect.ts";
import { editing } from "../../support/editing.ts";
import { memorySource } from "../../support/memory-files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

async function protectedBy(password: string) {
  const edit = editing(pagesPdf([""]));
  edit.session.encrypt(newProtection(password, undefined));
  return memorySource(await edit.bytes());
}

describe("new protection", () => {
  it("opens with the exact password only", async () => {
    const written = await protectedBy("geheim");
    expect(verifyProtected(written, 1, "geheim").cos.encryption?.revision).toBe(6);
    for (const wrong of ["Geheim", ""])
      expect(() => verifyProtected(written, 1, wrong)).toThrow("could not be read");
  });

  it("keeps the document's permissions", () => {
    const before = { ...newProtection("a", undefined), permissions: -44 };
    expect(newProtection("b", before).permissions).toBe(-44);
  });

  it.each([
    // Revision 2 (table 22): only printing; only changing; only copying; only comments and form filling.
    ["printing", 0b000100, 0b1000_0000_0100],
    ["changing", 0b001000, 0b0100_0000_1000],
    ["copying", 0b010000, 0b0010_0001_0000],
    ["comments", 0b100000, 0b0001_0010_0000],
  ])("doesn't extend permissions of revision 2: %s", (_, bits, expected) => {
    const before = { ...newProtection("a", undefined), revision: 2, permissions: bits | -64 };
    expect(newProtection("b", before).permissions & 0xf3c).toBe(expected);
  });

  it("declares PDF 2.0 or the extension that introduced it", async () => {
    const edit = editing(pagesPdf([""], { root: "/Extensions<</X<</BaseVersion/1.7/ExtensionLevel 1>>>>" }));
    protect(edit.session, "geheim");
    const { catalog } = verifyProtected(memorySource(await edit.bytes()), 1, "geheim");
    expect(catalog.get("Extensions")).toEqual(
      dictOf({
        X: dictOf({ BaseVersion: name("1.7"), ExtensionLevel: 1 }),
        ADBE: dictOf({ BaseVersion: name("1.7"), ExtensionLevel: 8 }),
      }),
    );
  });

  it("rejects passwords too long in UTF-8, or without visible characters", () => {
    expect(() => newProtection("é".repeat(64), undefined)).toThrow("password");
    expect(() => newProtection("\u00ad", undefined)).toThrow("no visible characters");
    expect(newProtection("é".repeat(63), undefined).revision).toBe(6);
  });

  it("is reported missing if the document opens without a password", async () => {
    const open = memorySource(await editing(pagesPdf([""])).bytes());
    expect(() => verifyProtected(open, 1, "x")).toThrow("would not be protected");
  });
});
