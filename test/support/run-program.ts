/**
 * Runs a native program and waits for it, as `spawnSync` does, but starts it from a small process: starting it from this one,
 * which has hundreds of megabytes, copies its page tables and takes longer than most programs that judge a file.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ProgramRun {
  /** Null if it was ended by a signal or by the time limit, or couldn't be started. */
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

interface Runner {
  readonly requests: number;
  readonly answers: number;
}

let runner: Runner | undefined;

/** `limitMs` is its time limit in milliseconds. */
export function runProgram(program: string, args: readonly string[], limitMs = 60_000): ProgramRun {
  runner ??= startRunner();
  const request = Buffer.from(`${JSON.stringify([program, args, limitMs])}\n`);
  for (let rest = request; rest.length > 0; ) rest = rest.subarray(writeSync(runner.requests, rest));

  let head = "";
  while (!head.endsWith("\n")) head += readExactly(runner.answers, 1).toString("latin1");
  const { status, out, err }: { status: number | null; out: number; err: number } = JSON.parse(head);
  return { status, stdout: readExactly(runner.answers, out), stderr: readExactly(runner.answers, err) };
}

/** It ends with this process, which closes its input. */
function startRunner(): Runner {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-runner-"));
  const [requests, answers] = [join(folder, "requests"), join(folder, "answers")];
  spawnSync("mkfifo", [requests, answers]);
  const bun = join(import.meta.dirname, "../../node_modules/.bin/bun");
  const script = join(import.meta.dirname, "program-runner.ts");
  spawn(bun, [script, requests, answers], { stdio: ["ignore", "ignore", "inherit"] }).unref();
  const started = { requests: openSync(requests, "w"), answers: openSync(answers, "r") };
  rmSync(folder, { recursive: true });
  return started;
}

function readExactly(from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = readSync(from, bytes, at, length - at, null);
    if (count === 0) throw new Error("the process that runs programs has ended");
    at += count;
  }
  return bytes;
}
