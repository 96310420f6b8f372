/**
 * Runs before the tests: in CI, checks for the native programs that judge results; everywhere, builds every form of the
 * program and, beside that, checks formatting and types.
 */
import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { hasTool, inCi, type NativeTool, packages } from "./support/tools.ts";

const checkout = resolve(import.meta.dirname, "..");

function run(command: string, args: readonly string[]): void {
  console.log(`$ ${command} ${args.join(" ")}`);
  const { status, error } = spawnSync(command, args, { cwd: checkout, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? `exit code ${status}`}`);
}

function installMissing(): void {
  // The keys of a constant match its type.
  const tools = Object.keys(packages) as NativeTool[];
  const missing = new Set(tools.flatMap((tool) => (hasTool(tool) ? [] : packages[tool].split(" "))));
  if (missing.size === 0) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo"];
  const aptGet = (...args: string[]) => {
    const [command = "", ...rest] = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
    run(command, rest);
  };
  aptGet("update", "-qq");
  aptGet("install", "-y", "-qq", "--no-install-recommends", ...missing);
}

/** Most of a build waits for its slowest part, and most of the checks run on one core. */
async function runAtOnce(commands: readonly (readonly [string, ...string[]])[]): Promise<void> {
  const codes = commands.map(
    ([command, ...args]) =>
      new Promise<number | null>((done, fail) => {
        console.log(`$ ${command} ${args.join(" ")}`);
        spawn(command, args, { cwd: checkout, stdio: "inherit" }).on("error", fail).on("exit", done);
      }),
  );
  const failed = (await Promise.all(codes)).findIndex((code) => code !== 0);
  if (failed >= 0) throw new Error(`${commands[failed]?.join(" ")} failed`);
}

if (inCi) installMissing();
await runAtOnce([
  [process.execPath, "build.ts", "--jsr"],
  [process.execPath, "run", "lint"],
]);
