/** Each disk call fails once with each error. The result is clean every time. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Files } from "../../src/core/document-io.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { type Disk, nodeDisk } from "../../src/files/disk/disk.ts";
import { makeFolders, problemOf } from "./folders.ts";

const calls = [
  "open",
  "close",
  "read",
  "write",
  "sync",
  "chmod",
  "link",
  "unlink",
  "mkdir",
  "rmdir",
] as const;
const errors = ["EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "EINTR", "EPERM"];
const content = new Uint8Array(2_500_000).fill(65);

/** A disk whose `nth` call of a kind fails, and whether that call was reached. */
function failingDisk(call: keyof Disk, nth: number, code: string) {
  let count = 0;
  const state = { failed: false };
  const wrap = <T extends unknown[], R>(name: keyof Disk, run: (...args: T) => R) => {
    return (...args: T): R => {
      if (name === call) {
        count += 1;
        if (count === nth) {
          state.failed = true;
          throw Object.assign(new Error(`${code}: injected`), { code });
        }
      }
      return run(...args);
    };
  };
  const disk: Disk = {
    open: wrap("open", nodeDisk.open),
    close: wrap("close", nodeDisk.close),
    read: wrap("read", nodeDisk.read),
    write: wrap("write", nodeDisk.write),
    sync: wrap("sync", nodeDisk.sync),
    chmod: wrap("chmod", nodeDisk.chmod),
    link: wrap("link", nodeDisk.link),
    unlink: wrap("unlink", nodeDisk.unlink),
    mkdir: wrap("mkdir", nodeDisk.mkdir),
    rmdir: wrap("rmdir", nodeDisk.rmdir),
  };
  return { disk, state };
}

function writeOne(files: Files): void {
  using input = files.openInput("ok.pdf", "input");
  using file = files.newFile("new.pdf", "output");
  file.write(input.read(0, 7));
  file.write(content);
  file.reread().read(0, 1000);
  file.publish();
}

function writeFolder(files: Files): void {
  using folder = files.newFolder("new/deep", "output_folder");
  for (const name of ["1.pdf", "2.pdf"]) folder.create(name).write(content);
  folder.publishAll();
}

describe("a failing disk call", () => {
  const cases = calls.flatMap((call) => errors.map((code) => [call, code] as const));

  it.each(cases)("%s with %s: an error and nothing written, or success and complete files", (call, code) => {
    for (const [work, outputs] of [
      [writeOne, ["new.pdf"]],
      [writeFolder, ["new/deep/1.pdf", "new/deep/2.pdf"]],
    ] as const) {
      for (let nth = 1; ; nth += 1) {
        const { disk, state } = failingDisk(call, nth, code);
        using at = makeFolders({ disk });
        let problem: unknown;
        try {
          work(at.files);
        } catch (error) {
          problem = error;
        }
        if (!state.failed) {
          expect(problem).toBeUndefined();
          break;
        }
        const names = readdirSync(at.A, { recursive: true }).map(String);
        const files = names.filter((name) => name.endsWith(".pdf") && name !== "ok.pdf");
        if (problem === undefined) {
          expect(files.sort()).toEqual(outputs);
          for (const name of files)
            expect(statSync(join(at.A, name)).size).toBeGreaterThanOrEqual(content.length);
        } else {
          expect(problem, `${call} ${nth} ${code}`).toBeInstanceOf(ProblemError);
          expect(files, `${call} ${nth} ${code}`).toEqual([]);
          // If removal failed, a later start removes the remains.
          if (call !== "unlink" && call !== "rmdir") expect(names).toEqual(["ok.pdf"]);
        }
      }
    }
  });

  it.each(errors)("syncing many files fails with %s: an error and nothing written", async (code) => {
    for (const nth of [1, 2, 40]) {
      let count = 0;
      const disk: Disk = {
        ...nodeDisk,
        sync: () => expect.unreachable("made durable before"),
        async syncSoon(fd) {
          count += 1;
          if (count === nth) throw Object.assign(new Error(`${code}: injected`), { code });
          await nodeDisk.syncSoon?.(fd);
        },
      };
      using at = makeFolders({ disk });
      {
        using folder = at.files.newFolder("new/deep", "output_folder");
        for (let k = 1; k <= 50; k += 1) folder.create(`${k}.pdf`).write(new Uint8Array(1000));
        await expect(folder.settle()).rejects.toBeInstanceOf(ProblemError);
      }
      expect(readdirSync(at.A)).toEqual(["ok.pdf"]);
    }
  });

  it("publishes files that were synced beforehand", async () => {
    let synced = 0;
    const syncSoon = async (fd: number) => {
      synced += 1;
      await nodeDisk.syncSoon?.(fd);
    };
    using at = makeFolders({ disk: { ...nodeDisk, syncSoon } });
    using folder = at.files.newFolder("new", "output_folder");
    for (let k = 1; k <= 50; k += 1) folder.create(`${k}.pdf`).write(content.subarray(0, 1000 + k));
    await folder.settle();
    folder.publishAll();
    expect(synced).toBe(50);
    expect(readdirSync(join(at.A, "new"))).toHaveLength(50);
    expect(statSync(join(at.A, "new/50.pdf")).size).toBe(1050);
  });

  it("explains the failure in words", () => {
    const { disk } = failingDisk("write", 2, "ENOSPC");
    using at = makeFolders({ disk });
    expect(problemOf(() => writeOne(at.files))).toMatchObject({
      status: "operation_failed",
      detail: expect.stringMatching(/Cannot write new\.pdf: no space is left/),
    });
  });
});

