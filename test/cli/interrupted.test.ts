/** Ctrl+C during work that never waits is obeyed before anything gets its name; what has its name stays. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { bareEnvironment, bun, deno } from "../contract/target.ts";

it.each([bun, deno])("an interrupted command leaves all or nothing, $name", ({ command = [] }) => {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-interrupted-"));
  try {
    const [program = "", ...before] = command.slice(0, -1);
    const script = resolve(import.meta.dirname, "interrupted.ts");
    const ran = spawnSync(program, [...before, script, folder], {
      env: { ...bareEnvironment },
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual({
      outcomes: ["read cancelled", "write cancelled", "late done"],
      left: ["whole.pdf"],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
