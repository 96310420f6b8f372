/** Removes temporary files of dead processes at the start, and nothing else (docs/decisions/0025). */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { firstPdf } from "../../src/files/scope/first-pdf.ts";
import { createPrivateFolder } from "../../src/files/temporary/private-folder.ts";
import { removeStaleTemps, removeTempsOf } from "../../src/files/temporary/stale.ts";
import { isStale, lives, newTempPath, ownMaker, partNames } from "../../src/files/temporary/temp-name.ts";
import {
  forget,
  forgetPublishing,
  note,
  notePublishing,
  notesOf,
  publishes,
  socketNote,
  tempOf,
} from "../../src/files/temporary/temp-registry.ts";
import { makeFolders, text } from "./folders.ts";

const dead = () => false;
const alive = () => true;
const day = 24 * 60 * 60 * 1000;
const user = process.getuid?.() ?? "notes";
const notesFolder = join(tmpdir(), `pdfd-${user}`);

const partName = (folder: string, index: number) => partNames(folder)(index);

/** The temporary files recorded by this process. */
const noted = (pid: number = process.pid) => notesOf(pid).flatMap((each) => tempOf(each) ?? []);

/** Other tests record files in the same folder at the same time, so only this process counts as dead. */
const removeOwn = (at: ReturnType<typeof makeFolders>) =>
  removeStaleTemps(at.scope, { alive: ({ pid }) => pid !== process.pid });

describe("removeStaleTemps", () => {
  it("removes files and folders recorded by dead processes, including the files made in those folders", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "sub"));
    const file = newTempPath(at.A);
    const folder = newTempPath(join(at.A, "sub"));
    note(file);
    note(folder);
    writeFileSync(file, "x");
    mkdirSync(folder);
    for (const index of [1, 22]) writeFileSync(join(folder, partName(folder, index)), "x");
    expect(noted()).toEqual(expect.arrayContaining([file, folder]));
    removeStaleTemps(at.scope, { alive });
    expect(existsSync(file) && existsSync(folder)).toBe(true);
    removeOwn(at);
    expect(existsSync(file) || existsSync(folder)).toBe(false);
    expect(readdirSync(join(at.A, "sub"))).toEqual([]);
  });

  it("keeps foreign files: other names, other contents of its folders, and the folders that hold them", () => {
    using at = makeFolders();
    const folder = newTempPath(at.A);
    note(folder);
    mkdirSync(folder);
    const made = join(folder, partName(folder, 1));
    writeFileSync(made, "x");
    const others = ["1", "1.part", "ok.pdf", partName(newTempPath("/x"), 1)].map((name) =>
      join(folder, name),
    );
    for (const path of others) writeFileSync(path, "not ours");
    mkdirSync(join(folder, partName(folder, 2)));
    symlinkSync(at.OUT, join(folder, "link"));
    removeOwn(at);
    expect(existsSync(made)).toBe(false);
    for (const path of [...others, join(folder, "link/secret.pdf")]) expect(existsSync(path)).toBe(true);
  });

  it("doesn't follow a link that replaced a recorded folder or its parent", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "sub"));
    const [swapped, below] = [newTempPath(at.A), newTempPath(join(at.A, "sub"))];
    for (const path of [swapped, below]) note(path);
    // These names outside were planted as targets.
    mkdirSync(join(at.OUT, basename(below)));
    for (const path of [
      join(at.OUT, partName(swapped, 1)),
      join(at.OUT, basename(below), partName(below, 1)),
    ])
      writeFileSync(path, "theirs");
    const outside = readdirSync(at.OUT, { recursive: true });
    symlinkSync(at.OUT, swapped);
    renameSync(join(at.A, "sub"), join(at.A, "sub-old"));
    symlinkSync(at.OUT, join(at.A, "sub"));
    removeOwn(at);
    expect(readdirSync(at.OUT, { recursive: true })).toEqual(outside);
    expect(existsSync(swapped)).toBe(false);
  });

  it("removes any temporary file untouched for a day from the top of the allowed folders, whatever made it", () => {
    using at = makeFolders();
    const foreign = (digit: string) => join(at.A, `.pdfd-0000000${digit}-1-77-${digit.repeat(24)}.tmp`);
    const [old, fresh, folder] = [foreign("1"), foreign("2"), foreign("3")];
    for (const path of [old, fresh]) writeFileSync(path, "x");
    mkdirSync(folder);
    writeFileSync(join(folder, partName(folder, 1)), "x");
    const kept = [join(at.A, "pdfd-1.tmp"), join(at.A, `x${basename(old)}`)];
    for (const path of kept) writeFileSync(path, "not ours");
    const now = Date.now() + day + 60_000;
    utimesSync(fresh, new Date(now), new Date(now - day + 60_000));
    removeStaleTemps(at.scope, { alive });
    expect(existsSync(old) && existsSync(folder)).toBe(true);
    removeStaleTemps(at.scope, { alive, now });
    expect(existsSync(old) || existsSync(folder)).toBe(false);
    for (const path of [...kept, fresh]) expect(existsSync(path)).toBe(true);
  });

  it("acts on records of other computers and containers once they are a day old", () => {
    using at = makeFolders();
    const temp = join(at.A, `.pdfd-00000000-1-77-${"a".repeat(24)}.tmp`);
    writeFileSync(temp, "x");
    const file = join(notesFolder, "00000000-1-77-0123456789ab.note");
    note(newTempPath("/nowhere"));
    writeFileSync(file, temp);
    // That computer has no processes here, so the result of `alive` doesn't matter.
    removeStaleTemps({ ...at.scope, roots: [] }, { alive });
    expect(existsSync(temp)).toBe(true);
    const before = new Date(Date.now() - day - 60_000);
    utimesSync(file, before, before);
    removeStaleTemps({ ...at.scope, roots: [] }, { alive });
    expect(existsSync(temp) || existsSync(file)).toBe(false);
    removeTempsOf(process.pid);
  });

  it("survives folders that can't be read", () => {
    using at = makeFolders();
    chmodSync(at.B, 0o000);
    const gone = { ...at.scope, roots: [{ path: "/nowhere", given: "/", id: "" }] };
    expect(() => removeStaleTemps(gone, { alive })).not.toThrow();
    expect(() => removeStaleTemps(at.scope, { alive })).not.toThrow();
    chmodSync(at.B, 0o755);
  });
});

