/** Several processes at once, and processes killed while writing. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { createFiles } from "../../src/files/create.ts";
import { nodeDisk } from "../../src/files/disk/disk.ts";
import { removeStaleTemps } from "../../src/files/temporary/stale.ts";
import { isTemp } from "../../src/files/temporary/temp-name.ts";
import { makeFolders, problemOf, string, text } from "./folders.ts";

const script = resolve(import.meta.dirname, "child.ts");
const bun = resolve(import.meta.dirname, "../../node_modules/.bin/bun");

interface Child extends Disposable {
  readonly process: ChildProcess;
  send(line: string): void;
  /** The next line of its output; undefined at the end. */
  next(): Promise<string | undefined>;
}

function startChild(...args: string[]): Child {
  const process = spawn(bun, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  return {
    process,
    send: (line) => void process.stdin.write(`${line}\n`),
    next: async () => {
      const line = await lines.next();
      return line.done === true ? undefined : line.value;
    },
    [Symbol.dispose]: () => void process.kill("SIGKILL"),
  };
}

describe("many writers of one name", () => {
  it("have exactly one winner, whose file is complete; all others get a conflict", async () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "d"));
    symlinkSync("d", join(at.A, "l"));
    const writers = Array.from({ length: 8 }, (_, i) => startChild("race", at.A, String(i + 1)));
    using _all = { [Symbol.dispose]: () => writers.forEach((writer) => void writer[Symbol.dispose]()) };
    for (const writer of writers) expect(await writer.next()).toBe("ready");
    for (let round = 0; round < 12; round += 1) {
      const name = `x${round}.pdf`;
      const spellings = [`d/${name}`, `./d/${name}`, `d/../d/${name}`, `l/${name}`, join(at.A, "d", name)];
      writers.forEach((writer, i) => {
        writer.send(JSON.stringify({ path: spellings[i % spellings.length] }));
      });
      const answers = await Promise.all(writers.map((writer) => writer.next()));
      const winners = answers.flatMap((answer, i) => (answer === "published" ? [i + 1] : []));
      expect(winners).toHaveLength(1);
      expect(answers.filter((answer) => answer?.startsWith("conflict "))).toHaveLength(7);
      const bytes = readFileSync(join(at.A, "d", name));
      expect(bytes.length).toBe(2_000_000);
      expect(bytes.every((byte) => byte === winners[0])).toBe(true);
      expect(readdirSync(join(at.A, "d"))).toHaveLength(round + 1);
    }
  });
});

describe("kill -9 at any moment", () => {
  it("leaves only complete files and temporary ones, and the next start removes the latter", {
    timeout: 300_000,
  }, async () => {
    using at = makeFolders();
    let published = 0;
    let folders = 0;
    for (let round = 0; round < 12; round += 1) {
      using child = startChild("write", at.A, `r${round}`);
      // The child prints a line at each step of writing; each round kills it at a different one.
      for (let line = 0; line <= round % 12; line += 1) expect(await child.next()).toBeDefined();
      const ended = new Promise((done) => child.process.once("exit", done));
      child.process.kill("SIGKILL");
      await ended;
      for (const name of readdirSync(at.A)) {
        const many = /^r\d+-\d*[02468]$/.test(name) ? readdirSync(join(at.A, name)) : undefined;
        if (many !== undefined) {
          // Files get their names one by one. Each named file is complete, even if the last ones are still unnamed.
          folders += Number(many.length === 40);
          for (const file of many) expect(statSync(join(at.A, name, file)).size).toBe(1000);
        }
        const match = /^r\d+-(\d+)\.pdf$/.exec(name);
        if (match === null) continue;
        published += 1;
        const index = Number(match[1]);
        const bytes = readFileSync(join(at.A, name));
        expect(bytes.length).toBe(2_000_000 + index);
        expect(bytes.every((byte) => byte === (index & 255))).toBe(true);
      }
    }
    expect(published).toBeGreaterThan(12);
    expect(folders).toBeGreaterThan(2);
    removeStaleTemps(at.scope);
    expect(readdirSync(at.A, { recursive: true }).map(String).filter(isTemp)).toEqual([]);
  });
});

/** Reads and writes while the folder is being swapped; PDFD_ROUNDS=100000 for an overnight run. */
const swaps = Number(process.env.PDFD_ROUNDS ?? 400);

