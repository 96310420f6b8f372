/** Children that write no core file. Apart from core-dumps.ts, since every command starts one. */
import { runtime } from "../runtime.ts";

/**
 * A command without core files: a shell forbids them and becomes the program, so that the process is the same.
 */
export function withoutCoreFile(command: readonly string[]): readonly string[] {
  if (runtime.windows || runtime.name === "deno") return command;
  return ["/bin/sh", "-c", 'ulimit -c 0; exec "$@"', "sh", ...command];
}
