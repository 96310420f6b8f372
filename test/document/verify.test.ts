import { describe, expect, it } from "vitest";
import { verifyWritten } from "../../src/document/verify.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

const verify = (bytes: Uint8Array, pages: number) => verifyWritten(memorySource(bytes), pages);

describe("a written file", () => {
  it("passes if it has the expected number of pages", () => {
    expect(verify(pagesPdf(["", ""]), 2).pages.count).toBe(2);
  });

  it.each([
    ["another number of pages", pagesPdf(["", ""]), "2 pages instead of 3"],
    ["a page of the wrong type", pagesPdf(["", "", "/Type/Font"]), "would be damaged"],
    ["a missing end", pagesPdf(["", "", ""]).subarray(0, 200), "could not be read again"],
  ])("is rejected with %s", (_, bytes, message) => {
    expect(() => verify(bytes, 3)).toThrow(message);
  });
});
