/** Runs steps as a pipeline on one in-memory document. */
import { expect } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import type { Readers } from "../../src/core/readers.ts";
import { openStrictly } from "../../src/document/open.ts";
import { pdfRunPipeline } from "../../src/tools/edit/pdf-run-pipeline.ts";
import { memorySource, testContext } from "./memory-files.ts";
import { checked } from "./run-tool.ts";

export interface ChosenStep {
  readonly action: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The result of the steps, which must be clean for qpdf. */
export async function runSteps(
  bytes: Uint8Array,
  steps: readonly ChosenStep[],
  readers: Partial<Readers> = {},
) {
  const context = testContext({ "a.pdf": bytes }, readers);
  const fields = validate(pdfRunPipeline.input, { input: "a.pdf", steps, output: "b.pdf" });
  const result = await pdfRunPipeline.run(fields, context);
  validate(pdfRunPipeline.output, result);
  const written = context.files.stored.get("/files/b.pdf");
  if (!written) throw new Error("nothing was written");
  expect(context.files.open.size).toBe(0);
  const verdict = checked(written);
  expect(verdict.exit, verdict.output).toBe(0);
  const { cos, pages } = openStrictly(memorySource(written));
  return { written, cos, pages, warnings: context.warnings, states: context.states };
}
