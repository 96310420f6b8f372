import { describe, expect, it } from "vitest";
import { CosError } from "../../src/cos/syntax/error.ts";
import { problemOf, translateErrors } from "../../src/document/translate-errors.ts";

describe("what the object core says of a file", () => {
  it.each([
    ["password", "a.pdf needs a password"],
    ["encryption", "not supported: why"],
    ["limit", "exceeds a limit: why"],
    ["work", "exceeds a limit: why"],
    ["syntax", "a.pdf is damaged: why. pdf_repair may repair it"],
    ["filter", "a.pdf is damaged: why"],
  ] as const)("of %s becomes an answer that names the file", async (reason, answer) => {
    const cause = new CosError(reason, "why");
    await expect(translateErrors("a.pdf", () => Promise.reject(cause))).rejects.toThrow(answer);
    expect(problemOf("a.pdf", cause).cause).toBe(cause);
  });

  it("is not said of other errors", async () => {
    const other = new RangeError("ours");
    await expect(translateErrors("a.pdf", () => Promise.reject(other))).rejects.toBe(other);
  });
});
