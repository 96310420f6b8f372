/** Many files in one call: made durable together and published at once, where the system can; as few files, where not. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Disk, nodeDisk } from "../../src/files/disk.ts";
import { manyFiles } from "../../src/files/together.ts";
import { expectInvalid, type Folders, makeFolders, problemOf } from "./folders.ts";

const count = manyFiles + 8;
const names = Array.from({ length: count }, (_, k) => `page-${k + 1}.pdf`);
const linux = process.platform === "linux";

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

interface Calls {
  readonly made: string[];
  readonly disk: Disk;
}

/** A disk that can do all, and what it was asked for. */
function ableDisk(changed: Partial<Disk> = {}): Calls {
  const made: string[] = [];
  const able: Disk = {
    ...nodeDisk,
    syncsAll: () => true,
    syncAll: () => true,
    syncSoon: async (fd) => able.sync(fd),
    moveNew(from, to) {
      if (existsSync(to)) throw fault("EEXIST");
      renameSync(from, to);
      return true;
    },
    writePast: nodeDisk.write,
    ...changed,
  };
  const { sync, link } = able;
  const disk: Disk = {
    ...able,
    sync: (fd) => {
      made.push(statSync(`/proc/self/fd/${fd}`).isDirectory() ? "sync folder" : "sync");
      sync(fd);
    },
    link: (from, to) => {
      made.push("link");
      link(from, to);
    },
    syncSoon: async (fd) => disk.sync(fd),
    syncAll(...all) {
      made.push("syncAll");
      return able.syncAll?.(...all) ?? false;
    },
    moveNew(...all) {
      made.push("moveNew");
      return able.moveNew?.(...all) ?? false;
    },
    writePast(...all) {
      made.push("writePast");
      return able.writePast?.(...all);
    },
  };
  return { made, disk };
}

/** As pdf_split does it. */
async function writeMany(at: Folders, path = "new/deep"): Promise<void> {
  using folder = at.files.newFolder(path, "output_folder");
  folder.reserve(names);
  for (const [k, name] of names.entries()) {
    const file = folder.create(name);
    file.write(new Uint8Array(1000 + k).fill(k));
    expect(file.reread().size).toBe(1000 + k);
    if (k % 7 === 6) await folder.settle();
  }
  await folder.settle();
  folder.publishAll();
}

const failureOf = (work: Promise<void>) => work.then(() => undefined).catch((error: unknown) => error);

function expectWhole(folder: string, others: readonly string[] = []): void {
  expect(readdirSync(folder).sort()).toEqual([...names, ...others].sort());
  for (const [k, name] of names.entries()) {
    const stats = statSync(join(folder, name));
    expect([stats.size, stats.nlink, stats.mode & 0o777]).toEqual([1000 + k, 1, 0o666 & ~process.umask()]);
  }
}

const times = (made: readonly string[], call: string) => made.filter((name) => name === call).length;

