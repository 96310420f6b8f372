/** The field `pdfa` of tools that write a single document: its new file becomes PDF/A before it gets its name. */
import * as v from "valibot";
import { type Level, levels } from "../../archive/profile.ts";
import type { NewFile } from "../../core/document-io.ts";
import { choice } from "../../core/fields.ts";
import { inWords } from "../../core/message.ts";
import { isFailure, ProblemError } from "../../core/problem.ts";
import type { ToolContext } from "../../core/tool.ts";
import { openWritten, rereadWhole } from "../../document/verify.ts";

export const pdfaField = v.optional(choice(levels, "PDF/A level."));

/** How a written document is published. */
export interface Publishing {
  /** The path that was requested for `draft`, in the field `output`. */
  readonly output: string;
  /** If absent, the document is published as it is. */
  readonly pdfa?: Level | undefined;
  /** Opens the document. */
  readonly password?: string | undefined;
}

/** Publishes a verified new file, or what it becomes as PDF/A. Throws 422 `operation_failed` naming `pdfa` if it can't. */
export async function publishAs(
  draft: NewFile,
  context: ToolContext,
  { output, pdfa, password }: Publishing,
): Promise<{ readonly path: string; readonly bytes: number }> {
  if (pdfa === undefined) {
    await context.pause();
    return draft.publish();
  }
  const { archiveDocument } = await import("./archive-document.ts");
  const source = rereadWhole(draft);
  const document = openWritten(source, password);
  using archived = context.files.newFile(output, "output");
  try {
    await archiveDocument(document, source, archived, context, {
      ...{ level: pdfa, substituteFonts: true },
      ...(password !== undefined && { password }),
    });
  } catch (error) {
    throw namingField(error);
  }
  await context.pause();
  return archived.publish();
}

/** The same problem, about the field `pdfa`. */
function namingField(error: unknown): unknown {
  if (!isFailure(error)) return error;
  const { code, detail, hint, violations, reason, limit } = error;
  return new ProblemError(code, (names) => `${names.field("pdfa")}: ${inWords(detail, names)}`, {
    errors: [{ field: "pdfa", message: detail }],
    ...{ hint, violations, reason, limit, cause: error },
  });
}
