/** Folders for file tests: `A` and `B` are allowed, `OUT` and `A_evil` next to them aren't. Removed after each test. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { createFiles, type FilesOptions } from "../../src/files/create.ts";
import { openScope } from "../../src/files/scope/scope.ts";

export const text = (content: string) => new TextEncoder().encode(content);
export const string = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

export function makeFolders(options: FilesOptions = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-test-")));
  for (const name of ["A", "B", "OUT", "A_evil"]) {
    mkdirSync(join(top, name));
    if (name !== "A") writeFileSync(join(top, name, "secret.pdf"), `secret of ${name}`);
  }
  writeFileSync(join(top, "A", "ok.pdf"), "%PDF-ok");
  const scope = openScope([join(top, "A"), join(top, "B")]);
  return {
    top,
    A: join(top, "A"),
    B: join(top, "B"),
    OUT: join(top, "OUT"),
    scope,
    files: createFiles(scope, options),
    /** Every path under `top`, sorted. */
    all: () => readdirSync(top, { recursive: true }).map(String).sort(),
    [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }),
  };
}

export type Folders = ReturnType<typeof makeFolders>;

/** The problem that an action throws; `ok` if none. */
export function problemOf(action: () => unknown): {
  status: string;
  field: string | undefined;
  detail: string;
} {
  try {
    const result = action();
    if (result !== null && typeof result === "object" && Symbol.dispose in result) {
      const dispose = result[Symbol.dispose];
      if (typeof dispose === "function") dispose.call(result);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { status: error.code, field: error.errors?.[0]?.field, detail: error.message };
  }
  return { status: "ok", field: undefined, detail: "" };
}

export function expectInvalid(action: () => unknown, field: string, detail = /./): void {
  const problem = problemOf(action);
  expect(problem).toMatchObject({ status: "validation", field });
  expect(problem.detail).toMatch(detail);
}
