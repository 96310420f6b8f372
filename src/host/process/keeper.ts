/** Ends another process group when this process dies, even by means it can't see coming. */
import { spawn } from "node:child_process";

/** Waits until its input closes, then ends the group that its argument names. */
const script = 'read -r _; kill -9 "-$1"';

export interface Keeper {
  /** Whether it is still running. */
  works(): boolean;
  /** Leaves the group alone from now on. */
  dismiss(): void;
}

/**
 * Starts a shell as keeper of a process group; it watches from the moment this returns, since nothing is sent to it. It has its
 * own process group so that Ctrl+C doesn't reach it. Undefined if it can't be started. This process doesn't wait for it.
 */
export function startKeeper(group: number): Keeper | undefined {
  try {
    const shell = spawn("/bin/sh", ["-c", script, "keeper", String(group)], {
      cwd: "/",
      env: {},
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // Its exit is reported, so an error of its input can be ignored.
    shell.on("error", () => {});
    if (shell.pid === undefined) return undefined;
    shell.stdin.on("error", () => {});
    shell.unref();
    if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
    return {
      works: () => shell.exitCode === null && shell.signalCode === null,
      dismiss: () => void shell.kill("SIGKILL"),
    };
  } catch {
    return undefined;
  }
}
