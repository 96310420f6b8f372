/** What ends other processes when this one dies by means that it cannot see coming. */
import { spawn } from "node:child_process";

/** Reads lines, each the processes to end; when nobody can write any more, it ends those of the last line. */
const script = 'while read -r line; do last=$line; done; [ -z "$last" ] || kill -9 $last';

export interface Keeper {
  /** Whether it is still there. */
  works(): boolean;
  /** The processes that it ends from now on instead of those before; less than 0: a process group. */
  keep(pids: readonly number[]): void;
  /** It ends nothing, and goes. */
  dismiss(): void;
}

/**
 * A shell that does it, in a process group of its own: a Ctrl+C is not meant for it. Undefined where none can be started. This
 * process does not wait for it.
 */
export function startKeeper(): Keeper | undefined {
  try {
    const shell = spawn("/bin/sh", ["-c", script], {
      cwd: "/",
      env: {},
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // Its end tells, a write that comes too late is no news.
    shell.on("error", () => {});
    if (shell.pid === undefined) return undefined;
    shell.stdin.on("error", () => {});
    shell.unref();
    if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
    return {
      works: () => shell.exitCode === null && shell.signalCode === null,
      keep: (pids) => void shell.stdin.write(`${pids.join(" ")}\n`),
      dismiss: () => void shell.stdin.end("\n"),
    };
  } catch {
    return undefined;
  }
}