describe("a folder constantly swapped with a link", () => {
  it("never lets a byte from outside in, or a byte out", { timeout: 60_000 + swaps * 10 }, async () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "d"));
    using inside = at.files.newFile("d/secret.pdf", "output");
    inside.write(text("inside"));
    inside.publish();
    using child = startChild("flip", at.A, at.OUT);
    expect(await child.next()).toBe("ready");
    let read = 0;
    let written = 0;
    let listed = 0;
    for (let i = 0; i < swaps; i += 1) {
      const input = problemOf(() => {
        using file = at.files.openInput("d/secret.pdf", "input");
        expect(string(file.read(0, 100))).toBe("inside");
        read += 1;
      });
      expect(input.status).toMatch(/^(ok|validation)$/);
      const output = problemOf(() => {
        using file = createFiles(at.scope).newFile(`d/new-${i}.pdf`, "output");
        file.write(text("from inside"));
        file.publish();
        written += 1;
      });
      expect(output.status).toMatch(/^(ok|validation|operation_failed)$/);
      const list = problemOf(() => {
        const { files } = at.files.listPdf("d", "folder");
        // The file of that name outside is longer.
        for (const { path, bytes } of files)
          if (path.endsWith("secret.pdf")) expect(bytes).toBe("inside".length);
        listed += 1;
      });
      expect(list.status).toMatch(/^(ok|validation)$/);
    }
    const ended = new Promise((done) => child.process.once("exit", done));
    child.process.stdin?.end();
    await ended;
    expect(read).toBeGreaterThan(0);
    expect(written).toBeGreaterThan(0);
    expect(listed).toBeGreaterThan(0);
    // On Linux, where folders are held open, not even an empty file is created.
    if (process.platform === "linux") expect(readdirSync(at.OUT)).toEqual(["secret.pdf"]);
    for (const name of readdirSync(at.OUT)) {
      const content = readFileSync(join(at.OUT, name), "utf8");
      expect([name, content]).toEqual([name, name === "secret.pdf" ? "secret of OUT" : ""]);
    }
  });
});

describe("a staging folder that is constantly swapped", () => {
  it("is neither mistaken for its replacement nor removed with it", {
    timeout: 300_000 + swaps * 20,
  }, async () => {
    using at = makeFolders();
    // Names that our own names, or any others, could hit outside.
    for (const name of ["folder", "empty", "files", "1", "new"]) mkdirSync(join(at.OUT, name));
    for (const name of ["folder/kept.pdf", "1.pdf", "2.pdf", "1.part"])
      writeFileSync(join(at.OUT, name), "theirs");
    const outside = () => readdirSync(at.OUT, { recursive: true }).map(String).sort();
    const before = outside();
    using child = startChild("swap", at.A, at.OUT);
    expect(await child.next()).toBe("ready");
    const count = { published: 0, refused: 0 };
    for (let i = 0; i < swaps / 5; i += 1) {
      const files = createFiles(at.scope, { disk: { ...nodeDisk, sync: () => {} } });
      const { status } = problemOf(() => {
        using folder = files.newFolder(i % 2 === 0 ? `new-${i}` : ".", "output_folder");
        for (let k = 0; k < 10; k += 1) folder.create(`${i}-${k}.pdf`).write(text("from inside"));
        folder.publishAll();
      });
      expect(status).toMatch(/^(ok|validation|operation_failed)$/);
      count[status === "ok" ? "published" : "refused"] += 1;
      if (i % 20 === 19) removeStaleTemps(at.scope, { alive: ({ pid }) => pid !== process.pid });
    }
    child.process.stdin?.end();
    expect(Number(await child.next())).toBeGreaterThan(0);
    expect(outside()).toEqual(before);
    expect(count.published).toBeGreaterThan(0);
    const inside = readdirSync(at.A, { recursive: true, withFileTypes: true });
    expect(inside.filter((entry) => entry.isSymbolicLink() || entry.name === "kept.pdf")).toEqual([]);
    for (const { name, parentPath } of inside.filter((entry) => /^\d+-\d\.pdf$/.test(entry.name)))
      expect(readFileSync(join(parentPath, name), "utf8")).toBe("from inside");
  });
});
