/** What ends other processes when this one dies by means that it cannot see coming. */
import * as own from "node:process";
import { runtime } from "../runtime.ts";

/** Reads lines, each the processes to end; when nobody can write any more, it ends those of the last line. */
const script = 'while read -r line; do last=$line; done; [ -z "$last" ] || kill -9 $last';

export interface Keeper {
  /** Whether it is still there. */
  works(): boolean;
  /** The processes that it ends from now on instead of those before; less than 0: a process group. */
  keep(pids: readonly number[]): void;
  /** It ends nothing, and goes. Resolves when it is gone. */
  dismiss(): Promise<void>;
}

/** In a process group of its own: a Ctrl+C is not meant for it. */
const settings = { cwd: "/", env: {}, detached: true };

/** A shell that does it; undefined where none can be started. Until it is dismissed this process does not wait for it. */
export function startKeeper(): Keeper | undefined {
  try {
    return runtime.name === "bun" ? startByBun() : startByNode();
  } catch {
    return undefined;
  }
}

/** Bun's own way takes a third of the processor time of node:child_process, and every command pays for it. */
function startByBun(): Keeper {
  const shell = Bun.spawn(["/bin/sh", "-c", script], { ...settings, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  const write = (text: string) => {
    shell.stdin.write(text);
    shell.stdin.flush();
  };
  return {
    works: () => shell.exitCode === null && shell.signalCode === null,
    keep: (pids) => write(`${pids.join(" ")}\n`),
    async dismiss() {
      shell.ref();
      write("\n");
      shell.stdin.end();
      await shell.exited;
    },
  };
}

function startByNode(): Keeper | undefined {
  const { spawn } = own.getBuiltinModule("node:child_process");
  const shell = spawn("/bin/sh", ["-c", script], { ...settings, stdio: ["pipe", "ignore", "ignore"] });
  if (shell.pid === undefined) return undefined;
  const ended = new Promise<void>((done) => {
    shell.once("exit", () => done());
    shell.once("error", () => done());
  });
  // Its end tells, a write that comes too late is no news.
  shell.stdin.on("error", () => {});
  shell.unref();
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return {
    works: () => shell.exitCode === null && shell.signalCode === null,
    keep: (pids) => void shell.stdin.write(`${pids.join(" ")}\n`),
    dismiss() {
      shell.ref();
      shell.stdin.end("\n");
      return ended;
    },
  };
}
