/** Embeds files in a document, and removes embedded ones. */
import { basename } from "node:path";
import * as v from "valibot";
import type { InputFile } from "../../core/document-io.ts";
import {
  inputField,
  list,
  newFileEntries,
  outputField,
  passwordField,
  textField,
  warningsField,
  wellFormed,
} from "../../core/fields.ts";
import { safeFileName } from "../../core/file-names.ts";
import { maxAttachedFiles, maxAttachmentName } from "../../core/limits.ts";
import { conflict, failed, invalid } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { attachFiles, type NewAttachment, relationships } from "../../document/attachments/attach.ts";
import { attachedFiles, unknownAttachment } from "../../document/attachments/attachments.ts";
import { mediaTypeOf } from "../../document/attachments/media-types.ts";
import { removeAttachments } from "../../document/attachments/remove.ts";
import { claimOf } from "../../document/conformance/claim.ts";
import { withdrawClaim } from "../../document/conformance/withdraw.ts";
import type { EditSession } from "../../document/edit.ts";
import { invoiceLevels } from "../../document/invoices/factur-x.ts";
import { readNameTree } from "../../document/name-trees.ts";
import type { PdfDocument } from "../../document/open.ts";
import { dictAt } from "../../document/typed-get.ts";
import { verifyWritten } from "../../document/verify.ts";
import { editFile } from "../shared/edit-tool.ts";
import type { EmbeddedInvoice } from "../shared/parts/embed-invoice.ts";

/** What no name of a file has: separators and control characters. */
const unfit = /[/\\\p{Cc}]/u;

const nameField = v.pipe(
  v.string(),
  wellFormed,
  v.minLength(1),
  v.maxLength(maxAttachmentName),
  v.check((name) => !unfit.test(name), "must have no separators and no control characters"),
  v.description("Default: the file's."),
);

const fileItem = v.strictObject({
  path: textField("Any file."),
  name: v.optional(nameField),
  description: v.optional(v.pipe(v.string(), wellFormed)),
  relationship: v.optional(v.picklist(relationships), "unspecified"),
  mime: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/, "must be a media type such as text/csv"),
      v.description("Default: by the ending."),
    ),
  ),
});
type FileItem = v.InferOutput<typeof fileItem>;

const invoiceItem = v.strictObject({
  path: textField("Path."),
  level: v.optional(v.picklist(invoiceLevels)),
  relationship: v.optional(v.picklist(relationships)),
});

export const pdfAttach = defineTool({
  name: "pdf_attach",
  title: "Attach and remove files",
  description:
    "Embeds files and electronic invoices in a PDF, and removes embedded files from all its revisions.",
  input: v.strictObject({
    input: inputField,
    files: v.optional(
      v.pipe(
        v.array(fileItem),
        v.minLength(1, "must name at least 1 file"),
        v.maxLength(maxAttachedFiles, `must name at most ${maxAttachedFiles} files`),
        v.description("Files to embed."),
        v.examples([[{ path: "data.csv", relationship: "source" }]]),
      ),
    ),
    remove: v.optional(
      v.pipe(
        v.array(textField("A name.")),
        v.minLength(1, "must name at least 1 attachment"),
        v.description("Names as in pdf_info."),
      ),
    ),
    invoice: v.optional(v.pipe(invoiceItem, v.description("Its XML (CII). Makes Factur-X / ZUGFeRD."))),
    output: outputField,
    password: passwordField,
  }),
  output: v.strictObject({
    ...newFileEntries,
    attachments: list(v.string(), "Names of all attachments of the new file."),
    warnings: warningsField,
  }),
  annotations: writes,
  async run({ input, files: items = [], remove = [], invoice: given, output, password }, context) {
    if (items.length === 0 && remove.length === 0 && !given)
      throw invalid(
        "files",
        (names) => `or ${names.field("remove")} or ${names.field("invoice")} is required`,
      );
    const open: InputFile[] = [];
    try {
      const files: NewAttachment[] = [];
      for (const [at, item] of items.entries()) {
        const file = context.files.openInput(item.path, `files[${at}].path`);
        open.push(file);
        files.push(attachmentOf(file, item));
        await context.pause();
      }
      let invoice: EmbeddedInvoice | undefined;
      if (given) {
        const file = context.files.openInput(given.path, "invoice.path");
        open.push(file);
        const { readInvoiceFile } = await import("../shared/parts/embed-invoice.ts");
        invoice = readInvoiceFile(file, given);
        files.push(invoice.attachment);
      }
      checkDistinct(files, items.length);

      const embed = (session: EditSession) => {
        checkNames(session.document, files.slice(0, items.length), remove);
        invoice?.check(session.document, remove);
        if (remove.length > 0) removeAttachments(session, new Set(remove));
        return files.length > 0 ? attachFiles(session, files) : [];
      };
      let attachments: string[] = [];
      const verify = (after: PdfDocument) => {
        attachments = attachedFiles(after).map(({ name }) => name);
        checkResult(attachments, files, remove);
        return after;
      };
      const result = invoice
        ? await invoice.write(input, output, context, {
            ...{ password, embed, verify },
            looksNew: remove.length > 0,
          })
        : await editFile(input, output, context, {
            password,
            edit: (session) => withdrawBroken(session, files, embed(session)),
            verify: (written, pages) => verify(verifyWritten(written, pages, password)),
          });
      return { ...result, attachments };
    } finally {
      for (const file of open) file[Symbol.dispose]();
    }
  },
});

