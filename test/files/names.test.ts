/** Which texts are valid paths, which paths are inside a folder, and how errors show them. */
import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { maxPathBytes } from "../../src/core/limits.ts";
import { below, checkPathText, outside, shown } from "../../src/files/scope/names.ts";
import { expectInvalid, problemOf } from "./folders.ts";

describe("below", () => {
  it.each([
    ["/a", "/a", ""],
    ["/a", "/a/b", "b"],
    ["/a", "/a/b/../c", "c"],
    ["/a", "/a/..d", "..d"],
    ["/", "/a", "a"],
    ["/a", "/a_b/c", undefined],
    ["/a", "/a/../b", undefined],
    ["/a", "/", undefined],
    ["/a/b", "/a", undefined],
  ])("relative to %s, %s is %s", (folder, path, way) => {
    expect(below(folder, path, posix)).toBe(way);
  });

  it.each([
    ["C:\\a", "c:\\A\\b", "b"],
    ["C:\\a", "C:\\a_b", undefined],
    ["C:\\a", "D:\\a\\b", undefined],
  ])("on Windows, relative to %s, %s is %s", (folder, path, way) => {
    expect(below(folder, path, win32)).toBe(way);
  });
});

describe("a path", () => {
  it(`may be up to ${maxPathBytes} bytes long, counted in UTF-8`, () => {
    const longest = `${"é".repeat(maxPathBytes / 2 - 1)}/a`;
    checkPathText(longest, "input", "file", posix);
    expectInvalid(() => checkPathText(`${longest}b`, "input", "file", posix), "input", /longer than 4096/);
  });
});

describe("the error for a path outside", () => {
  it("names three folders and counts the rest", () => {
    const detail = (folders: string[]) => {
      return problemOf(() => {
        throw outside("/x", "input", folders);
      }).detail;
    };
    expect(detail(["/a", "/b", "/c"])).toMatch(/the allowed folders: "\/a", "\/b", "\/c"$/);
    expect(detail(["/a", "/b", "/c", "/d", "/e"])).toMatch(/"\/c" and 2 more$/);
  });
});

describe("shown", () => {
  it("quotes at most 200 characters", () => {
    expect(shown('a "b"\n')).toBe('"a \\"b\\"\\n"');
    expect(shown("x".repeat(200))).toBe(`"${"x".repeat(200)}"`);
    expect(shown("x".repeat(201))).toBe(`"${"x".repeat(200)}…"`);
    expect(shown("😀".repeat(200))).toBe(`"${"😀".repeat(200)}"`);
    expect(shown("😀".repeat(201))).toBe(`"${"😀".repeat(200)}…"`);
  });
});
