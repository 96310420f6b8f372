/** Tools of every shape that the OpenAPI description must handle. None touches a file. */
import * as v from "valibot";
import {
  inputField,
  newFileSchema,
  optionalPagesField,
  outputField,
  warningsField,
} from "../../src/core/fields.ts";
import { defineTool, reads, type Tool, writes } from "../../src/core/tool.ts";

const run = (): never => {
  throw new Error("the face calls tools through its call function only");
};

export const info = defineTool({
  name: "pdf_info",
  title: "Document information",
  description: "Reads a PDF's properties.",
  input: v.strictObject({ input: inputField }),
  output: v.strictObject({ pages: v.number(), title: v.string(), warnings: warningsField }),
  annotations: reads,
  reportsProgress: false,
  lane: "document",
  run,
});

export const listFiles = defineTool({
  name: "pdf_list_files",
  title: "List PDF files",
  description: "Lists the PDF files of a folder.",
  input: v.strictObject({ folder: v.optional(v.string()) }),
  output: v.strictObject({ folder: v.string(), files: v.array(v.strictObject({ path: v.string() })) }),
  annotations: reads,
  reportsProgress: false,
  lane: "document",
  run,
});

export const rotate = defineTool({
  name: "pdf_rotate_pages",
  title: "Rotate pages",
  description: "Rotates pages clockwise.",
  input: v.strictObject({
    input: inputField,
    pages: optionalPagesField,
    angle: v.optional(v.picklist([90, 180, 270]), 90),
    output: outputField,
  }),
  output: newFileSchema,
  annotations: writes,
  reportsProgress: false,
  lane: "document",
  run,
});

interface Section {
  readonly title: string;
  readonly children: readonly Section[];
}

const section: v.GenericSchema<unknown, Section> = v.pipe(
  v.strictObject({ title: v.string(), children: v.array(v.lazy(() => section)) }),
  v.title("Section"),
);

export const structure = defineTool({
  name: "pdf_extract_structure",
  title: "Extract structure",
  description: "Converts text with its structure.",
  input: v.strictObject({
    input: inputField,
    max_chars: v.optional(v.pipe(v.number(), v.minValue(100)), 200),
  }),
  output: v.strictObject({ content: v.string(), sections: v.array(section) }),
  annotations: reads,
  reportsProgress: false,
  lane: "document",
  run,
});

const step = v.pipe(
  v.variant("action", [
    v.strictObject({ action: v.literal("flatten") }),
    v.strictObject({
      action: v.literal("rotate"),
      options: v.strictObject({ pages: optionalPagesField, angle: v.picklist([90, 180, 270]) }),
    }),
  ]),
  v.title("PipelineStep"),
);

export const pipeline = defineTool({
  name: "pdf_run_pipeline",
  title: "Run steps",
  description: "Applies steps in order.",
  input: v.strictObject({
    input: inputField,
    steps: v.pipe(v.array(step), v.minLength(1), v.maxLength(10)),
    output: outputField,
  }),
  output: newFileSchema,
  annotations: writes,
  reportsProgress: true,
  lane: "document",
  run,
});

export const fakeTools: readonly Tool[] = [listFiles, info, structure, rotate, pipeline];
