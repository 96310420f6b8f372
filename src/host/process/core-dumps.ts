/**
 * No core files: they would hold documents and passwords. Windows writes none by itself. Deno would ask its user for more
 * permissions, so there its user decides about them when starting it.
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { runtime } from "../runtime.ts";

/** On Linux, memory of this process, and of those that it starts, is in no core file. Registers may still be. */
export function keepMemoryOutOfDumps(): void {
  if (process.platform !== "linux" || runtime.name === "deno") return;
  try {
    writeFileSync("/proc/self/coredump_filter", "0");
  } catch {
    // A kernel that has no such file.
  }
}

/** The same for this process, which has begun already: where there is the tool for it, which is part of most Linux systems. */
export async function forbidOwnCoreFile(): Promise<void> {
  if (process.platform !== "linux" || runtime.name === "deno") return;
  const { spawn } = await import("node:child_process");
  spawn("/usr/bin/prlimit", ["--core=0:0", `--pid=${process.pid}`], { stdio: "ignore", env: {} })
    .on("error", () => {})
    .unref();
}

/**
 * A command whose process writes no core file: a shell forbids them and becomes the program, so that the process is the same. It
 * also keeps memory of this process, whose environment may hold a password, out of core files (Linux).
 */
export function withoutCoreFile(command: readonly string[]): readonly string[] {
  if (runtime.windows || runtime.name === "deno") return command;
  return [
    "/bin/sh",
    "-c",
    'ulimit -c 0; echo 0 2>/dev/null >/proc/$PPID/coredump_filter; exec "$@"',
    "sh",
    ...command,
  ];
}
