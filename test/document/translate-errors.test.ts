import { describe, expect, it } from "vitest";
import { CosError } from "../../src/cos/syntax/error.ts";
import { problemOf, translateErrors } from "../../src/document/translate-errors.ts";

describe("errors of the object core", () => {
  it.each([
    ["password", "a.pdf needs a password", "password"],
    ["encryption", "not supported: why", undefined],
    ["limit", "exceeds a limit: why", "limit"],
    ["work", "exceeds a limit: why", "limit"],
    ["syntax", "a.pdf is damaged: why. pdf_repair may repair it", "damaged"],
    ["filter", "a.pdf is damaged: why", "damaged"],
  ] as const)("of kind %s become a problem that names the file", async (kind, answer, reason) => {
    const cause = new CosError(kind, "why");
    await expect(translateErrors("a.pdf", () => Promise.reject(cause))).rejects.toThrow(answer);
    expect(problemOf("a.pdf", cause)).toMatchObject({ cause, reason });
  });

  it("leave other errors unchanged", async () => {
    const other = new RangeError("ours");
    await expect(translateErrors("a.pdf", () => Promise.reject(other))).rejects.toBe(other);
  });
});