describe("a process", () => {
  it("is identified by computer, process ID and start time", () => {
    const path = newTempPath("/x");
    expect(isStale(path)).toBe(false);
    expect(isStale(path, dead)).toBe(true);
    expect(isStale(path.replace(/-[0-9a-f]{8}-/, "-00000000-"), dead)).toBe(false);
    expect(isStale("/x/report.pdf", dead)).toBe(false);
    expect(isStale(path.replace(/-\d+-\d+-/, "-4194999-1-"))).toBe(true);
    // The start time is unknown. As long as the ID is in use, this may be the process.
    expect(isStale(path.replace(/-\d+-\d+-/, `-${process.pid}-`))).toBe(false);
    const { pid, start } = ownMaker();
    expect(lives({ pid, start })).toBe(true);
    if (process.platform === "linux") expect(lives({ pid, start: `${Number(start) + 1}` })).toBe(false);
  });

  it("records a file only once", () => {
    const path = newTempPath("/x");
    expect([note(path), note(path)]).toEqual([true, true]);
    expect(noted().filter((each) => each === path)).toHaveLength(1);
    forget(path);
    expect(noted()).not.toContain(path);
  });

  it("records which call is publishing, and that record isn't mistaken for a file", () => {
    const before = noted();
    expect(publishes(process.pid, 7)).toBe(false);
    notePublishing(7);
    notePublishing(7);
    expect(publishes(process.pid, 7)).toBe(true);
    expect(publishes(process.pid, 70)).toBe(false);
    expect(noted()).toEqual(before);
    forgetPublishing(7);
    forgetPublishing(7);
    expect(publishes(process.pid, 7)).toBe(false);
  });

  it("leaves no record of a file that was published or abandoned", () => {
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

  it("is cleaned up after it has ended, along with its records", () => {
    using at = makeFolders();
    const temp = newTempPath(at.A);
    const gone = temp.replace(/-\d+-\d+-/, "-4194999-5-");
    expect(note(temp)).toBe(true);
    writeFileSync(temp, "x");
    expect(noted()).toEqual([temp]);
    expect(noted(4_194_999)).toEqual([]);
    // As the process with that ID would have recorded it.
    const tag = basename(gone).split("-")[1];
    const file = join(notesFolder, `${tag}-4194999-5-0123456789ab.note`);
    const empty = file.replace("0123456789ab", "ba9876543210");
    writeFileSync(file, gone);
    writeFileSync(empty, "");
    writeFileSync(gone, "x");
    removeTempsOf(4_194_999);
    expect(existsSync(gone) || existsSync(file) || existsSync(empty)).toBe(false);
    removeTempsOf(process.pid);
    expect(existsSync(temp)).toBe(false);
    expect(noted()).toEqual([]);
  });

  it("leaves its private folder and a socket outside it to a later cleanup", async () => {
    using at = makeFolders();
    const folder = createPrivateFolder();
    folder.makeFolder("profile/user/deep");
    folder.write("profile/user/deep/in.docx", "x");
    symlinkSync(at.OUT, join(folder.path, "profile/link"));
    const socket = join(tmpdir(), `OSL_PIPE_${user}_SingleOfficeIPC_${"0123456789abcdef".repeat(2)}`);
    const [plain, other] = [join(at.A, "socket"), `${socket.slice(0, -2)}ff`];
    for (const path of [socket, plain, other]) note(socketNote(path));
    writeFileSync(other, "no socket");
    const servers = await Promise.all(
      [socket, plain].map(
        (path) =>
          new Promise<ReturnType<typeof createServer>>((done) => {
            const server = createServer().listen(path, () => done(server));
          }),
      ),
    );
    removeTempsOf(process.pid);
    expect(existsSync(folder.path) || existsSync(socket)).toBe(false);
    expect(existsSync(plain) && existsSync(other) && existsSync(join(at.OUT, "secret.pdf"))).toBe(true);
    for (const server of servers) server.close();
    execFileSync("rm", ["-f", other]);
  });
});

describe("files planted in an allowed folder", () => {
  it("don't block the start", { timeout: 60_000 }, () => {
    using at = makeFolders();
    const planted = newTempPath(at.A);
    mkdirSync(planted);
    execFileSync("mkfifo", [join(planted, "outside.path"), join(planted, partName(planted, 1))]);
    execFileSync("mkfifo", [newTempPath(at.A), join(at.A, "a.pdf")]);
    const before = at.all();
    removeOwn(at);
    expect(at.all()).toEqual(before);
    expect(firstPdf(at.A)).toBe("ok.pdf");
    // Nor does a pipe in place of a record.
    note(newTempPath("/nowhere"));
    const pipe = join(notesFolder, `00000000-1-1-${"0".repeat(12)}.note`);
    execFileSync("mkfifo", [pipe]);
    expect(notesOf().map(({ path }) => path)).not.toContain(pipe);
    execFileSync("rm", [pipe]);
    removeTempsOf(process.pid);
  });
});
