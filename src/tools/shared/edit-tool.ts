/** A step as a tool: open, apply, write, verify, publish. */
import * as v from "valibot";
import type { ByteSource, InputFile, NewFile } from "../../core/document-io.ts";
import { inputField, newFileSchema, outputField, passwordField } from "../../core/fields.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, type Tool, type ToolContext, writes } from "../../core/tool.ts";
import { type EditSession, editDocument } from "../../document/edit.ts";
import { documentName, type PdfDocument } from "../../document/open.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { openDocument } from "../../recovery/open-document.ts";
import { type Damage, withRepair } from "../../recovery/with-repair.ts";
import type { Step } from "../../steps/step.ts";
import { type Publishing, publishAs } from "./publish-as.ts";

export type EditToolText = Pick<Tool, "name" | "title" | "description">;

/** A step's tool: `input`, the step's options, `output`, `password`. */
export function editTool<Entries extends v.ObjectEntries>(step: Step<Entries>, text: EditToolText): Tool {
  const entries: v.ObjectEntries = {
    input: inputField,
    ...step.options,
    output: outputField,
    password: passwordField,
  };
  return defineTool({
    ...text,
    input: v.strictObject(entries),
    output: newFileSchema,
    annotations: writes,
    run: (fields, context) => {
      const { input, output, password, ...rest } = fields;
      return editFile(String(input), String(output), context, {
        password: String(password),
        // The tool's schema has validated the step's entries; TypeScript can't infer merged entries of a type parameter.
        edit: (session) => step.apply(session, rest as Parameters<typeof step.apply>[1]),
      });
    },
  });
}

/** The result of tools that write a single file. */
export interface NewFileResult {
  output: string;
  pages: number;
  bytes: number;
}

export interface Edit extends Pick<Publishing, "pdfa"> {
  /** Changes the document. */
  edit(session: EditSession): Promise<void> | void;
  /** The password that opens the document. */
  readonly password?: string | undefined;
  /** Whether the caller is pdf_unlock: a document without encryption is copied unchanged. */
  readonly unlocking?: boolean;
  /** Whether the document's signatures permit the edit and stay valid; by default, they don't. */
  readonly isPermitted?: ((document: PdfDocument) => boolean) | undefined;
  /** Verifies the written file against its expected page count; by default, with the usual check. */
  readonly verify?: ((written: ByteSource, pages: number) => PdfDocument) | undefined;
}

/** Opens `input`, applies the change, and writes `output`: verified first, published last; a failure leaves no file. */
export async function editFile(
  input: string,
  output: string,
  context: ToolContext,
  edit: Edit,
): Promise<NewFileResult> {
  using source = context.files.openInput(input, "input");
  return await withRepair(documentName(source), async (damage) => {
    using target = context.files.newFile(output, "output");
    const pages = await editInto(source, target, context, { ...edit, damage });
    const { pdfa, password } = edit;
    const { path, bytes } = await publishAs(target, context, { output, pdfa, password });
    return { output: path, pages, bytes };
  });
}

const copyPiece = 1024 * 1024;

/** Whether other readers see the same pages in the unmodified file: a wrong /Count would mislead them. */
export function isUnharmed({ recovered, pages }: PdfDocument): boolean {
  return !recovered && pages.inconsistencies.length === 0 && pages.wrongCounts.size === 0;
}

/** Copies byte for byte, which keeps signatures valid. Returns the page count. */
export function copied(source: ByteSource, target: NewFile, pages: number, password?: string): number {
  for (let at = 0; at < source.size; at += copyPiece) target.write(source.read(at, copyPiece));
  verifyWritten(rereadWhole(target), pages, password);
  return pages;
}

/** How to open the input. */
export interface Opening {
  /** Damage found when the document was used before: it is recovered first. */
  readonly damage?: Damage | undefined;
  /** The document, if it is already open. */
  readonly opened?: PdfDocument | undefined;
}

/** Does the same from an open input to a new file, which it verifies but doesn't publish. Returns the page count. */
export async function editInto(
  source: ByteSource | InputFile,
  target: NewFile,
  context: ToolContext,
  { edit, password, unlocking, isPermitted, verify, damage, opened }: Edit & Opening,
): Promise<number> {
  const document = opened ?? (await openDocument(source, context, { password, unlocking, damage }));
  if (unlocking && !document.cos.encryption && isUnharmed(document)) {
    context.warn("The document was not encrypted; the result is a copy of it.");
    return copied(source, target, document.pages.count);
  }

  const session = editDocument(
    document,
    {
      ...context,
      blankPages: async (edited) => (await import("./pictures/blank-pages.ts")).blankPages(edited, context),
    },
    isPermitted?.(document),
  );
  if (document.isIncomplete) {
    const { withdrawAllClaims } = await import("../../document/conformance/withdraw.ts");
    withdrawAllClaims(session, document.isIncomplete);
  }

  await edit(session);
  const changedFrom = await session.write(target);
  const written = rereadWhole(target);
  const { cos } = verify
    ? verify(written, session.pageCount)
    : verifyWritten(written, session.pageCount, password);
  if (cos.startXref < changedFrom) throw failed("the result would lack the changes; nothing was written");

  return session.pageCount;
}
