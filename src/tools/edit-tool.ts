/** A step as a tool: open, apply, write, check, publish. */
import * as v from "valibot";
import { inputField, newFileSchema, outputField } from "../core/fields.ts";
import { defineTool, type Tool, type ToolContext, writes } from "../core/tool.ts";
import { type EditSession, editDocument } from "../pdf/edit.ts";
import { documentName, openDocument } from "../pdf/open.ts";
import { readable } from "../pdf/readable.ts";
import { verifyWritten } from "../pdf/verify.ts";
import type { Step } from "../steps/step.ts";

export interface EditToolText {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** The tool of a step: `input`, the step's options, `output`. */
export function editTool<Entries extends v.ObjectEntries>(step: Step<Entries>, text: EditToolText): Tool {
  const options = v.strictObject(step.options);
  // Entries of a type parameter merged with known ones are beyond inference: `options` reads its own part again.
  const entries: v.ObjectEntries = { input: inputField, ...step.options, output: outputField };
  return defineTool({
    ...text,
    input: v.strictObject(entries),
    output: newFileSchema,
    annotations: writes,
    reportsProgress: false,
    lane: "document",
    run: (fields, context) => {
      const { input, output, ...rest } = fields;
      return editFile(String(input), String(output), context, (session) =>
        step.apply(session, v.parse(options, rest)),
      );
    },
  });
}

/** NewFile of SPEC 2.2. */
export interface NewFileResult {
  output: string;
  pages: number;
  bytes: number;
}

/** Opens `input`, lets `edit` change it, and writes `output`: checked first, published last, nothing left on failure. */
export async function editFile(
  input: string,
  output: string,
  context: ToolContext,
  edit: (session: EditSession) => Promise<void> | void,
): Promise<NewFileResult> {
  using source = context.files.openInput(input, "input");
  using target = context.files.newFile(output, "output");
  return await readable(documentName(source), async () => {
    const session = editDocument(await openDocument(source, context), context);
    await edit(session);
    await session.write(target);
    verifyWritten(target.reread(), session.pageCount);
    const { path, bytes } = target.publish();
    return { output: path, pages: session.pageCount, bytes };
  });
}
