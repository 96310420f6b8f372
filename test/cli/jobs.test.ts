/** `--jsonl --jobs`: concurrent calls, the order of their answers, and lines that depend on earlier ones. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lineOf } from "../../src/cli/flags/flags.ts";
import { ConcurrentCalls } from "../../src/cli/tools/jsonl/concurrent-calls.ts";
import { linesCommand } from "../../src/cli/tools/jsonl/jsonl.ts";
import { PathsInUse } from "../../src/cli/tools/jsonl/paths-in-use.ts";
import { createFolders, executable, type Folders } from "../contract/target.ts";
import { endlessPdf } from "../support/pdf.ts";
import { childrenOf, holdsOpen, linux, until } from "../support/processes.ts";
import { type RunOptions, run } from "./run.ts";

describe("--jsonl --jobs", () => {
  let folders: Folders;
  beforeAll(() => {
    folders = createFolders();
    writeFileSync(join(folders.allowed, "endless.pdf"), endlessPdf());
  });
  afterAll(() => rmSync(folders.root, { recursive: true, force: true }));

  const reading = (id: number, input: string) => ({ id, tool: "pdf_read_text", input: { input } });
  async function pdfd(calls: readonly object[], flags: readonly string[], options: Partial<RunOptions> = {}) {
    const input = calls.map((call) => `${JSON.stringify(call)}\n`).join("");
    const ran = await run(executable, ["--jsonl", ...flags], { cwd: folders.allowed, input, ...options });
    const answers = ran.out.split("\n").slice(0, -1);
    return {
      ...ran,
      seen: answers.map((text) => JSON.parse(text)).map(({ id, status }) => `${id} ${status}`),
    };
  }

  it("answers in the order of the lines, or with --unordered as calls finish", async () => {
    const calls = [reading(1, "endless.pdf"), reading(2, "ok.pdf"), reading(3, "two.pdf")];
    const flags = ["--jobs", "2", "--deadline", "3"];
    const [ordered, unordered] = await Promise.all([
      pdfd(calls, flags),
      pdfd(calls, [...flags, "--unordered"]),
    ]);
    expect(ordered.seen).toEqual(["1 failed", "2 succeeded", "3 succeeded"]);
    expect(unordered.seen).toEqual(["2 succeeded", "3 succeeded", "1 failed"]);
  });

  it("runs a call after the calls that write its inputs", async () => {
    const calls = [
      { id: 1, tool: "pdf_rotate_pages", input: { input: "ok.pdf", output: "turned.pdf" } },
      { id: 2, tool: "pdf_info", input: { input: "./turned.pdf" } },
      { id: 3, tool: "pdf_split", input: { input: "turned.pdf", mode: "pages", output_folder: "parts" } },
      reading(4, "parts/turned-page-2.pdf"),
      { id: 5, tool: "pdf_rotate_pages", input: { input: "two.pdf", output: "turned.pdf" } },
    ];
    const { seen, code } = await pdfd(calls, ["--jobs", "5"]);
    expect(seen).toEqual(["1 succeeded", "2 succeeded", "3 succeeded", "4 succeeded", "5 failed"]);
    expect(code).toBe(1);
  });

  it("takes calls from standard input, and says so if given a file of calls", () => {
    expect(() => lineOf(linesCommand, ["--jsonl", "calls.jsonl"])).toThrow(
      'unexpected argument "calls.jsonl"; calls come from standard input: pdfd --jsonl < calls.jsonl',
    );
  });

  it("refuses an invalid number of jobs", async () => {
    for (const jobs of ["0", "129", "two"]) {
      const { code, err } = await pdfd([], ["--jobs", jobs]);
      expect({ code, err }).toEqual({
        code: 2,
        err: `pdfd: --jobs "${jobs}" is not a number from 1 to 128\n`,
      });
    }
  });

  it.skipIf(!linux)("finishes all running calls after SIGTERM but starts no more", async () => {
    const calls = [reading(1, "endless.pdf"), reading(2, "endless.pdf"), reading(3, "ok.pdf")];
    const { seen, code } = await pdfd(calls, ["--jobs", "2", "--deadline", "2"], {
      async started(child) {
        const readers = () =>
          childrenOf(child.pid ?? -1).filter((one) => holdsOpen(one, "endless.pdf")).length;
        await until("two engines read", () => readers() === 2);
        child.kill("SIGTERM");
      },
    });
    expect(seen).toEqual(["1 failed", "2 failed"]);
    expect(code).toBe(75);
  });
});

describe("concurrent calls", () => {
  function started(jobs: number, unordered = false) {
    const taken: string[] = [];
    const calls = new ConcurrentCalls({ jobs, unordered, take: (answer) => taken.push(answer) });
    const ends: ((answer: string) => void)[] = [];
    const add = () => calls.add(new Promise((resolve) => ends.push(resolve)));
    const hasRoom = () => Promise.race([calls.room().then(() => true), settled().then(() => false)]);
    return { taken, calls, ends, add, hasRoom };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("never exceed the number of jobs", async () => {
    const { add, ends, hasRoom } = started(2);
    add();
    expect(await hasRoom()).toBe(true);
    add();
    expect(await hasRoom()).toBe(false);
    ends[1]?.("two");
    expect(await hasRoom()).toBe(true);
  });

  it.each([
    ["number", 999, "x"],
    ["size", 16, "x".repeat(2_000_000)],
  ])("hold back answers of limited %s until a slow one is done", async (_, count, answer) => {
    const { taken, add, ends, hasRoom } = started(2);
    add();
    for (let k = 1; k < count; k++) {
      add();
      ends[k]?.(answer);
    }
    expect(await hasRoom()).toBe(true);
    add();
    ends[count]?.(answer);
    expect(await hasRoom()).toBe(false);
    expect(taken).toEqual([]);
    ends[0]?.("first");
    expect(await hasRoom()).toBe(true);
    expect(taken).toHaveLength(count + 1);
    expect(taken[0]).toBe("first");
  });
});

describe("paths in use", () => {
  const inUse = () => new PathsInUse((path) => join("/in", path));
  const isFree = async (use: PathsInUse, input: object) =>
    await Promise.race([
      use.free(use.of(input)).then(() => true),
      new Promise((resolve) => setImmediate(() => resolve(false))),
    ]);

  it.each([
    [{ input: "new.pdf" }, false],
    [{ inputs: ["a.pdf", "new.pdf"] }, false],
    [{ folder: "." }, false],
    [{ folder: "other" }, true],
    [{ input: "new.pdf.pdf" }, true],
    [{ input: "parts/a.pdf" }, false],
    [{ input: "a.pdf", output: "new.pdf" }, false],
    [{ input: "a.pdf", stamp: "new.pdf" }, false],
    [{ input: "a.pdf", files: [{ path: "a.pdf" }, { path: "parts/data.csv" }] }, false],
    [{ input: "a.pdf", steps: [{ action: "overlay", options: { stamp: "new.pdf" } }] }, false],
    [{ input: "a.pdf", text: "new", fields: { name: "" } }, true],
    [{ input: "a.pdf", output_folder: "parts" }, true],
  ])("%j is free: %s", async (input, free) => {
    const use = inUse();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    use.add(use.of({ input: "a.pdf", output: "new.pdf" }), ended);
    use.add(use.of({ input: "a.pdf", output_folder: "parts" }), ended);
    expect(await isFree(use, input)).toBe(free);
    end();
    expect(await isFree(use, input)).toBe(true);
  });
});
