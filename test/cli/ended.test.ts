/**
 * Commands are ended from outside, whatever their document does: here the process that reads is stopped (SIGSTOP), or waits
 * for input that never comes, and so hears nothing.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notesOf } from "../../src/files/temporary/temp-registry.ts";
import { bareEnvironment, bun, createFolders, type Folders, type Target } from "../contract/target.ts";
import { alive, childrenOf, linux, until, visibleOf } from "../support/processes.ts";
import { forms } from "./run.ts";

/** A command that waits for its password. */
const waiting = ["protect", "ok.pdf", "-o", "protected.pdf", "--password-stdin"];

let folders: Folders;
let neverInput: number;
const large = ["1.pdf", "2.pdf", "3.pdf", "4.pdf"];

beforeAll(() => {
  folders = createFolders();
  for (const name of large) writeLargePdf(join(folders.allowed, name));
  const fifo = join(folders.root, "input");
  spawnSync("mkfifo", [fifo]);
  // For reading and writing: it waits for nobody, and nobody can close it.
  neverInput = openSync(fifo, "r+");
});

afterAll(() => {
  closeSync(neverInput);
  rmSync(folders.root, { recursive: true, force: true });
});

/** What a command that somebody ended did, and how long that took in milliseconds. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves when it has ended; the time counts from `since`. */
  ended(since: number): Promise<Ended>;
}

/**
 * Starts a command whose standard input stays open, also when it has ended: what it started could end because that closes, and
 * for no other reason.
 */
function start(command: readonly string[]): Started {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folders.allowed,
    env: { ...bareEnvironment },
    stdio: [neverInput, "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    out += part;
  });
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    err += part;
  });
  const closed = new Promise<number | null>((done) => child.once("close", done));
  return {
    child,
    pid: child.pid ?? -1,
    async ended(since) {
      const code = await closed;
      return { code, out, err, ms: performance.now() - since };
    },
  };
}

/** One page and an image of 20 MB, which is a hole of the file: it takes no room on the disk. */
function writeLargePdf(path: string): void {
  const imageBytes = 20_000_000;
  const head =
    "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n" +
    "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n" +
    "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>\nendobj\n" +
    `4 0 obj\n<</Length ${imageBytes}>>\nstream\n`;
  const offsets = [...head.matchAll(/^\d+ 0 obj/gm)].map((match) => match.index);
  const body = head.length + imageBytes;
  const end = "\nendstream\nendobj\n";
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const fd = openSync(path, "wx");
  writeSync(fd, head, 0);
  writeSync(
    fd,
    `${end}xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${body + end.length}\n%%EOF\n`,
    body,
  );
  closeSync(fd);
}

const temps = () => readdirSync(folders.allowed).filter((name) => name.startsWith(".pdfd-"));

/** A merge whose reading process is stopped while its temporary file lies there; its process id. */
async function startHeld({ command = [] }: Target): Promise<{ started: Started; reader: number }> {
  for (let tries = 0; tries < 10; tries++) {
    const output = `held-${tries}.pdf`;
    const started = start([...command, "merge", ...large, "-o", output, "--json"]);
    const found = await until("it writes or has ended", () => {
      if (started.child.exitCode !== null) return "ended";
      const name = temps()[0];
      return name !== undefined && Number(name.split("-")[2]);
    });
    if (found !== "ended" && stop(found) && temps().length > 0) return { started, reader: found };
    // It was quicker than this look: what it wrote is whole.
    if (found !== "ended") resume(found);
    await started.ended(0);
    rmSync(join(folders.allowed, output), { force: true });
  }
  throw new Error("no call could be stopped while it wrote");
}

function stop(pid: number): boolean {
  try {
    return process.kill(pid, "SIGSTOP");
  } catch {
    return false;
  }
}

function resume(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch {
    // It has ended.
  }
}

/** How large a core file of the process may be, and what memory would be in it. */
function coreFileOf(pid: number): { readonly limit: string | undefined; readonly memory: number } {
  const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
  return {
    limit: /^Max core file size +(\S+)/m.exec(limits)?.[1],
    memory: Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, "utf8"), 16),
  };
}

