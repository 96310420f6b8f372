/** The program's own files: its data folder, its locks, and the folders in which foreign programs run. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "../../src/files/disk/disk.ts";
import {
  openPart,
  publishFolder,
  readOwnText,
  removeOwn,
  writeOwnFile,
} from "../../src/files/own/own-files.ts";
import { takeLock } from "../../src/files/own/process-lock.ts";
import { createPrivateFolder } from "../../src/files/temporary/private-folder.ts";
import { removeTree } from "../../src/files/temporary/remove-tree.ts";
import { makeFolders } from "./folders.ts";

describe("a file of the program's own", () => {
  it("is replaced as a whole, and can be read through a link", () => {
    using at = makeFolders();
    const path = join(at.A, "own.json");
    expect(readOwnText(path)).toBeUndefined();
    writeOwnFile(path, "first");
    writeOwnFile(path, "second");
    symlinkSync("own.json", join(at.A, "link.json"));
    expect(readOwnText(join(at.A, "link.json"))).toBe("second");
    expect(readdirSync(at.A).sort()).toEqual(["link.json", "ok.pdf", "own.json"]);
    expect(() => readOwnText(at.A)).toThrow(expect.objectContaining({ code: "operation_failed" }));
  });
});

describe("a file written in parts", () => {
  it("starts over or appends, and is readable by everyone", () => {
    using at = makeFolders();
    const path = join(at.A, "part");
    for (const [keep, content, expected] of [
      [false, "one ", "one "],
      [true, "two", "one two"],
      [false, "three", "three"],
    ] as const) {
      using part = openPart(path, keep);
      part.write(Buffer.from(content));
      part.sync();
      expect(readFileSync(path, "utf8")).toBe(expected);
    }
    expect(statSync(path).mode & 0o777).toBe(0o644 & ~process.umask());
  });
});

describe("a finished folder", () => {
  const draftIn = (folder: string) => {
    mkdirSync(join(folder, "draft"));
    writeFileSync(join(folder, "draft/file"), "new");
  };

  it.each([
    ["takes its name", undefined, "new"],
    ["yields to a good one that already exists", true, "old"],
    ["replaces a bad one", false, "new"],
  ])("%s", (_, isGood, content) => {
    using at = makeFolders();
    draftIn(at.A);
    if (isGood !== undefined) {
      mkdirSync(join(at.A, "final"));
      writeFileSync(join(at.A, "final/file"), "old");
    }
    publishFolder(join(at.A, "draft"), join(at.A, "final"), () => isGood === true);
    expect(readFileSync(join(at.A, "final/file"), "utf8")).toBe(content);
    expect(existsSync(join(at.A, "draft"))).toBe(isGood === true);
    expect(readdirSync(at.A)).toHaveLength(isGood === true ? 3 : 2);
  });
});

describe("removal", () => {
  it("removes a folder with all its contents, but not the targets of links", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "tree/deep/deeper"), { recursive: true });
    writeFileSync(join(at.A, "tree/deep/deeper/file"), "");
    symlinkSync(at.OUT, join(at.A, "tree/link"));
    removeOwn(join(at.A, "tree"));
    removeOwn(join(at.A, "nothing"));
    symlinkSync(at.OUT, join(at.A, "alone"));
    removeOwn(join(at.A, "alone"));
    expect(readdirSync(at.A)).toEqual(["ok.pdf"]);
    expect(readdirSync(at.OUT)).toEqual(["secret.pdf"]);
  });

  it.each([
    ["ENOTEMPTY", 2, undefined, 2],
    ["ENOTEMPTY", 99, "ENOTEMPTY", 5],
    ["EIO", 1, "EIO", 1],
  ])(
    "retries while another program writes to the folder: %s %i times",
    (code, failures, thrown, expected) => {
      using at = makeFolders();
      mkdirSync(join(at.A, "tree"));
      let tries = 0;
      const rmdir = (path: string) => {
        tries += 1;
        if (tries <= failures) throw Object.assign(new Error("injected"), { code });
        nodeDisk.rmdir(path);
      };
      const remove = () => removeTree(join(at.A, "tree"), { ...nodeDisk, rmdir });
      if (thrown === undefined) remove();
      else expect(remove).toThrow(expect.objectContaining({ code: thrown }));
      expect(tries).toBe(thrown === undefined ? expected + 1 : expected);
      expect(existsSync(join(at.A, "tree"))).toBe(thrown !== undefined);
    },
  );
});

describe("a lock", () => {
  it("belongs to one process until released", () => {
    using at = makeFolders();
    const path = join(at.A, "lock");
    const held = takeLock(path);
    expect(held).toBeDefined();
    expect(takeLock(path)).toBeUndefined();
    held?.[Symbol.dispose]();
    expect(readdirSync(at.A)).toEqual(["ok.pdf"]);
    using again = takeLock(path);
    expect(again).toBeDefined();
  });

  it("of another computer stays while it is new", () => {
    using at = makeFolders();
    const path = join(at.A, "lock");
    writeFileSync(path, "somebody");
    expect(takeLock(path)).toBeUndefined();
    expect(readFileSync(path, "utf8")).toBe("somebody");
    expect(readdirSync(at.A).sort()).toEqual(["lock", "ok.pdf"]);
  });
});

describe("a folder for a foreign program", () => {
  it("is private to this user, keeps its files, and is removed along with them", async () => {
    const told: string[] = [];
    const folder = createPrivateFolder({ onTemp: (path) => told.push(path) });
    expect(told).toEqual([folder.path]);
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    folder.makeFolder("in/deep");
    folder.write("in/deep/text", "words");
    await folder.writePieces("copy.pdf", async (onPiece) => {
      onPiece(Buffer.from("%PDF"));
      onPiece(Buffer.from("-copy"));
    });
    expect(() => folder.write("copy.pdf", "again")).toThrow();
    expect(lstatSync(join(folder.path, "copy.pdf")).mode & 0o777).toBe(0o600);
    const copy = folder.open("copy.pdf");
    expect(copy && Buffer.from(copy.read(0, copy.size)).toString()).toBe("%PDF-copy");
    symlinkSync("copy.pdf", join(folder.path, "link.pdf"));
    for (const name of ["link.pdf", "none.pdf", "copy.pdf/x"]) expect(folder.open(name)).toBeUndefined();
    folder.remove("in");
    folder.remove("in");
    expect(readdirSync(folder.path).sort()).toEqual(["copy.pdf", "link.pdf"]);
    folder[Symbol.dispose]();
    expect(existsSync(folder.path)).toBe(false);
  });

  it("removes its socket too, wherever the program created it", () => {
    using at = makeFolders();
    const socket = join(at.A, "socket");
    const folder = createPrivateFolder({ outside: () => socket });
    writeFileSync(socket, "");
    folder[Symbol.dispose]();
    expect(existsSync(socket)).toBe(false);
    rmSync(folder.path, { recursive: true, force: true });
  });
});
