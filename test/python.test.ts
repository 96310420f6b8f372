/** The Python package: its pure wheel, strict typing, and `pdfd.Worker` tested with pytest. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "../src/core/version.ts";
import { bareEnvironment, executable } from "./contract/target.ts";
import { requireTool } from "./support/tools.ts";

const checkout = resolve(import.meta.dirname, "..");
const pure = join(checkout, `dist/python/pdfd-${version}-py3-none-any.whl`);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pdfd-python-"));
  mkdirSync(join(folder, "pdfd"));
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(pure))))
    if (name.startsWith("pdfd/")) writeFileSync(join(folder, name), bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Debian's Python, which has Debian's packages. */
const python = "/usr/bin/python3";

function runPython(args: readonly string[]) {
  const [program = ""] = executable.command ?? [];
  const { status, stdout, stderr } = spawnSync(python, args, {
    cwd: folder,
    env: {
      ...bareEnvironment,
      PYTHONPATH: pure,
      MYPYPATH: folder,
      PDFD_PROGRAM: program,
      PYTHONDONTWRITEBYTECODE: "1",
    },
    encoding: "utf8",
    timeout: 170_000,
  });
  return { status, output: `${stdout}${stderr}` };
}

describe("the pure wheel", () => {
  it("contains the printed client and a record of its files", () => {
    const files = unzipSync(readFileSync(pure));
    const info = `pdfd-${version}.dist-info`;
    expect(Object.keys(files)).toEqual([
      "pdfd/__init__.py",
      "pdfd/py.typed",
      `${info}/licenses/LICENSE`,
      `${info}/METADATA`,
      `${info}/WHEEL`,
      `${info}/RECORD`,
    ]);
    const [program = ""] = executable.command ?? [];
    const printed = spawnSync(program, ["client", "python"], { encoding: "utf8" }).stdout;
    expect(Buffer.from(files["pdfd/__init__.py"] ?? []).toString()).toBe(printed);
  });
});

it.skipIf(requireTool("mypy"))("the package and its tests pass mypy --strict", () => {
  const files = [join(folder, "pdfd"), join(checkout, "test/python/test_worker.py")];
  const args = ["--strict", "--no-error-summary", "--cache-dir", join(folder, "cache"), ...files];
  expect(runPython(["-m", "mypy", ...args])).toEqual({ status: 0, output: "" });
});

it.skipIf(requireTool("pytest"))(
  "the worker passes pytest",
  () => {
    const ran = runPython(["-m", "pytest", "-q", "-p", "no:cacheprovider", join(checkout, "test/python")]);
    expect(ran.output).toMatch(/^\d+ passed in/m);
    expect(ran.status).toBe(0);
  },
  180_000,
);
