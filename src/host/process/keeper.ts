/** Ends other processes when this one dies, even by means it can't see coming. */
import { spawn } from "node:child_process";

/** Reads lines, each a list of processes to end; when its input closes, it ends those in the last line. */
const script = 'while read -r line; do last=$line; done; [ -z "$last" ] || kill -9 $last';

export interface Keeper {
  /** Whether it is still running. */
  works(): boolean;
  /** Replaces the list of processes to end; negative numbers are process groups. */
  keep(pids: readonly number[]): void;
  /** Exits without ending anything. */
  dismiss(): void;
}

/**
 * Starts a shell as keeper, in its own process group so that Ctrl+C doesn't reach it. Undefined if it can't be started. This
 * process doesn't wait for it.
 */
export function startKeeper(): Keeper | undefined {
  try {
    const shell = spawn("/bin/sh", ["-c", script], {
      cwd: "/",
      env: {},
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // Its exit is reported, so a failed late write can be ignored.
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