function attachmentOf(file: InputFile, item: FileItem): NewAttachment {
  const own = basename(file.path);
  const name = item.name ?? (unfit.test(own) ? safeFileName(own) : own);
  const { relationship, description, mime = mediaTypeOf(name) } = item;
  return { file, name, mime, relationship, description };
}

/** Throws 422 on the second of two equal names; the invoice comes after `count` files. */
function checkDistinct(files: readonly NewAttachment[], count: number): void {
  const seen = new Set<string>();
  for (const [at, { name }] of files.entries()) {
    if (seen.has(name))
      throw invalid(
        at < count ? `files[${at}].name` : "invoice.path",
        `is ${JSON.stringify(name)}, as another file's in this call`,
      );
    seen.add(name);
  }
}

/** Throws 422 on `remove[i]` for an unknown name, and 409 on `files[i].name` for one that is taken and stays so. */
function checkNames(document: PdfDocument, files: readonly NewAttachment[], remove: readonly string[]): void {
  const existing = attachedFiles(document);
  const taken = new Set(existing.map(({ name }) => name));
  for (const [at, name] of remove.entries())
    if (!taken.has(name)) throw invalid(`remove[${at}]`, unknownAttachment(name, existing));
  for (const name of remove) taken.delete(name);
  for (const [at, { name }] of files.entries())
    if (taken.has(name))
      throw conflict(
        `files[${at}].name`,
        `the document already has an attachment named ${JSON.stringify(name)}; remove it in the same call, or choose another name`,
      );
}

/** Throws 422 `operation_failed` if the new file lacks an attachment, or still has a removed one. */
function checkResult(
  attachments: readonly string[],
  files: readonly NewAttachment[],
  remove: readonly string[],
): void {
  const wanted = new Set(files.map(({ name }) => name));
  const lacking = [...wanted].find((name) => !attachments.includes(name));
  const left = remove.find((name) => attachments.includes(name) && !wanted.has(name));
  if (lacking !== undefined || left !== undefined)
    throw failed(
      `the result would ${left === undefined ? "lack" : "still have"} the attachment ${JSON.stringify(left ?? lacking)}; nothing was written`,
    );
}

/** References to embedded streams. */
type Streams = ReturnType<typeof attachFiles>;

/** Withdraws the claims that the new or removed files break. */
async function withdrawBroken(
  session: EditSession,
  files: readonly NewAttachment[],
  streams: Streams,
): Promise<void> {
  const { cos } = session;
  const { pdfa, pdfua } = claimOf(cos);
  if (files.length > 0 && pdfa?.part === "1")
    withdrawClaim(session, "pdfa", "PDF/A-1 forbids attached files");
  const restricted = pdfa?.part === "2" || (pdfa?.part === "4" && pdfa.level !== "F");
  if (restricted && !(await areArchived(session, streams, pdfa.part === "4")))
    withdrawClaim(session, "pdfa", `PDF/A-${pdfa.part} allows only attached files that are PDF/A themselves`);
  if (pdfa?.part === "4" && pdfa.level === "F" && attachedNames(session).length === 0)
    withdrawClaim(session, "pdfa", "PDF/A-4f requires an attached file");

  if (files.every(({ description }) => description !== undefined)) return;
  if (pdfua === "2") withdrawClaim(session, "pdfua", "PDF/UA-2 requires a description of each attached file");
  withdrawClaim(session, "declared", "an attached file has no description");
}

/** Names in the document's list of embedded files, as it is now. */
function attachedNames({ cos }: EditSession): string[] {
  const names = dictAt(cos, cos.catalog.get("Names"));
  return [...readNameTree(cos, names?.get("EmbeddedFiles")).keys()];
}

/** Whether all these embedded files certainly are PDF/A that PDF/A-2, or PDF/A-4, allows. */
async function areArchived({ cos }: EditSession, streams: Streams, isPart4: boolean) {
  if (streams.length === 0) return true;
  const [{ isArchivedFile }, { PdfObject }] = await Promise.all([
    import("../../archive/check.ts"),
    import("../../archive/object.ts"),
  ]);
  const profile = isPart4 ? "pdfa-4" : "pdfa-2b";
  return streams.every((stream) => {
    const file = PdfObject.at(cos, stream);
    return file !== undefined && isArchivedFile(file, profile, 0) === true;
  });
}
