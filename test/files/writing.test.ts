/** New files appear complete, once, or not at all. */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "../../src/files/disk/disk.ts";
import { removeTemp } from "../../src/files/temporary/stale.ts";
import { newTempPath } from "../../src/files/temporary/temp-name.ts";
import { expectInvalid, makeFolders, problemOf, string, text } from "./folders.ts";

const user = process.getuid?.();

describe("newFile", () => {
  it("writes pieces of any size, can be reread before it has its name, and appears complete", () => {
    using at = makeFolders();
    const before = statSync(join(at.A, "ok.pdf"));
    using file = at.files.newFile("new.pdf", "output");
    expect(at.all()).not.toContain("A/new.pdf");
    const parts = [1, 0, 70_000, 1_048_576, 5, 3_000_000, 1_048_575, 2].map((length, i) =>
      new Uint8Array(length).fill(i + 1),
    );
    for (const part of parts) file.write(part);
    const whole = Buffer.concat(parts);
    expect(file.position).toBe(whole.length);
    const again = file.reread();
    expect(Buffer.compare(again.read(0, whole.length + 9), whole)).toBe(0);
    expect(existsSync(file.path)).toBe(false);
    file.write(text("end"));
    expect(file.reread().size).toBe(whole.length + 3);
    expect(file.publish()).toEqual({ path: join(at.A, "new.pdf"), bytes: whole.length + 3 });
    expect(Buffer.compare(readFileSync(file.path), Buffer.concat([whole, Buffer.from("end")]))).toBe(0);
    expect(readdirSync(at.A).sort()).toEqual(["new.pdf", "ok.pdf"]);
    const after = statSync(join(at.A, "ok.pdf"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it("is private while being written and gets the usual permissions afterwards", () => {
    const temps: string[] = [];
    using at = makeFolders({ onTemp: (path) => temps.push(path) });
    using file = at.files.newFile("new.pdf", "output");
    expect(temps).toEqual([]);
    file.write(text("x"));
    expect(temps).toHaveLength(1);
    expect(statSync(temps[0] ?? "").mode & 0o777).toBe(0o600);
    file.publish();
    expect(statSync(file.path).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(statSync(file.path).nlink).toBe(1);
  });

  it("announces the temporary file before creating it, and the publication before naming it", () => {
    const seen: string[] = [];
    using at = makeFolders({
      onTemp: (path) => seen.push(`temp ${existsSync(path)}`),
      onPublish: () => seen.push(`publish ${existsSync(file.path)}`),
    });
    using file = at.files.newFile("new.pdf", "output");
    file.write(text("x"));
    file.publish();
    expect(seen).toEqual(["temp false", "publish false"]);
  });

  it("never overwrites a file, folder, link or FIFO, even one created at the last moment", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "folder"));
    symlinkSync("nowhere", join(at.A, "dangling"));
    symlinkSync("ok.pdf", join(at.A, "link"));
    execFileSync("mkfifo", [join(at.A, "fifo")]);
    const before = at.all();
    for (const name of ["ok.pdf", "folder", "dangling", "link", "fifo", "./folder/../ok.pdf"])
      expect(problemOf(() => at.files.newFile(name, "output"))).toMatchObject({
        status: "conflict",
        field: "output",
      });
    const late: [string, (path: string) => void][] = [
      ["f", (path) => writeFileSync(path, "first")],
      ["d", (path) => mkdirSync(path)],
      ["l", (path) => symlinkSync(join(at.OUT, "x"), path)],
      ["p", (path) => execFileSync("mkfifo", [path])],
    ];
    for (const [name, make] of late) {
      using file = at.files.newFile(name, "output");
      file.write(text("second"));
      make(file.path);
      const ino = lstatSync(file.path).ino;
      expect(problemOf(() => file.publish())).toMatchObject({ status: "conflict", field: "output" });
      expect(lstatSync(file.path).ino).toBe(ino);
    }
    expect(readFileSync(join(at.A, "f"), "utf8")).toBe("first");
    expect(at.all()).toEqual([...before, "A/d", "A/f", "A/l", "A/p"].sort());
  });

  it("leaves nothing if it isn't published", () => {
    using at = makeFolders();
    const before = at.all();
    {
      using file = at.files.newFile("new.pdf", "output");
      file.write(new Uint8Array(3_000_000));
      expect(at.all()).toHaveLength(before.length + 1);
    }
    expect(at.all()).toEqual(before);
  });

  it("rejects a folder that was replaced in the meantime, and writes nothing through it", () => {
    using at = makeFolders();
    const sub = join(at.A, "sub");
    mkdirSync(sub);
    using early = at.files.newFile("sub/early.pdf", "output");
    using late = at.files.newFile("sub/late.pdf", "output");
    late.write(text("late"));
    renameSync(sub, `${sub}-old`);
    symlinkSync(at.OUT, sub);
    expectInvalid(() => early.write(text("early")), "output", /replaced/);
    expectInvalid(() => late.publish(), "output", /replaced/);
    expect(readdirSync(at.OUT)).toEqual(["secret.pdf"]);
  });

  it.skipIf(user === 0 || user === undefined)("reports that a folder isn't writable", () => {
    using at = makeFolders();
    chmodSync(at.A, 0o555);
    expectInvalid(() => at.files.newFile("new.pdf", "output"), "output", /permission denied/);
    expectInvalid(() => at.files.newFolder("new", "output_folder"), "output_folder", /permission denied/);
    chmodSync(at.A, 0o755);
  });
});

describe("names of temporary files", () => {
  const name = basename(newTempPath("/x"));

  it.each([name, name.toUpperCase(), ".pdfd-.tmp"])("can't be used for outputs (%s)", (taken) => {
    using at = makeFolders();
    const before = at.all();
    expectInvalid(() => at.files.newFile(taken, "output"), "output", /temporary/);
    expectInvalid(() => at.files.newFolder(taken, "output_folder"), "output_folder", /temporary/);
    expectInvalid(() => at.files.newFolder(`new/${taken}/x`, "output_folder"), "output_folder", /temporary/);
    using folder = at.files.newFolder("new", "output_folder");
    expectInvalid(() => folder.reserve([taken]), "output_folder", /temporary/);
    expectInvalid(() => folder.create(taken), "output_folder", /temporary/);
    expect(at.all()).toEqual(before);
  });
});

describe("newFolder", () => {
  it("publishes all its files at once, in a folder created for them", () => {
    using at = makeFolders();
    const before = at.all();
    using folder = at.files.newFolder("new/deep", "output_folder");
    folder.reserve(["1.pdf", "2.pdf", "3.pdf"]);
    const files = ["1.pdf", "2.pdf", "3.pdf"].map((name) => {
      const file = folder.create(name);
      file.write(text(`first of ${name}`));
      return file;
    });
    // Flushed and closed in the meantime, but it can still be extended and read.
    files[0]?.write(text(" and more"));
    expect(string(files[0]?.reread().read(0, 99) ?? text(""))).toBe("first of 1.pdf and more");
    expect(existsSync(join(at.A, "new"))).toBe(false);
    folder.publishAll();
    expect(readdirSync(folder.path).sort()).toEqual(["1.pdf", "2.pdf", "3.pdf"]);
    expect(readFileSync(join(folder.path, "1.pdf"), "utf8")).toBe("first of 1.pdf and more");
    folder[Symbol.dispose]();
    expect(at.all()).toEqual(
      [...before, "A/new", "A/new/deep", "A/new/deep/1.pdf", "A/new/deep/2.pdf", "A/new/deep/3.pdf"].sort(),
    );
  });

  it("leaves no folder and no file if it isn't published", () => {
    using at = makeFolders();
    const before = at.all();
    {
      using folder = at.files.newFolder("new/deep", "output_folder");
      folder.create("1.pdf").write(text("x"));
      folder.create("2.pdf");
    }
    expect(at.all()).toEqual(before);
  });

  it("rejects existing names before writing anything", () => {
    using at = makeFolders();
    const before = at.all();
    using folder = at.files.newFolder(".", "output_folder");
    expect(problemOf(() => folder.reserve(["a.pdf", "ok.pdf"]))).toMatchObject({
      status: "conflict",
      field: "output_folder",
      detail: expect.stringMatching(/ok\.pdf/),
    });
    expectInvalid(() => folder.reserve(["../x.pdf"]), "output_folder");
    expect(at.all()).toEqual(before);
  });

  it("removes the files it has already named if a later name is taken, and no others", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "out"));
    using folder = at.files.newFolder("out", "output_folder");
    const names = ["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf"];
    folder.reserve(names);
    for (const name of names) folder.create(name).write(text(name));
    writeFileSync(join(folder.path, "3.pdf"), "theirs");
    expect(problemOf(() => folder.publishAll())).toMatchObject({
      status: "conflict",
      field: "output_folder",
    });
    folder[Symbol.dispose]();
    expect(readdirSync(folder.path)).toEqual(["3.pdf"]);
    expect(readFileSync(join(folder.path, "3.pdf"), "utf8")).toBe("theirs");
  });

  it("keeps parent folders that another program has put something into", () => {
    using at = makeFolders({
      onPublish: () => {
        mkdirSync(join(at.A, "new"), { recursive: true });
        mkdirSync(join(at.A, "new", "deep"));
        writeFileSync(join(at.A, "new", "deep", "1.pdf"), "theirs");
      },
    });
    using folder = at.files.newFolder("new/deep", "output_folder");
    folder.create("1.pdf").write(text("ours"));
    expect(problemOf(() => folder.publishAll()).status).toBe("conflict");
    folder[Symbol.dispose]();
    expect(readdirSync(at.A).sort()).toEqual(["new", "ok.pdf"]);
    expect(readFileSync(join(at.A, "new", "deep", "1.pdf"), "utf8")).toBe("theirs");
  });

  it("keeps an empty parent folder that another program created at the same moment", () => {
    using at = makeFolders({
      disk: {
        ...nodeDisk,
        mkdir: (path, mode) => {
          if (path.endsWith("/new")) mkdirSync(path);
          if (path.endsWith("/deep")) throw Object.assign(new Error("injected"), { code: "EIO" });
          nodeDisk.mkdir(path, mode);
        },
      },
    });
    using folder = at.files.newFolder("new/deep", "output_folder");
    folder.create("1.pdf").write(text("ours"));
    expect(problemOf(() => folder.publishAll()).status).toBe("operation_failed");
    folder[Symbol.dispose]();
    expect(at.all().filter((path) => path.startsWith("A/"))).toEqual(["A/new", "A/ok.pdf"]);
  });

  it("doesn't follow a link that appears in place of a parent folder to create", () => {
    using at = makeFolders({ onPublish: () => symlinkSync(at.OUT, join(at.A, "new")) });
    using folder = at.files.newFolder("new/deep", "output_folder");
    folder.create("1.pdf").write(text("ours"));
    expectInvalid(() => folder.publishAll(), "output_folder");
    expect(readdirSync(at.OUT)).toEqual(["secret.pdf"]);
  });

  it("publishes a batch's files one by one, so a conflict doesn't affect the others", () => {
    using at = makeFolders();
    using folder = at.files.newFolder("out", "output_folder");
    const put = (name: string) => {
      using file = folder.create(name);
      file.write(text(`new ${name}`));
      file.publish();
    };
    put("a.pdf");
    expect(problemOf(() => put("a.pdf"))).toMatchObject({ status: "conflict", field: "output_folder" });
    put("b.pdf");
    folder[Symbol.dispose]();
    expect(readdirSync(at.A, { recursive: true }).sort()).toEqual([
      "ok.pdf",
      "out",
      "out/a.pdf",
      "out/b.pdf",
    ]);
    expect(readFileSync(join(folder.path, "a.pdf"), "utf8")).toBe("new a.pdf");
  });

  it("handles thousands of files without keeping them all open", () => {
    using at = makeFolders();
    using folder = at.files.newFolder("many", "output_folder");
    const open = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
    const before = open();
    for (let i = 0; i < 3000; i += 1) folder.create(`${i}.pdf`).write(text(`${i}`));
    expect(open() - before).toBeLessThan(10);
    folder.publishAll();
    expect(readdirSync(folder.path)).toHaveLength(3000);
  });

  it("is a single temporary folder, which the parent of a killed engine removes", () => {
    const temps: string[] = [];
    using at = makeFolders({ onTemp: (path) => temps.push(path) });
    const before = at.all();
    const folder = at.files.newFolder("new/deep", "output_folder");
    folder.create("1.pdf").write(new Uint8Array(2_000_000));
    folder.create("2.pdf");
    expect(temps).toHaveLength(1);
    temps.forEach(removeTemp);
    expect(at.all()).toEqual(before);
    for (const path of [join(at.A, "ok.pdf"), at.A, join(at.A, ".pdfd-x.tmp"), ""])
      expect(() => removeTemp(path)).toThrow(/not the name/);
    linkSync(join(at.A, "ok.pdf"), join(at.A, "still.pdf"));
    folder[Symbol.dispose]();
  });
});
