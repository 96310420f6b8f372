/** Runs a tool on in-memory files, with its input validated as in an interface. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { validate } from "../../src/core/json/validate.ts";
import type { Readers } from "../../src/core/readers.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { execute } from "../../src/run/execute.ts";
import { findAnyTool } from "../../src/tools/index.ts";
import { type TestContext, testContext } from "./memory-files.ts";
import { qpdfCheck, requireTool, type Verdict } from "./tools.ts";

export interface ToolRun {
  readonly result: unknown;
  readonly context: TestContext;
  /** The bytes of a result file, by path relative to the test's folder. */
  file(path: string): Uint8Array;
}

export async function runTool(
  name: string,
  input: object,
  files: Readonly<Record<string, Uint8Array>>,
  readers: Partial<Readers> = {},
): Promise<ToolRun> {
  const tool = findAnyTool(name);
  if (!tool) throw new Error(`no tool ${name}`);
  const context = testContext(files, readers);
  const result = await tool.run(v.parse(tool.input, input), context);
  v.parse(tool.output, result);
  return {
    result,
    context,
    file(path) {
      const bytes = context.files.stored.get(path.startsWith("/") ? path : `/files/${path}`);
      if (!bytes)
        throw new Error(`${path} was not written; there is ${[...context.files.stored.keys()].join(", ")}`);
      return bytes;
    },
  };
}

/** A call as an interface makes it, on in-memory files: its result, or the error that its caller receives. */
export async function callOrError(
  name: string,
  input: object,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<{ readonly result: unknown; readonly error: Error | undefined; readonly context: TestContext }> {
  const tool = findAnyTool(name);
  if (!tool) throw new Error(`no tool ${name}`);
  const context = testContext(files, createReaders());
  try {
    const fields = validate(tool.input, input);
    const result = await execute(tool, fields, context);
    return { result, error: undefined, context };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { result: undefined, error, context };
  }
}

/** Writes the bytes to a file, for programs that read files. */
export function withFile<T>(bytes: Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-test-"));
  try {
    const path = join(folder, "judged.pdf");
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The verdict of `qpdf --check` on bytes; clean if qpdf isn't installed (it is in CI). */
export function checked(bytes: Uint8Array, password?: string): Verdict {
  if (requireTool("qpdf") !== undefined) return { exit: 0, output: "" };
  return withFile(bytes, (path) => qpdfCheck(path, password));
}