/** Processes that run a call for a command, whoever their parent is by now. */
function callsOf(command: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => visibleOf(pid).includes(`\0call\0${command}\0`));
}

async function expectNothingLeft(reader: number): Promise<void> {
  expect(alive(reader)).toBe(false);
  expect(temps()).toEqual([]);
  expect(notesOf(reader)).toEqual([]);
  expect(readdirSync(folders.allowed).filter((name) => name.startsWith("held-"))).toEqual([]);
}

describe.skipIf(!linux).each(forms)("a command that hears nothing, $name", (target) => {
  it.each(["SIGINT", "SIGTERM"] as const)("%s ends it within a second", { retry: 2 }, async (signal) => {
    const { started, reader } = await startHeld(target);
    expect(reader).not.toBe(started.pid);
    if (target.name !== "deno") {
      expect(coreFileOf(reader)).toEqual({ limit: "0", memory: 0 });
      expect(coreFileOf(started.pid).memory).toBe(0);
    }
    const since = performance.now();
    started.child.kill(signal);
    const { ms, ...rest } = await started.ended(since);
    expect(rest).toEqual({ code: 130, out: "", err: "" });
    expect(ms).toBeLessThan(1000);
    await expectNothingLeft(reader);
  });

  // A call on Deno may not ask whether a process lives; there the next server removes it.
  it.skipIf(target.name === "deno")(
    "leaves nothing for long when all of it is killed: the next command removes what it left",
    async () => {
      const { started, reader } = await startHeld(target);
      started.child.kill("SIGKILL");
      process.kill(reader, "SIGKILL");
      await started.ended(0);
      await until("the reader is gone", () => !alive(reader));
      expect(temps()).not.toEqual([]);
      const next = start([...(target.command ?? []), "info", "ok.pdf", "--quiet"]);
      expect((await next.ended(0)).code).toBe(0);
      await expectNothingLeft(reader);
    },
  );

  it("ends with the process that its user started", async () => {
    const { command = [] } = target;
    const started = start([...command, ...waiting]);
    // Deno's own thread keeps it; elsewhere a second child of the command does, which comes a moment later.
    const children = await until("it is kept", () => {
      const all = childrenOf(started.pid);
      return all.length > (target.name === "deno" ? 0 : 1) && all;
    });
    started.child.kill("SIGKILL");
    await until("all of it is gone", () => !children.some(alive));
  });

  it("ends with it however soon that is killed", async () => {
    const { command = [] } = target;
    for (const looks of [0, 0, 1, 2, 4]) {
      const started = start([...command, ...waiting]);
      let left = looks;
      const children = await until("it has a child", () => {
        const all = childrenOf(started.pid);
        return all.length > 0 && left-- <= 0 && all;
      });
      started.child.kill("SIGKILL");
      await until("all of it is gone", () => ![...children, ...callsOf(started.pid)].some(alive), 5000);
    }
  });

  it("ends at its deadline, with a problem", async () => {
    const { command = [] } = target;
    const started = start([...command, ...waiting, "--deadline", "0.5", "--json"]);
    const { code, out, err } = await started.ended(0);
    expect({ code, err }).toEqual({ code: 5, err: "" });
    expect(JSON.parse(out)).toMatchObject({ status: 422, code: "operation_failed" });
    expect(JSON.parse(out).detail).toContain("time limit of 0.5 seconds");
  });
});

it.skipIf(!linux)("a command ends at its memory limit, with a problem", async () => {
  const script = resolve(import.meta.dirname, "limited.ts");
  const before = (bun.command ?? []).slice(0, -1);
  const started = start([...before, script, ...waiting]);
  const { code, out, err } = await started.ended(0);
  expect({ code, out }).toEqual({ code: 5, out: "" });
  expect(err).toMatch(/^pdfd: stopped at the memory limit of 1 MB for one call; .*\n$/);
});
