import { describe, expect, it } from "vitest";
import { newProtection, verifyProtected } from "../../../src/document/protect/protect.ts";
import { editing } from "../../support/editing.ts";
import { memorySource } from "../../support/memory-files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

async function protectedBy(password: string) {
  const edit = editing(pagesPdf([""]));
  edit.session.encrypt(newProtection(password, undefined));
  return memorySource(await edit.bytes());
}

describe("new protection", () => {
  it("opens with exactly its password", async () => {
    const written = await protectedBy("geheim");
    expect(verifyProtected(written, 1, "geheim").cos.encryption?.revision).toBe(6);
    for (const wrong of ["Geheim", ""])
      expect(() => verifyProtected(written, 1, wrong)).toThrow("could not be read");
  });

  it("keeps the permissions that the document had", () => {
    const before = { ...newProtection("a", undefined), permissions: -44 };
    expect(newProtection("b", before).permissions).toBe(-44);
  });

  it("takes no password that is too long in UTF-8, or has no character that counts", () => {
    expect(() => newProtection("é".repeat(64), undefined)).toThrow("password");
    expect(() => newProtection("\u00ad", undefined)).toThrow("no character that counts");
    expect(newProtection("é".repeat(63), undefined).revision).toBe(6);
  });

  it("is not there in a document that anybody opens", async () => {
    const open = memorySource(await editing(pagesPdf([""])).bytes());
    expect(() => verifyProtected(open, 1, "x")).toThrow("would not be protected");
  });
});