describe.runIf(linux)("many files", () => {
  it("are made durable by one call and get their names by another, in folders with the usual permissions", async () => {
    const { made, disk } = ableDisk();
    using at = makeFolders({ disk });
    await writeMany(at);
    expectWhole(join(at.A, "new/deep"));
    for (const folder of ["new", "new/deep"])
      expect(statSync(join(at.A, folder)).mode & 0o777).toBe(0o777 & ~process.umask());
    expect(readdirSync(at.A).sort()).toEqual(["new", "ok.pdf"]);
    expect(times(made, "writePast")).toBe(count);
    expect(made.filter((name) => name !== "writePast")).toEqual([
      "syncAll",
      "moveNew",
      ...Array(times(made, "sync folder")).fill("sync folder"),
    ]);
  });

  it("are made durable one by one, before they have their names, where much of others waits", async () => {
    const { made, disk } = ableDisk({ syncAll: () => false });
    using at = makeFolders({ disk });
    await writeMany(at);
    expectWhole(join(at.A, "new/deep"));
    expect(times(made, "sync")).toBe(count);
    expect(made.lastIndexOf("sync")).toBeLessThan(made.indexOf("moveNew"));
  });

  it("are written, made durable and linked as few are where the file system is not known", async () => {
    const { made, disk } = ableDisk({ syncsAll: () => false });
    using at = makeFolders({ disk });
    await writeMany(at);
    expectWhole(join(at.A, "new/deep"));
    expect([times(made, "sync"), times(made, "link"), times(made, "moveNew")]).toEqual([count, count, 0]);
    expect(times(made, "writePast") + times(made, "syncAll")).toBe(0);
  });

  it("are linked where the folder is there already", async () => {
    const { made, disk } = ableDisk();
    using at = makeFolders({ disk });
    mkdirSync(join(at.A, "there"));
    writeFileSync(join(at.A, "there", "other.pdf"), "theirs");
    await writeMany(at, "there");
    expectWhole(join(at.A, "there"), ["other.pdf"]);
    expect([times(made, "syncAll"), times(made, "moveNew"), times(made, "link")]).toEqual([1, 0, count]);
  });

  it("are linked where folders cannot be moved, or not past the cache written", async () => {
    for (const code of ["EINVAL", "ENOSYS", "EPERM", "EXDEV", "ENOSPC", "EIO"]) {
      const fail = () => {
        throw fault(code);
      };
      const { made, disk } = ableDisk({ moveNew: fail, writePast: () => undefined });
      using at = makeFolders({ disk });
      await writeMany(at);
      expectWhole(join(at.A, "new/deep"));
      expect(readdirSync(at.A).sort()).toEqual(["new", "ok.pdf"]);
      expect([times(made, "writePast"), times(made, "link")]).toEqual([1, count]);
    }
  });

  it.each(["EIO", "ENOSPC", "EDQUOT"])("leave nothing when the disk reports %s at the end", async (code) => {
    const { disk } = ableDisk({
      syncAll() {
        throw fault(code);
      },
    });
    using at = makeFolders({ disk });
    expect(await failureOf(writeMany(at))).toMatchObject({ code: "operation_failed" });
    expect(readdirSync(at.A)).toEqual(["ok.pdf"]);
  });

  it.each(["open", "write", "close", "mkdir"] as const)(
    "leave nothing when %s fails on the way",
    async (call) => {
      for (const nth of [1, 2, 3, 20, count]) {
        let made = 0;
        let failed = false;
        const once = (...args: never[]) => {
          made += 1;
          failed ||= made === nth;
          if (made === nth) throw fault("ENOSPC");
          // The same arguments, whichever call it is.
          return (nodeDisk[call] as (...all: never[]) => never)(...args);
        };
        const { disk } = ableDisk({ writePast: () => undefined, [call]: once });
        using at = makeFolders({ disk });
        const failure = await failureOf(writeMany(at));
        if (!failed) expectWhole(join(at.A, "new/deep"));
        else if (failure !== undefined) expect(readdirSync(at.A), `${call} ${nth}`).toEqual(["ok.pdf"]);
        // A handle that the system closed with an error: the file was written and is whole.
        else expect(["close", "open"]).toContain(call);
      }
    },
  );

  it("lose to a folder that appears at the last moment, or go beside what is in it", async () => {
    for (const taken of [true, false]) {
      const { disk } = ableDisk();
      using at = makeFolders({
        disk,
        onPublish() {
          mkdirSync(join(at.A, "new/deep"), { recursive: true });
          writeFileSync(join(at.A, "new/deep", taken ? "page-9.pdf" : "other.pdf"), "theirs");
        },
      });
      const failure = await failureOf(writeMany(at));
      if (taken) {
        expect(failure).toMatchObject({ code: "conflict" });
        expect(readdirSync(join(at.A, "new/deep"))).toEqual(["page-9.pdf"]);
      } else expectWhole(join(at.A, "new/deep"), ["other.pdf"]);
      expect(readdirSync(at.A).sort()).toEqual(["new", "ok.pdf"]);
    }
  });

  it("come back when the folder around them was replaced", async () => {
    const able = ableDisk().disk;
    const { disk } = ableDisk({
      moveNew(from, to) {
        const done = able.moveNew?.(from, to) === true;
        if (existsSync(join(at.A, "sub"))) {
          renameSync(join(at.A, "sub"), join(at.A, "sub-old"));
          mkdirSync(join(at.A, "sub"));
        }
        return done;
      },
    });
    using at = makeFolders({ disk });
    mkdirSync(join(at.A, "sub"));
    const failure = await failureOf(writeMany(at, "sub/new"));
    expectInvalid(() => {
      throw failure;
    }, "output_folder");
    expect(readdirSync(at.A, { recursive: true }).sort()).toEqual(["ok.pdf", "sub", "sub-old"]);
  });

  it("are as few where they were not announced, or are published one by one", () => {
    const { made, disk } = ableDisk();
    using at = makeFolders({ disk });
    using folder = at.files.newFolder("new", "output_folder");
    folder.reserve(names);
    const file = folder.create("page-1.pdf");
    file.write(new Uint8Array(10));
    folder.publish(file);
    expect(problemOf(() => folder.publish(folder.create("page-1.pdf"))).status).toBe("conflict");
    folder[Symbol.dispose]();
    expect(readdirSync(at.A, { recursive: true }).sort()).toEqual(["new", "new/page-1.pdf", "ok.pdf"]);
    expect(made).not.toContain("syncAll");
    expect(made).not.toContain("moveNew");
  });
});

const child = resolve(import.meta.dirname, "child.ts");
const bun = resolve(import.meta.dirname, "../../node_modules/.bin/bun");

describe.runIf(linux)("the system's own calls", () => {
  it("are there under Bun, never take a name in use, and say what failed", () => {
    using at = makeFolders();
    const { stdout, stderr } = spawnSync(bun, [child, "calls", at.A], { encoding: "utf8", timeout: 60_000 });
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n")).toEqual([
      "sync ok",
      "sync of nothing EBADF",
      "move ok",
      "move onto a file EEXIST",
      "move onto an empty folder EEXIST",
      "move of nothing ENOENT",
      "write ok",
      "send ok",
      "send what was cut off ok",
    ]);
    expect(readdirSync(at.A, { recursive: true }).sort()).toEqual(
      ["empty", "moved", "moved/a.pdf", "ok.pdf", "other", "received", "sent", "written"].sort(),
    );
  });
});
