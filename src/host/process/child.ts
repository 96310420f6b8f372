/** A child process that communicates over its standard streams and ends on request, along with everything it started. */
import { type ChildProcess, spawn } from "node:child_process";
import { parse } from "node:path";
import process from "node:process";
import { codeOf } from "../../core/problem.ts";
import { runtime } from "../runtime.ts";
import { withoutCoreFile } from "./core-dumps.ts";
import { type Keeper, startKeeper } from "./keeper.ts";
import { killGroup } from "./process-group.ts";
import { childEnvironment, type SelfOptions, selfCommand } from "./self.ts";

export interface ChildExit {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** Name of the signal that ended it. `"ENOENT"` and the like if it couldn't be started. */
  readonly signal: string | null;
}

export interface Child {
  /** 0 if it couldn't be started. */
  readonly pid: number;
  /** Writes text to its standard input; undeliverable text is dropped, since the exit is reported. */
  write(text: string): void;
  /** Signals the end of its input. */
  closeInput(): void;
  /** Ends it and everything it started, at once. */
  kill(): void;
  /** Suspends it until `resume`, keeping its memory; false if the system can't do that. */
  pause(): boolean;
  resume(): void;
  /** Its standard output, in pieces. */
  onOutput(listener: (piece: Uint8Array) => void): void;
  /** Its standard error, in pieces. It is read even without a listener, so that it never blocks on a full pipe. */
  onError(listener: (piece: Uint8Array) => void): void;
  /** Resolves once it has ended and its output has been read. Never rejects. */
  readonly exited: Promise<ChildExit>;
}

/** How long output may arrive after the exit: something it started may still hold the streams open. */
const lateOutputMs = 200;

/** Starts this program again with other arguments (a hidden command). */
export function spawnSelf(args: readonly string[], options?: SelfOptions): Child {
  return spawnChild(withoutCoreFile(selfCommand(args, options)));
}

/**
 * Starts a command in its own process group: Ctrl+C in the terminal doesn't reach it, and killing the group ends any
 * converters it started. Its current folder is the root, so that nothing is loaded from the user's.
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
  const exited = exitOf(child, pid);
  let ended = false;
  let paused = false;
  // Once it has been paused: its own guard is suspended with it.
  let keeper: Keeper | undefined;
  exited.then(() => {
    ended = true;
    keeper?.dismiss();
  });
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on("error", ignoreBrokenPipe);
  child.stderr.resume();

  return {
    pid,
    write(text) {
      if (!ended && child.stdin.writable) child.stdin.write(text);
    },
    closeInput: () => void child.stdin.end(),
    kill() {
      if (ended || pid === 0) return;
      endGroup(pid);
      child.kill("SIGKILL");
    },
    pause() {
      if (ended || pid === 0 || runtime.windows) return false;
      if (!keeper?.works()) keeper = startKeeper(pid);
      if (keeper && signalled(pid, "SIGSTOP")) paused = true;
      return paused;
    },
    resume() {
      if (!paused || ended) return;
      paused = false;
      signalled(pid, "SIGCONT");
    },
    onOutput: (listener) => void child.stdout.on("data", listener),
    onError: (listener) => void child.stderr.on("data", listener),
    exited,
  };
}

function exitOf(child: ChildProcess, pid: number): Promise<ChildExit> {
  return new Promise((resolve) => {
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
}

/** The child may end at any moment; its exit is reported, and a late write may fail. */
function ignoreBrokenPipe(): void {}

/** Whether the signal was delivered to the child's group. */
function signalled(pid: number, signal: "SIGSTOP" | "SIGCONT"): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Also ends processes that the child started. Windows has no groups; there, only the child is ended. */
function endGroup(pid: number): void {
  if (!runtime.windows) killGroup(pid);
}
