/** An engine stuck in a loop ends with its parent, and at its memory limit, under every runtime (docs/decisions/0002). */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnChild } from "../../src/host/process/child.ts";
import { memorySignal } from "../../src/host/process/watchdog.ts";
import { alive, linux, until } from "../support/processes.ts";

const checkout = resolve(import.meta.dirname, "../..");
const bin = (name: string) => join(checkout, "node_modules/.bin", name);
const folder = mkdtempSync(join(tmpdir(), "pdfd-guard-"));
const source = join(import.meta.dirname, "guarded.ts");
const left: ChildProcess[] = [];

const forms: Record<string, readonly string[]> = {
  Bun: [bin("bun"), source],
  Deno: [bin("deno"), "run", "-A", "--quiet", source],
  Node: ["node", join(folder, "guarded.mjs")],
  executable: [join(folder, "guarded")],
};

beforeAll(() => {
  const build = (...args: string[]) =>
    execFileSync(bin("bun"), ["build", source, ...args], { cwd: checkout, stdio: "pipe" });
  build("--target", "node", "--format", "esm", "--outfile", join(folder, "guarded.mjs"));
  build("--compile", "--minify", "--bytecode", "--format=esm", "--outfile", join(folder, "guarded"));
});

afterAll(() => {
  for (const child of left) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** The first line that a process prints. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    child.once("exit", (code, signal) => fail(new Error(`ended with ${code ?? signal}`)));
    child.stdout?.once("data", (piece: Uint8Array) => done(Buffer.from(piece).toString().trim()));
  });
}

describe.skipIf(!linux).each(Object.entries(forms))("a stuck process on %s", (_, command) => {
  it("ignores stop signals while its parent lives, and dies within 2 s of its parent", async () => {
    const keeper = spawn(
      "node",
      [join(import.meta.dirname, "keeper.mjs"), ...command, "PARENT", "4000000000", "spin"],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    left.push(keeper);
    const pid = Number(await firstLine(keeper));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.kill(pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(alive(pid)).toBe(true);
    keeper.kill("SIGKILL");
    await until("the stuck process to be gone", () => !alive(pid));
  });

  it("is ended by its own guard at the memory limit, with an exit that shows why", async () => {
    const child = spawnChild([...command, String(process.pid), "400000000", "grow"]);
    const exit = await child.exited;
    expect(exit.signal).toBe(memorySignal);
  });
});
