/** How to start this program again, in the form in which it is running, and with which environment. */
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { variable } from "../environment.ts";
import { runtime } from "../runtime.ts";

/**
 * Permissions of a child under Deno: it reads and writes files and starts converters, but never opens a connection, whatever
 * its parent may do. `--cached-only` prevents the start from requesting packages.
 */
const denoFlags = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-lock",
  "--cached-only",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys",
  "--allow-run",
];

/** The id of this process. */
export const ownPid: number = process.pid;

/** The program's entry: a file, or for Deno an address in its cache. */
function mainModule(): string {
  const main = new URL(import.meta.url.endsWith(".ts") ? "../../main.ts" : "./main.js", import.meta.url);
  return main.protocol === "file:" ? fileURLToPath(main) : main.href;
}

/** The reason why this program can't be started again, if it was bundled into another one; otherwise undefined. */
export function selfComplaint(): string | undefined {
  const advice = "keep pdfd out of the bundle (external), so that it stays in node_modules as installed";
  if (runtime.compiled) return `engine processes cannot be started from inside an executable; ${advice}`;
  const main = mainModule();
  if (import.meta.url.startsWith("file:") && !existsSync(main))
    return `engine processes are started from ${main}, which does not exist; ${advice}`;
  return undefined;
}

export interface SelfOptions {
  /** Whether the child loads native modules. */
  readonly native?: boolean;
}

/** The command line that starts this program with other arguments: executable, source under Bun or Deno, or a bundle. */
export function selfCommand(
  args: readonly string[],
  { native = false }: SelfOptions = {},
): readonly string[] {
  if (runtime.compiled) return [process.execPath, ...args];
  const main = mainModule();
  switch (runtime.name) {
    case "bun":
      return [process.execPath, "--no-env-file", main, ...args];
    case "deno":
      return [process.execPath, ...denoFlags, ...(native ? ["--allow-ffi"] : []), main, ...args];
    case "node":
      return [process.execPath, main, ...args];
  }
}

/** Variables a child needs to find programs, temporary folders and caches. Never a secret or a proxy (docs/decisions/0015). */
const inherited = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  "LC_ALL",
  "XDG_CACHE_HOME",
  "XDG_DATA_HOME",
  "PDFD_DATA_DIR",
  "DENO_DIR",
  // Windows
  "SystemRoot",
  "USERPROFILE",
  "LOCALAPPDATA",
  "ProgramFiles",
  "TEMP",
  "TMP",
] as const;

/**
 * Bun's last compilers, for WebAssembly and for JavaScript, start once code has run often enough. Children wait forty and five times
 * longer: on short documents compiling takes more than it gains, and it costs long ones nothing. Reading 99 files takes a sixth less,
 * drawing 10 pages a quarter, recognizing 3 pages a twelfth; drawing 762 pages and recognizing 12 the same.
 */
export const patientCompilers = {
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: "2000000",
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "500000",
};

/** A child process's environment, with these additional variables. `PDFD_ENGINE` marks it, to distinguish a child from a start by hand. */
export function childEnvironment(added: readonly string[] = []): Record<string, string> {
  const environment: Record<string, string> = { PDFD_ENGINE: "1", ...patientCompilers };
  for (const name of [...inherited, ...added]) {
    const value = variable(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
