/** Checks the syntax of the files of examples/fleet/ that no engine runs here. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const folder = resolve(import.meta.dirname, "../../examples/fleet");
const files = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending));

const compile = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')";

it.each([
  ...files(".sh").map((name) => [name, "sh", ["-n", join(folder, name)]] as const),
  ...files(".py").map((name) => [name, "python3", ["-c", compile, join(folder, name)]] as const),
])("%s has no syntax error", (_, program, args) => {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
