/** What ends a child when this process dies by means that it cannot see coming. */
import { spawn } from "node:child_process";

/** Waits on its input, which only this process holds open. A line says that the child is gone; the end, that this process is. */
const script = 'read -r _ || kill -9 "$1"';

/** A shell that ends the process `pid` when this one is gone. Disposing calls it off, and resolves when it has ended. */
export function startKeeper(pid: number): AsyncDisposable {
  const shell = spawn("/bin/sh", ["-c", script, "sh", String(pid)], {
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    // A Ctrl+C is not meant for it.
    detached: true,
  });
  const ended = new Promise<void>((done) => {
    shell.once("exit", () => done());
    // Nothing to wait for: the child is on its own, and looks itself before it publishes.
    shell.once("error", () => done());
  });
  shell.stdin.on("error", () => {});
  return {
    async [Symbol.asyncDispose]() {
      shell.stdin.end("\n");
      await ended;
    },
  };
}
