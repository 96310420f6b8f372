/** Applies the same steps to many documents, each with its own result. */
import * as v from "valibot";
import type { NewFolder } from "../../core/document-io.ts";
import {
  inputField,
  list,
  newFileEntries,
  outputFolderField,
  text,
  warningsField,
} from "../../core/fields.ts";
import { maxBatchInputs } from "../../core/limits.ts";
import { inWords, type Names } from "../../core/message.ts";
import { failed, ProblemError } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import type { EditSession } from "../../document/edit.ts";
import { documentName } from "../../document/open.ts";
import { withRepair } from "../../recovery/with-repair.ts";
import { editInto, type NewFileResult } from "../shared/edit-tool.ts";
import { countProgress } from "../shared/progress.ts";
import { applySteps, batchStepsField, type ChosenStep } from "../shared/steps-field.ts";

/** A step that may number pages. */
interface NumberedStep extends ChosenStep {
  /** The next file's `start`, if it continues from this one's. */
  start: number | undefined;
}

interface Done extends NewFileResult {
  input: string;
}

/** Shared by all files of a batch. */
interface Batch {
  readonly steps: readonly NumberedStep[];
  readonly suffix: string;
  readonly folder: NewFolder;
  /** Names of results, successful or not. */
  readonly names: Set<string>;
  readonly context: ToolContext;
}

export const pdfRunBatch = defineTool({
  name: "pdf_run_batch",
  title: "Run steps on many PDFs",
  description:
    "Applies the same steps to each PDF, one file at a time, and writes each result to output_folder as `<name>-<suffix>.pdf`. A file that fails is skipped and listed in failed, with the reason; the others continue. The inputs are never changed.",
  input: v.strictObject({
    inputs: v.pipe(
      v.array(inputField),
      v.minLength(1),
      v.maxLength(maxBatchInputs),
      v.description(
        "Paths of PDFs. If two have the same file name, the second fails: their results would have the same name.",
      ),
      v.examples([["a.pdf", "b.pdf"]]),
    ),
    steps: batchStepsField,
    output_folder: outputFolderField,
    suffix: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9_-]{1,40}$/),
        v.description("Suffix of result names: 1 to 40 letters, digits, `_` and `-`."),
        v.examples(["processed"]),
      ),
      "processed",
    ),
  }),
  output: v.strictObject({
    outputs: list(
      v.strictObject({ input: text("Absolute path of the input."), ...newFileEntries }),
      "The new files, in input order.",
    ),
    failed: list(
      v.strictObject({
        input: text("Absolute path of the input."),
        error: text("Why there is no result, and how to fix it."),
      }),
      "Inputs without a result, in input order.",
    ),
    warnings: warningsField,
  }),
  annotations: writes,
  reportsProgress: true,
  async run({ inputs, steps, output_folder, suffix }, context) {
    using folder = context.files.newFolder(output_folder, "output_folder");
    const numbered = steps.map((step) => ({
      ...step,
      start: step.options.continue === true ? Number(step.options.start) : undefined,
    }));
    const batch: Batch = { steps: numbered, suffix, folder, names: new Set(), context };
    const outputs: Done[] = [];
    const missed: { input: string; error: string }[] = [];
    const total = inputs.length;
    const done = countProgress(context, total, "files");

    for (const [index, input] of inputs.entries()) {
      try {
        outputs.push(await runOne(batch, input, `inputs[${index}]`));
      } catch (error) {
        missed.push({ input: context.files.absolute(input), error: reason(error, context.names) });
      }
      done(index + 1);
      if (index + 1 < total) await context.pause();
    }

    return { outputs, failed: missed };
  },
});

function reason(error: unknown, names: Names): string {
  if (error instanceof ProblemError) return inWords(error.detail, names);
  return "The file could not be processed: the server failed unexpectedly on it.";
}

async function runOne(batch: Batch, input: string, field: string): Promise<Done> {
  const { steps, suffix, folder, names, context } = batch;
  using source = context.files.openInput(input, field);
  const name = `${source.stem}-${suffix}.pdf`;
  if (names.has(name))
    throw failed(`an earlier input has the same file name, and both results would be ${name}`);

  names.add(name);
  folder.reserve([name]);

  // The answer covers many files: each warning names the one it concerns.
  const warn: ToolContext["warn"] = (message, document) =>
    context.warn((names) => {
      const text = inWords(message, names);
      return document === undefined ? `${source.path}: ${text}` : text;
    });

  return await withRepair(documentName(source), async (damage) => {
    using target = folder.create(name);
    /** By step, how many pages it saw. */
    const counts: number[] = [];
    const chosen = steps.map(({ action, options, start }) => ({
      action,
      options: start === undefined ? options : { ...options, start },
    }));
    const edit = (session: EditSession) =>
      applySteps(session, chosen, (applied) => {
        counts[applied - 1] = session.pageCount;
      });
    const pages = await editInto(source, target, { ...context, warn }, { damage, edit });
    const { path, bytes } = target.publish();
    // A file without a result uses no numbers.
    steps.forEach((step, k) => {
      if (step.start !== undefined) step.start += counts[k] ?? 0;
    });
    return { input: source.path, output: path, pages, bytes };
  });
}
