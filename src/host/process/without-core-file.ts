/** Children that write no core file. Apart from core-dumps.ts, since every command starts one. */
import { runtime } from "../runtime.ts";

/**
 * A command without core files: a shell forbids them and becomes the program, so that the process is the same. It also keeps
 * memory of this process, whose environment may hold a password, out of core files (Linux): node:fs, which could do it here,
 * takes longer to load than the shell to run.
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