describe("file systems without hard links", () => {
  const noLink = (code: string): Disk => ({
    ...nodeDisk,
    link: () => {
      throw Object.assign(new Error(code), { code });
    },
  });

  it.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])("copy the file exclusively (%s)", (code) => {
    using at = makeFolders({ disk: noLink(code) });
    writeOne(at.files);
    expect(readFileSync(join(at.A, "new.pdf")).length).toBe(content.length + 7);
    expect(readdirSync(at.A).sort()).toEqual(["new.pdf", "ok.pdf"]);
    expect(statSync(join(at.A, "new.pdf")).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(problemOf(() => writeOne(at.files)).status).toBe("conflict");
  });

  it("leave no handle open", () => {
    const open = new Set<number>();
    using at = makeFolders({
      disk: {
        ...noLink("EPERM"),
        open: (...args) => {
          const fd = nodeDisk.open(...args);
          open.add(fd);
          return fd;
        },
        close: (fd) => {
          nodeDisk.close(fd);
          open.delete(fd);
        },
      },
    });
    writeOne(at.files);
    expect([...open]).toEqual([]);
  });

  it("lose to a name taken at the last moment, and remove a failed copy", () => {
    using at = makeFolders({
      disk: noLink("EPERM"),
      onPublish: () => mkdirSync(join(at.A, "new.pdf")),
    });
    expect(problemOf(() => writeOne(at.files)).status).toBe("conflict");
    let writes = 0;
    using other = makeFolders({
      disk: {
        ...noLink("EPERM"),
        write: (...args) => {
          writes += 1;
          if (writes === 5) throw Object.assign(new Error("full"), { code: "ENOSPC" });
          return nodeDisk.write(...args);
        },
      },
    });
    expect(problemOf(() => writeOne(other.files)).status).toBe("operation_failed");
    expect(readdirSync(other.A)).toEqual(["ok.pdf"]);
  });
});

const child = resolve(import.meta.dirname, "child.ts");
const bun = resolve(import.meta.dirname, "../../node_modules/.bin/bun");
const canMount = spawnSync("unshare", ["-Urm", "true"]).status === 0;

describe.skipIf(!canMount)("a real disk", () => {
  const mounted = (options: string, command: string, prepare = ":") => {
    using at = makeFolders();
    const script = `mount -t tmpfs -o ${options} tmpfs "$1" && ${prepare} && shift && exec "$@"`;
    const result = spawnSync("unshare", ["-Urm", "sh", "-c", script, "sh", at.A, bun, child, command, at.A], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(result.stderr).toBe("");
    return result.stdout.trim().split("\n");
  };

  it("when full: returns an error, leaves nothing, and the next call works once space is free", () => {
    expect(mounted("size=1m", "full")).toEqual([
      expect.stringMatching(/^operation_failed .*no space is left/),
      "[]",
      "published",
      '["small.pdf"]',
    ]);
  });

  it("when read-only: says so, or reports an existing output", () => {
    const prepare = 'touch "$1/taken.pdf" && mount -o remount,ro "$1"';
    const lines = mounted("size=1m", "readonly", prepare);
    expect(lines[0]).toMatch(/^validation .*read-only file system/);
    expect(lines[1]).toMatch(/^conflict .*already exists/);
  });
});
