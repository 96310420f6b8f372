/** Opening files that others may have planted: regular files of a bounded size, line files that survive a kill, fonts. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fontFilesIn, fontFolder, openFontFile, systemFontFolders } from "../../src/host/font-files.ts";
import { openLineFile } from "../../src/host/line-file.ts";
import { existsBeside, isInside, isWritable, textBeside } from "../../src/host/programs.ts";
import { openRegular, readFrom, readRegular } from "../../src/host/regular-file.ts";

let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pdfd-host-"));
  writeFileSync(at("a.txt"), "some text");
  symlinkSync(at("a.txt"), at("link"));
  mkdirSync(at("fonts", "deep"), { recursive: true });
  writeFileSync(at("fonts", "b.ttf"), "font b");
  writeFileSync(at("fonts", "deep", "a.otf"), "font a");
  writeFileSync(at("fonts", "notes.txt"), "no font");
  symlinkSync(at("fonts"), at("fonts", "deep", "again"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("regular files", () => {
  it("opens a file with its size and reads from any offset", () => {
    const { fd, size } = openRegular(at("a.txt"));
    const bytes = Buffer.alloc(20);
    expect(size).toBe(9);
    expect(readFrom(fd, bytes, 5)).toBe(4);
    expect(bytes.subarray(0, 4).toString()).toBe("text");
    closeSync(fd);
    expect(readRegular(at("a.txt"), { maxBytes: 9 }).toString()).toBe("some text");
  });

  it("rejects a file larger than allowed", () => {
    expect(() => readRegular(at("a.txt"), { maxBytes: 8 })).toThrow("EOVERFLOW");
  });

  it("rejects folders and devices, and links unless links are followed", () => {
    expect(() => openRegular(folder)).toThrow("EFTYPE");
    expect(() => openRegular("/dev/null", { follow: true })).toThrow("EFTYPE");
    expect(() => openRegular(at("link"))).toThrow("EFTYPE");
    expect(readRegular(at("link"), { maxBytes: 9, follow: true }).toString()).toBe("some text");
  });

  it("rejects a pipe without waiting for a writer", () => {
    execFileSync("mkfifo", [at("pipe")]);
    expect(() => openRegular(at("pipe"))).toThrow("EFTYPE");
  });

  it("throws the system's error for a missing file", () => {
    expect(() => openRegular(at("missing"))).toThrow("ENOENT");
  });
});

describe("line files", () => {
  const contents = async (path: string) => {
    using file = openLineFile(path);
    file.dropCutLine();
    const pieces: Uint8Array[] = [];
    for await (const piece of file.pieces()) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  it("creates a file and appends to it", async () => {
    const path = at("lines");
    for (const line of ["one\n", "two\n"]) {
      using file = openLineFile(path);
      file.append(line);
    }
    expect(await contents(path)).toBe("one\ntwo\n");
  });

  it.each([
    ["a cut last line", "one\ntw", "one\n"],
    ["a single cut line", "on", ""],
    ["a cut line of more than a block", `one\n${"x".repeat(200_000)}`, "one\n"],
    ["nothing", "", ""],
  ])("keeps %s until dropCutLine removes the cut", async (_, before, after) => {
    const path = at("cut");
    writeFileSync(path, before);
    using file = openLineFile(path);
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(Buffer.from(file.cutLine).toString()).toBe(before.slice(after.length).slice(0, 65_536));
    expect(await contents(path)).toBe(after);
    expect(readFileSync(path, "utf8")).toBe(after);
  });
});

describe("font folders", () => {
  it("finds fonts in all subfolders, each once, sorted by name", () => {
    expect(fontFilesIn(at("fonts"))).toEqual([at("fonts", "b.ttf"), at("fonts", "deep", "a.otf")]);
    expect(fontFilesIn(at("missing"))).toEqual([]);
  });

  it("reads fonts at any offset, but not past the end", () => {
    using font = openFontFile(at("fonts", "b.ttf"));
    expect(font.size).toBe(6);
    expect(Buffer.from(font.read(5, 1)).toString()).toBe("b");
    expect(() => font.read(5, 2)).toThrow("truncated");
  });

  it("accepts only readable folders", () => {
    expect(fontFolder(at("fonts"))).toBe(at("fonts"));
    expect(fontFolder(at("a.txt"))).toBeUndefined();
    expect(systemFontFolders().length).toBeGreaterThan(0);
  });
});

describe("files next to a program", () => {
  it("reads or finds them by name", () => {
    expect(textBeside(at("program"), "a.txt")).toBe("some text");
    expect(textBeside(at("program"), "missing")).toBeUndefined();
    expect(existsBeside(at("program"), "fonts/b.ttf")).toBe(true);
    expect(existsBeside(at("program"), "fonts/c.ttf")).toBe(false);
  });

  it("ignores files that aren't small", () => {
    writeFileSync(at("large"), "");
    truncateSync(at("large"), 2 << 20);
    expect(textBeside(at("program"), "large")).toBeUndefined();
  });
});

it.each([
  ["/a/b", ["/a"], true],
  ["/a", ["/a"], true],
  ["/ab", ["/a"], false],
  ["/a/../b", ["/a"], false],
  ["/a/..b", ["/a"], true],
  ["/a", ["/"], false],
])("%s is inside %j: %s", (path, folders, inside) => {
  expect(isInside(path, folders)).toBe(inside);
});

it("a folder is writable; a file and a missing folder aren't", () => {
  expect(isWritable(folder)).toBe(true);
  expect(isWritable(at("a.txt"))).toBe(false);
  expect(isWritable(at("missing"))).toBe(false);
});
