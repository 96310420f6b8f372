/** Runs commands as processes, in every form of the program. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { bareEnvironment, executable, node, type Target } from "../contract/target.ts";

/**
 * The forms that differ in how they run. From source on Bun, the program is what the executable contains; the contract tests what
 * Deno does its own way.
 */
export const forms: readonly Target[] = [executable, node];

export interface Ran {
  /** As shells report it: 128 and its number if a signal ended the process. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** Called once the process has started. */
  readonly started?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs a command to completion, for at most 60 seconds. */
export function run(target: Target, args: readonly string[], options: RunOptions): Promise<Ran> {
  const [program = "", ...before] = target.command ?? [];
  const child = spawn(program, [...before, ...args], {
    cwd: options.cwd,
    env: { ...bareEnvironment, ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: 60_000,
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    out += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    err += part;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  options.started?.(child);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code, signal) =>
      done({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), out, err }),
    );
  });
}
