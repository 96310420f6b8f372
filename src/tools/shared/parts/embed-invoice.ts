/** Embeds an electronic invoice, which makes a document Factur-X / ZUGFeRD: PDF/A-3 with metadata of its own. */
import type { InputFile } from "../../../core/document-io.ts";
import { conflict, failed, invalid } from "../../../core/problem.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { NewAttachment } from "../../../document/attachments/attach.ts";
import { attachedFiles } from "../../../document/attachments/attachments.ts";
import { claimOf } from "../../../document/conformance/claim.ts";
import type { EditSession } from "../../../document/edit.ts";
import {
  type FacturX,
  facturXNamespace,
  type InvoiceLevel,
  invoiceNamespaces,
  readFacturX,
} from "../../../document/invoices/factur-x.ts";
import { findInvoice } from "../../../document/invoices/find.ts";
import { maxInvoiceBytes } from "../../../document/invoices/invoice.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { withDocument } from "../../../recovery/with-repair.ts";
import { archiveDocument } from "../archive-document.ts";
import type { NewFileResult } from "../edit-tool.ts";

/** The field `invoice` of pdf_attach. */
interface Given {
  readonly level?: InvoiceLevel | undefined;
  readonly relationship?: NewAttachment["relationship"] | undefined;
}

/** How the document is written. */
interface Writing {
  readonly password: string;
  /** Changes the attachments. */
  embed(session: EditSession): void;
  /** Checks the attachments of the new file. */
  verify(after: PdfDocument): void;
  /** Whether pages look different without removed attachments. */
  readonly looksNew: boolean;
}

/** An invoice to embed. */
export interface EmbeddedInvoice {
  readonly attachment: NewAttachment;
  /** Throws 409 on `invoice.path` if its name is taken, or another attachment that stays is an invoice. */
  check(document: PdfDocument, remove: readonly string[]): void;
  write(input: string, output: string, context: ToolContext, writing: Writing): Promise<NewFileResult>;
}

/** Reads the invoice's XML. Throws 422 on a field of `invoice`. */
export function readInvoiceFile(file: InputFile, { level: wanted, relationship }: Given): EmbeddedInvoice {
  if (file.size > maxInvoiceBytes) throw invalid("invoice.path", `has more than ${maxInvoiceBytes / 1e6} MB`);
  const facturX = readFacturX(file.read(0, file.size), wanted);
  const { name, level } = facturX;
  // The XML of these levels isn't the whole invoice.
  const usual = level === "minimum" || level === "basic_wl" ? "data" : "alternative";
  return {
    attachment: {
      ...{ file, name, mime: "text/xml", relationship: relationship ?? usual },
      description: "Electronic invoice",
    },
    check: (document, remove) => checkFree(document, name, remove),
    write: (input, output, context, writing) => writeInvoice(input, output, context, facturX, writing),
  };
}

/** Makes the document PDF/A-3 with the metadata of Factur-X. */
async function writeInvoice(
  input: string,
  output: string,
  context: ToolContext,
  facturX: FacturX,
  { password, embed, verify, looksNew }: Writing,
): Promise<NewFileResult> {
  using source = context.files.openInput(input, "input");
  return await withDocument(source, context, password, async (document) => {
    if (document.cos.encryption)
      throw failed((names) => `PDF/A-3 forbids encryption: use ${names.tool("pdf_unlock")} first`);
    const { pdfa } = claimOf(document.cos);
    const claimed = pdfa?.part === "3" ? pdfa.level : "";
    using target = context.files.newFile(output, "output");
    const { after } = await archiveDocument(document, source, target, context, {
      level: claimed === "U" || claimed === "A" ? "3u" : "3b",
      isTagged: claimed === "A",
      substituteFonts: true,
      properties: {
        namespace: facturXNamespace,
        prefix: "fx",
        texts: facturX.properties,
        replaces: invoiceNamespaces,
      },
      edit(session) {
        embed(session);
        return looksNew;
      },
    });
    verify(after);
    for (const doubt of facturX.doubts) context.warn(`check the invoice: ${doubt}`);
    await context.pause();
    const { path, bytes } = target.publish();
    return { output: path, pages: document.pages.count, bytes };
  });
}

function checkFree(document: PdfDocument, name: string, remove: readonly string[]): void {
  const removed = new Set(remove);
  const found = attachedFiles(document).some((file) => file.name === name && !removed.has(name))
    ? name
    : findInvoice(document, () => {}, removed)?.attachment;
  if (found !== undefined)
    throw conflict(
      "invoice.path",
      `the document already has the invoice ${JSON.stringify(found)}; remove it in the same call`,
    );
}
