/** The only differences allowed between two outputs of the same call. */
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { isSameResult } from "../../src/tools/shared/same-result.ts";

const id = (digit: string) => `/ID [<${digit.repeat(32)}> <${digit.repeat(32)}>]`;
const same = (a: string, b: string) => isSameResult(sourceOf(Buffer.from(a)), sourceOf(Buffer.from(b)));
const filler = "x".repeat(65_536);

describe("the same result", () => {
  it("may differ in generated ids and dates anywhere", () => {
    expect(same(`a ${id("1")} b`, `a ${id("2")} b`)).toBe(true);
    expect(same("/CreationDate(D:20260101000000Z')", "/CreationDate(D:20260101000107Z')")).toBe(true);
    for (const before of [0, 10, 65_400, 65_470, 65_530, 65_536, 65_600])
      expect(
        same(
          `${filler.slice(0, before)}${id("A")}${filler}`,
          `${filler.slice(0, before)}${id("B")}${filler}`,
        ),
      ).toBe(true);
  });

  it("may differ in nothing else", () => {
    expect(same("", "")).toBe(true);
    expect(same("a", "b")).toBe(false);
    expect(same(`a ${id("1")} b`, `c ${id("2")} b`)).toBe(false);
    expect(same(`a ${id("1")}`, `a ${id("1")} `)).toBe(false);
    expect(same("<</Rotate 180>>", "<</Rotate 270>>")).toBe(false);
    expect(same(`${filler}a${filler}`, `${filler}b${filler}`)).toBe(false);
    expect(same("/Encrypt 4 0 R abc", "/Decrypt 4 0 R abc")).toBe(false);
  });

  it("is compared by length if encryption changes every byte", () => {
    expect(same("abc trailer <</Encrypt 4 0 R>>", "xyz trailer <</Encrypt 4 0 R>>")).toBe(true);
    expect(same("abc trailer <</Encrypt 4 0 R>>", "xyzz trailer <</Encrypt 4 0 R>>")).toBe(false);
  });
});
