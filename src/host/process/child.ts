/** A child process that talks over its standard streams and ends on request, with everything it started. */
import { spawn } from "node:child_process";
import { parse } from "node:path";
import process from "node:process";
import { codeOf } from "../../core/problem.ts";
import { runtime } from "../runtime.ts";
import { withoutCoreFile } from "./core-dumps.ts";
import { type Keeper, startKeeper } from "./keeper.ts";
import { killGroup } from "./process-group.ts";
import { childEnvironment, type SelfOptions, selfCommand } from "./self.ts";

export interface ChildExit {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** Name of the signal that ended it. `"ENOENT"` and the like when it could not be started at all. */
  readonly signal: string | null;
}

export interface Child {
  /** 0 when it could not be started. */
  readonly pid: number;
  /** Sends text to its standard input; what cannot be delivered any more is dropped, as the exit is reported. */
  write(text: string): void;
  /** Tells it that nothing more will come. */
  closeInput(): void;
  /** Ends it and what it started, at once. */
  kill(): void;
  /** It stands still, memory and all, until `resume`; false where the system cannot do that. */
  pause(): boolean;
  resume(): void;
  /** Its standard output, in pieces. */
  onOutput(listener: (piece: Uint8Array) => void): void;
  /** Its standard error, in pieces. Without a listener it is still read, so that it never blocks on a full pipe. */
  onError(listener: (piece: Uint8Array) => void): void;
  /** Resolves once it has ended and its output was read. Never rejects. */
  readonly exited: Promise<ChildExit>;
}

/** How long output may lag behind the exit: something it started may still hold the streams. */
const lateOutputMs = 200;

/** Starts this program once more with other arguments (a hidden command). */
export function spawnSelf(args: readonly string[], options?: SelfOptions): Child {
  return spawnChild(withoutCoreFile(selfCommand(args, options)));
}

/**
 * Starts a command in a process group of its own: a Ctrl+C at the terminal does not reach it, and ending the group
 * ends the converters it may have started. Its current folder is the root: nothing may be loaded from the user's.
 */
export function spawnChild(command: readonly string[]): Child {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: parse(process.execPath).root,
    env: childEnvironment(),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    windowsHide: true,
  });
  const pid = child.pid ?? 0;
  const exited = new Promise<ChildExit>((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: codeOf(error) ?? "error" });
    });
    child.once("exit", (code, signal) => {
      endGroup(pid);
      const late = setTimeout(() => resolve({ code, signal }), lateOutputMs);
      child.once("close", () => {
        clearTimeout(late);
        resolve({ code, signal });
      });
    });
  });
  let ended = false;
  living++;
  exited.then(() => {
    ended = true;
    if (paused.delete(pid)) keepPaused([...paused]);
    living--;
    if (living === 0) dismissKeeper();
  });
  child.stdin.on("error", ignoreBrokenPipe);
  child.stdout.on("error", ignoreBrokenPipe);
  child.stderr.on("error", ignoreBrokenPipe);
  child.stderr.resume();
  return {
    pid,
    write(text) {
      if (!ended && child.stdin.writable) child.stdin.write(text);
    },
    closeInput: () => void child.stdin.end(),
    kill() {
      if (ended || pid === 0) return;
      paused.delete(pid);
      endGroup(pid);
      child.kill("SIGKILL");
    },
    pause() {
      if (ended || pid === 0 || !keepPaused([...paused, pid])) return false;
      if (signalled(pid, "SIGSTOP")) paused.add(pid);
      return paused.has(pid);
    },
    resume() {
      if (!paused.delete(pid) || ended) return;
      signalled(pid, "SIGCONT");
      keepPaused([...paused]);
    },
    onOutput: (listener) => void child.stdout.on("data", listener),
    onError: (listener) => void child.stderr.on("data", listener),
    exited,
  };
}

/** The child may end at any moment; its exit is reported, and a write that comes too late may fail. */
function ignoreBrokenPipe(): void {}

/** Children that have not ended. */
let living = 0;
/** Those that stand still. */
const paused = new Set<number>();

/** Ends them when this process dies; their own guards stand still with them. */
let keeper: Keeper | undefined;

/** Has these kept, which stand still now; false: there is nobody to keep them. */
function keepPaused(pids: readonly number[]): boolean {
  if (runtime.windows) return false;
  if (!keeper?.works()) keeper = startKeeper();
  keeper?.keep(pids.map((pid) => -pid));
  return keeper !== undefined;
}

/** With the last child goes its keeper. */
function dismissKeeper(): void {
  keeper?.dismiss();
  keeper = undefined;
}

/** Whether the child's group was given the signal. */
function signalled(pid: number, signal: "SIGSTOP" | "SIGCONT"): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Ends what the child started too. Windows has no groups, and there the child is ended alone. */
function endGroup(pid: number): void {
  if (!runtime.windows) killGroup(pid);
}
