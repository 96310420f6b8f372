/** Applies several steps in one edit. */
import * as v from "valibot";
import { inputField, newFileSchema, outputField, passwordField } from "../../core/fields.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { editFile } from "../shared/edit-tool.ts";
import { countProgress } from "../shared/progress.ts";
import { applySteps, stepsField } from "../shared/steps-field.ts";

export const pdfRunPipeline = defineTool({
  name: "pdf_run_pipeline",
  title: "Run steps on a PDF",
  description:
    "Applies up to ten steps to one PDF, in order, and writes one new PDF: extract, remove, rotate, crop, scale, flatten, labels, watermark, metadata-clear. The document is opened once and written once; the input is never changed.",
  input: v.strictObject({
    input: inputField,
    steps: stepsField,
    output: outputField,
    password: passwordField,
  }),
  output: newFileSchema,
  annotations: writes,
  reportsProgress: true,
  async run({ input, steps, output, password }, context) {
    const total = steps.length;
    const done = countProgress(context, total, "steps");
    const result = await editFile(input, output, context, {
      password,
      edit: (session) =>
        applySteps(session, steps, (applied) => {
          // The last step is done once its result is written.
          if (applied < total) done(applied);
        }),
    });
    done(total);

    return result;
  },
});
