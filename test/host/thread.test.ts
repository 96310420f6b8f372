/** A process exits at once, with its own exit code, while one of its threads never returns. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const checkout = resolve(import.meta.dirname, "../..");
const bin = (name: string) => join(checkout, "node_modules/.bin", name);
const folder = mkdtempSync(join(tmpdir(), "pdfd-thread-"));
const sources = ["threaded.ts", "spinning.ts"].map((name) => join(import.meta.dirname, name));
const [source = ""] = sources;

beforeAll(() => {
  const build = (...args: string[]) =>
    execFileSync(bin("bun"), ["build", ...sources, ...args], { cwd: checkout, stdio: "pipe" });
  build("--target", "node", "--format", "esm", "--outdir", folder);
  build("--compile", "--bytecode", "--format=esm", "--outfile", join(folder, "threaded"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["Bun", [bin("bun"), source]],
  ["Deno", [bin("deno"), "run", "-A", "--quiet", source]],
  ["Node", ["node", join(folder, "threaded.js")]],
  ["the executable", [join(folder, "threaded")]],
])("exits at once on %s", (_, [program = "", ...args]) => {
  const { status, signal, stderr } = spawnSync(program, args, { timeout: 60_000, encoding: "utf8" });
  expect({ status, signal, stderr }).toEqual({ status: 5, signal: null, stderr: "" });
});
