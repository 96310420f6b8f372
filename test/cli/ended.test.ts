/**
 * Signals, the deadline and the memory limit end a command no matter what its document does. Here the reading thread
 * waits for input that never arrives, or the process is stopped (SIGSTOP) while its temporary file exists.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notesOf } from "../../src/files/temporary/temp-registry.ts";
import { bareEnvironment, bun, createFolders, deno, type Folders, type Target } from "../contract/target.ts";
import { alive, childrenOf, holdsOpen, linux, standsStill, until } from "../support/processes.ts";
import { forms } from "./run.ts";

/** A command that waits for a password that never arrives. */
const waiting = ["protect", "ok.pdf", "-o", "protected.pdf", "--password-file", "../never"];

let folders: Folders;
let never: number;
const large = ["1.pdf", "2.pdf", "3.pdf", "4.pdf"];

beforeAll(() => {
  folders = createFolders();
  for (const name of large) writeLargePdf(join(folders.allowed, name));
  const fifo = join(folders.root, "never");
  spawnSync("mkfifo", [fifo]);
  // Opened for reading and writing, so that opening doesn't block and the FIFO never reaches its end.
  never = openSync(fifo, "r+");
});

afterAll(() => {
  closeSync(never);
  rmSync(folders.root, { recursive: true, force: true });
});

/** The outcome of a command that was ended, and how long that took, in milliseconds. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves when the process has exited; time is measured from `since`. */
  ended(since: number): Promise<Ended>;
}

function start(command: readonly string[]): Started {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folders.allowed,
    env: { ...bareEnvironment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    out += part;
  });
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    err += part;
  });
  const closed = new Promise<Pick<Ended, "code" | "signal">>((done) =>
    child.once("close", (code, signal) => done({ code, signal })),
  );
  return {
    child,
    pid: child.pid ?? -1,
    async ended(since) {
      const end = await closed;
      return { ...end, out, err, ms: performance.now() - since };
    },
  };
}

/** One page and an image of 20 MB in a sparse file, which takes no disk space. */
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

/** A merge that is stopped while its temporary file exists. */
async function startHeld({ command = [] }: Target): Promise<Started> {
  for (let tries = 0; tries < 10; tries++) {
    const started = start([...command, "merge", ...large, "-o", "held.pdf", "--json"]);
    const writes = await until("the command writes or has ended", () => {
      if (started.child.exitCode !== null) return "ended";
      return temps().length > 0 && "writes";
    });
    if (writes === "writes" && stop(started.pid)) {
      await until(
        "the process is stopped",
        () => started.child.exitCode !== null || standsStill(started.pid),
      );
      if (temps().length > 0) return started;
    }
    // The command finished before it could be stopped, so its output is complete.
    await letEnd(started);
  }
  throw new Error("no call could be stopped while it wrote");
}

async function letEnd(started: Started): Promise<void> {
  resume(started.pid);
  await started.ended(0);
  rmSync(join(folders.allowed, "held.pdf"), { force: true });
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
    // The process has exited.
  }
}

/** The memory that a core dump of the process would include, as the bits of core(5). */
function coreFilterOf(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, "utf8"), 16);
}

function expectNothingLeft({ pid }: Started): void {
  expect(alive(pid)).toBe(false);
  expect(temps()).toEqual([]);
  expect(notesOf(pid)).toEqual([]);
  expect(readdirSync(folders.allowed)).not.toContain("held.pdf");
}

/** How a command ends if its thread is blocked in a system call: Node can't exit then, and is killed by a signal. */
function endedBy({ name }: Target, code: number, signal: NodeJS.Signals): Pick<Ended, "code" | "signal"> {
  return name === "node" ? { code: null, signal } : { code, signal: null };
}

describe.skipIf(!linux).each([...forms, deno])("a command, $name", (target) => {
  const signals = ["SIGINT", "SIGTERM"] as const;

  it.each(signals)("is ended by %s while its document sends nothing", async (signal) => {
    const started = start([...(target.command ?? []), ...waiting]);
    await until("the command waits for its password", () => holdsOpen(started.pid, "never"));
    expect(childrenOf(started.pid)).toEqual([]);
    if (target.name !== "deno") expect(coreFilterOf(started.pid)).toBe(0);
    const since = performance.now();
    started.child.kill(signal);
    const { ms, ...rest } = await started.ended(since);
    expect(rest).toEqual({ ...endedBy(target, 130, "SIGINT"), out: "", err: "" });
    // At once, not at a time limit.
    expect(ms).toBeLessThan(10_000);
    expectNothingLeft(started);
  });

  it.each(signals)("leaves a complete result or none after %s during writing", async (signal) => {
    for (let tries = 0; tries < 10; tries++) {
      const started = await startHeld(target);
      started.child.kill(signal);
      resume(started.pid);
      const { code, err } = await started.ended(0);
      expect(err).toBe("");
      if (code === 130) {
        expectNothingLeft(started);
        return;
      }
      // It was already renaming the file.
      expect(code).toBe(0);
      expect(temps()).toEqual([]);
      rmSync(join(folders.allowed, "held.pdf"));
    }
    throw new Error("no call was ended while it wrote");
  });

  it("leaves a temporary file when killed, which the next command removes", async () => {
    const started = await startHeld(target);
    started.child.kill("SIGKILL");
    await started.ended(0);
    expect(temps()).not.toEqual([]);
    const next = start([...(target.command ?? []), "info", "ok.pdf", "--quiet"]);
    expect((await next.ended(0)).code).toBe(0);
    expectNothingLeft(started);
  });

  it("ends at its deadline with a problem", async () => {
    const { command = [] } = target;
    const started = start([...command, ...waiting, "--deadline", "0.5", "--json"]);
    const { code, signal, out, err } = await started.ended(0);
    // On a busy computer the deadline can pass before the input is opened; Node ends by itself then.
    expect([endedBy(target, 5, "SIGKILL"), { code: 5, signal: null }]).toContainEqual({ code, signal });
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({ status: 422, code: "operation_failed" });
    expect(JSON.parse(out).detail).toContain("time limit of 0.5 seconds");
  });
});

it.skipIf(!linux)("a command ends at its memory limit with a problem", async () => {
  const script = resolve(import.meta.dirname, "limited.ts");
  const before = (bun.command ?? []).slice(0, -1);
  const started = start([...before, script, ...waiting]);
  const { code, out, err } = await started.ended(0);
  expect({ code, out }).toEqual({ code: 5, out: "" });
  expect(err).toMatch(/^pdfd: stopped at the memory limit of 1 MB for one call; .*\n$/);
});
