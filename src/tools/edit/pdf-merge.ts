/** Merges documents, streaming each one. */
import * as v from "valibot";
import type { InputFile } from "../../core/document-io.ts";
import { inputField, newFileSchema, outputField } from "../../core/fields.ts";
import { maxPages } from "../../core/limits.ts";
import { listPages } from "../../core/page-selector.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import type { Assembly } from "../../document/assemble/assemble.ts";
import { startMerge } from "../../document/assemble/selection.ts";
import type { PdfDocument } from "../../document/open.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { lostXfaWarning, refuseDynamicXfa, xfaKind } from "../../document/xfa.ts";
import { openDocument } from "../../recovery/open-document.ts";
import { type Damage, type FileAtWork, withRepairs } from "../../recovery/with-repair.ts";
import type { NewFileResult } from "../shared/edit-tool.ts";
import { countProgress } from "../shared/progress.ts";

/** Files kept open because they are named again later in the list; beyond this, the first one opened is reopened. */
const maxOpen = 32;

interface Opened extends Disposable {
  readonly file: InputFile;
  readonly document: PdfDocument;
}

async function open(
  path: string,
  field: string,
  context: ToolContext,
  damage: Damage | undefined,
): Promise<Opened> {
  const file = context.files.openInput(path, field);

  try {
    const document = await openDocument(file, context, { damage });
    if (document.cos.encryption)
      throw failed(
        (names) =>
          `${file.path} is encrypted, and a merge would drop its protection: use ${names.tool("pdf_unlock")} first`,
      );
    return { file, document, [Symbol.dispose]: () => file[Symbol.dispose]() };
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

export const pdfMerge = defineTool({
  name: "pdf_merge",
  title: "Merge PDFs",
  description:
    "Combines any number of PDFs into one new PDF, in the given order. Bookmarks, links, named destinations, form fields, page labels, attachments, layers and tags are kept, each pointing to its own file's pages; title, author, metadata and viewer preferences come from the first file. The inputs are never changed.",
  input: v.strictObject({
    inputs: v.pipe(
      v.array(inputField),
      v.minLength(2, "must name at least 2 files"),
      v.description("Paths of at least 2 PDFs, in order; a file may be repeated."),
      v.examples([["a.pdf", "b.pdf"]]),
    ),
    output: outputField,
  }),
  output: newFileSchema,
  annotations: writes,
  reportsProgress: true,
  async run({ inputs, output }, context) {
    const progress = countProgress(context, inputs.length, "files");
    return withRepairs((damages, at) => merge(inputs, output, context, { damages, at, progress }));
  },
});

interface Attempt {
  readonly damages: ReadonlyMap<string, Damage>;
  readonly at: FileAtWork;
  progress(done: number): void;
}

async function merge(
  inputs: readonly string[],
  output: string,
  context: ToolContext,
  { damages, at, progress }: Attempt,
): Promise<NewFileResult> {
  using target = context.files.newFile(output, "output");
  let assembly: Assembly | undefined;
  let onlyPlaceholders = true;
  const uses = new Map<string, number>();
  for (const path of inputs) uses.set(path, (uses.get(path) ?? 0) + 1);

  using opened = new OpenFiles();
  for (const [index, path] of inputs.entries()) {
    at.key = path;
    const one = opened.take(path) ?? (await open(path, `inputs[${index}]`, context, damages.get(path)));
    at.name = one.file.path;
    const remaining = (uses.get(path) ?? 1) - 1;
    uses.set(path, remaining);
    opened.keep(path, one);
    const { count } = one.document.pages;
    if (xfaKind(one.document) !== "dynamic") onlyPlaceholders = false;
    else if (onlyPlaceholders && index === inputs.length - 1) refuseDynamicXfa(one.document, one.file.path);
    else context.warn(lostXfaWarning(one.file.path), one.file.path);
    assembly ??= startMerge(target, context, one.document);
    if (assembly.pages + count > maxPages)
      throw failed(`the result would have more than ${maxPages} pages; merge fewer files`);
    assembly.add(one.document, listPages(undefined, count));
    if (remaining === 0) opened.close(path);
    progress(index + 1);
  }

  if (!assembly) throw new RangeError("a merge of no files");
  assembly.finish();
  verifyWritten(rereadWhole(target), assembly.pages);
  const { path, bytes } = target.publish();

  return { output: path, pages: assembly.pages, bytes };
}

/** Files that are open between two uses. */
class OpenFiles implements Disposable {
  readonly #files = new Map<string, Opened>();

  take(path: string): Opened | undefined {
    return this.#files.get(path);
  }

  keep(path: string, opened: Opened): void {
    if (this.#files.has(path)) return;
    const [oldest] = this.#files.keys();
    if (this.#files.size >= maxOpen && oldest !== undefined) this.close(oldest);
    this.#files.set(path, opened);
  }

  close(path: string): void {
    this.#files.get(path)?.[Symbol.dispose]();
    this.#files.delete(path);
  }

  [Symbol.dispose](): void {
    for (const path of [...this.#files.keys()]) this.close(path);
  }
}
