/**
 * This program once more, on the streams of this process and in its process group: what is typed or piped reaches it, what
 * it prints is seen, and a Ctrl+C at the terminal reaches both.
 */
import process from "node:process";
import { runtime } from "../runtime.ts";
import type { ChildExit } from "./child.ts";
import { childEnvironment, type SelfOptions, selfCommand } from "./self.ts";
import { withoutCoreFile } from "./without-core-file.ts";

export interface Attached {
  readonly pid: number;
  readonly exited: Promise<ChildExit>;
  /** Ends it at once. */
  kill(): void;
}

/** Starts it. Throws the system's error where it cannot be started. */
export async function startAttached(args: readonly string[], options?: SelfOptions): Promise<Attached> {
  const [program = "", ...rest] = withoutCoreFile(selfCommand(args, options));
  // Bun's own way takes a third of the processor time of node:child_process, and every command pays for it.
  if (runtime.name === "bun") {
    const child = Bun.spawn([program, ...rest], {
      stdio: ["inherit", "inherit", "inherit"],
      ...ownEnvironment(),
    });
    return {
      pid: child.pid,
      exited: child.exited.then(() => ({ code: child.exitCode, signal: nameOf(child.signalCode) })),
      kill: () => child.kill("SIGKILL"),
    };
  }
  const { spawn } = await import("node:child_process");
  const child = spawn(program, rest, { stdio: "inherit", ...ownEnvironment() });
  const exited = new Promise<ChildExit>((done) =>
    child.once("exit", (code, signal) => done({ code, signal })),
  );
  await new Promise<void>((done, fail) => {
    child.once("spawn", done);
    child.once("error", fail);
  });
  return { pid: child.pid ?? 0, exited, kill: () => void child.kill("SIGKILL") };
}

/** It makes Bun's executables a general Bun, which would take the arguments for a script and run it. */
const generalBun = "BUN_BE_BUN";

/** The variables by which a user sets up a call. */
const userVariables = [
  "PDFD_PASSWORD",
  "PDFD_SOFFICE",
  "PDFD_OCR_ENDPOINT",
  "PDFD_OCR_ENDPOINT_MODEL_0_8B",
  "PDFD_OCR_ENDPOINT_MODEL_4B",
  "PDFD_OCR_PAGE_DEADLINE",
  "PDFD_OCR_IDLE",
];

/** This process's environment without what no child may have; under Deno, what of it may be asked for. */
function ownEnvironment(): { env?: Record<string, string | undefined> } {
  if (runtime.name === "deno") return { env: childEnvironment(userVariables) };
  if (process.env[generalBun] === undefined) return {};
  const { [generalBun]: _, ...env } = process.env;
  return { env };
}

/** Bun gives a number for a signal that it has no name for. */
function nameOf(signal: string | number | null): string | null {
  return typeof signal === "number" ? `${signal}` : signal;
}
