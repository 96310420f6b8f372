/** Temporary files of dead processes: removed at the start, and only those (DECISIONS "Paths"). */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgetPublishing, note, noted, notePublishing, publishes } from "../../src/files/journal.ts";
import { removeStaleTemps, removeTempsOf } from "../../src/files/stale.ts";
import { isStale, newTempPath } from "../../src/files/temp-name.ts";
import { makeFolders, text } from "./folders.ts";

const dead = () => false;
const alive = () => true;

describe("removeStaleTemps", () => {
  it("removes files and folders of dead processes: at the top by name, deeper by note", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "sub"));
    const top = newTempPath(at.A);
    writeFileSync(top, "x");
    const deep = newTempPath(join(at.A, "sub"));
    note(deep);
    mkdirSync(deep);
    writeFileSync(join(deep, "1"), "x");
    symlinkSync(at.OUT, join(deep, "link"));
    const kept = [
      join(at.A, ".pdfd-00000000-1-000000000000000000000000.tmp"),
      join(at.A, "pdfd-1.tmp"),
      join(at.A, `x${basename(top)}`),
    ];
    for (const path of kept) writeFileSync(path, "not ours");
    expect(noted()).toContain(deep);
    expect(removeStaleTemps(at.scope, alive)).toBe(0);
    expect(existsSync(top) && existsSync(deep)).toBe(true);
    const ours = new Set([top, deep]);
    // Other processes note what they make in the same folder at the same time: only this one counts as dead.
    removeStaleTemps(at.scope, (pid) => pid !== process.pid || ![...ours].some((path) => existsSync(path)));
    expect(existsSync(top) || existsSync(deep)).toBe(false);
    expect(noted()).not.toContain(deep);
    for (const path of kept) expect(existsSync(path)).toBe(true);
    expect(existsSync(join(at.OUT, "secret.pdf"))).toBe(true);
  });

  it("goes by computer and process", () => {
    const path = newTempPath("/x");
    expect(isStale(path)).toBe(false);
    expect(isStale(path, dead)).toBe(true);
    expect(isStale(path.replace(/-[0-9a-f]{8}-/, "-00000000-"), dead)).toBe(false);
    expect(isStale("/x/report.pdf", dead)).toBe(false);
    expect(isStale(path.replace(/-\d+-/, "-4194999-"))).toBe(true);
  });

  it("is told by notes which call gives files their names, and takes that for no file", () => {
    const before = noted(process.pid);
    expect(publishes(process.pid, 7)).toBe(false);
    expect(notePublishing(7)).toBe(true);
    expect(notePublishing(7)).toBe(true);
    expect(publishes(process.pid, 7)).toBe(true);
    expect(publishes(process.pid, 70)).toBe(false);
    expect(noted(process.pid)).toEqual(before);
    forgetPublishing(7);
    forgetPublishing(7);
    expect(publishes(process.pid, 7)).toBe(false);
  });

  it("leaves no note of a file that was written or given up", () => {
    const temps: string[] = [];
    using at = makeFolders({ onTemp: (path) => temps.push(path) });
    {
      using file = at.files.newFile("new.pdf", "output");
      file.write(text("x"));
      expect(noted()).toContain(temps[0]);
      file.publish();
      using other = at.files.newFile("other.pdf", "output");
      other.write(text("x"));
      using folder = at.files.newFolder("folder", "output_folder");
      folder.create("1.pdf").write(text("x"));
    }
    expect(temps).toHaveLength(3);
    for (const temp of temps) expect(noted()).not.toContain(temp);
  });

  it("removes what one process noted and left, its notes with it", () => {
    using at = makeFolders();
    const temp = newTempPath(at.A);
    const gone = temp.replace(/-\d+-/, "-4194999-");
    const [first] = noted(process.pid);
    expect(first).toBeUndefined();
    expect(note(temp)).toBe(true);
    writeFileSync(temp, "x");
    expect(noted(process.pid)).toEqual([temp]);
    expect(noted(4_194_999)).toEqual([]);
    // As the process of that number would have noted it.
    const notes = join(tmpdir(), `pdfd-${process.getuid?.() ?? "notes"}`);
    const file = join(notes, `${basename(gone).split("-")[1]}-4194999-0123456789ab.paths`);
    const empty = file.replace("0123456789ab", "ba9876543210");
    writeFileSync(file, `${gone}\0`);
    writeFileSync(empty, "\0");
    writeFileSync(gone, "x");
    removeTempsOf(4_194_999);
    expect(existsSync(gone) || existsSync(file) || existsSync(empty)).toBe(false);
    removeTempsOf(process.pid);
    expect(existsSync(temp)).toBe(false);
    expect(noted(process.pid)).toEqual([]);
  });

  it("survives folders that cannot be read", () => {
    using at = makeFolders();
    chmodSync(at.B, 0o000);
    expect(removeStaleTemps({ ...at.scope, roots: [{ path: "/nowhere", given: "/", id: "" }] }, alive)).toBe(
      0,
    );
    expect(removeStaleTemps(at.scope, alive)).toBe(0);
    chmodSync(at.B, 0o755);
  });
});
