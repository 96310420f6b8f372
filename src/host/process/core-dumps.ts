/**
 * Disables core files, which would contain documents and passwords. Windows writes none by itself. Deno would need more
 * permissions, so there the user decides when starting it.
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { runtime } from "../runtime.ts";

/** On Linux, keeps the memory of this process and its children out of core files. Registers may still be in them. */
export function keepMemoryOutOfDumps(): void {
  if (process.platform !== "linux" || runtime.name === "deno") return;
  try {
    writeFileSync("/proc/self/coredump_filter", "0");
  } catch {
    // This kernel has no such file.
  }
}

/** The same for this running process, if the tool for it is installed, as on most Linux systems. */
export async function forbidOwnCoreFile(): Promise<void> {
  if (process.platform !== "linux" || runtime.name === "deno") return;
  const { spawn } = await import("node:child_process");
  spawn("/usr/bin/prlimit", ["--core=0:0", `--pid=${process.pid}`], { stdio: "ignore", env: {} })
    .on("error", () => {})
    .unref();
}

/**
 * Wraps a command so that its process writes no core file: a shell disables them and then becomes the program, so that the
 * process is the same. On Linux, it also keeps this process's memory, whose environment may hold a password, out of core
 * files.
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
