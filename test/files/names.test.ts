/** The short way to see that a path is below a folder says what node:path says. */
import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below, type PathRules, shown } from "../../src/files/scope/names.ts";

function byRelative(folder: string, path: string, rules: PathRules): string | undefined {
  const way = rules.relative(folder, path);
  return way === ".." || way.startsWith(`..${rules.sep}`) || rules.isAbsolute(way) ? undefined : way;
}

describe("below", () => {
  const name = fc.constantFrom("a", "b", ".", "..", "", ".c", "a b", "a.b", "..d");
  const names = fc.array(name, { maxLength: 4 });

  it("is the way from the folder to the path", () => {
    fc.assert(
      fc.property(names, names, fc.boolean(), (folder, path, within) => {
        for (const rules of [posix, win32]) {
          const root = rules === posix ? "/" : "C:\\";
          const above = root + folder.join(rules.sep);
          const asked = (within ? `${above}${rules.sep}` : root) + path.join(rules.sep);
          expect(below(above, asked, rules)).toBe(byRelative(above, asked, rules));
        }
      }),
      { numRuns: 1000 },
    );
    expect(below("/a", "/a_b/c", posix)).toBeUndefined();
    expect(below("/a", "/a/b", posix)).toBe("b");
  });
});

describe("shown", () => {
  it("quotes 200 characters at most", () => {
    expect(shown('a "b"\n')).toBe('"a \\"b\\"\\n"');
    expect(shown("x".repeat(200))).toBe(`"${"x".repeat(200)}"`);
    expect(shown("x".repeat(201))).toBe(`"${"x".repeat(200)}…"`);
    expect(shown("😀".repeat(200))).toBe(`"${"😀".repeat(200)}"`);
    expect(shown("😀".repeat(201))).toBe(`"${"😀".repeat(200)}…"`);
  });
});
