/** Finds the electronic invoice among a document's attachments. */
import { decodeXml } from "../../core/xml/decode.ts";
import { XmlError } from "../../core/xml/parse.ts";
import type { CosDocument } from "../../cos/document.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type AttachedFile, attachedFiles } from "../attachments/attachments.ts";
import { packetOf, xmpText } from "../metadata/xmp.ts";
import { parsePacket } from "../metadata/xmp-edit.ts";
import type { PdfDocument } from "../open.ts";
import { dataOf } from "../typed-get.ts";
import { type Invoice, knownNames, maxInvoiceBytes, readInvoice } from "./invoice.ts";

/** Attachments of each kind that are looked at. */
const maxLooked = 20;

/**
 * The document's invoice: an attachment with the name in the document's metadata, or with a known one, else any XML whose root
 * is an invoice's. Warns about those of the first kinds that can't be read or aren't chosen. `except` has names that aren't
 * looked at.
 */
export function findInvoice(
  document: PdfDocument,
  warn: (message: string) => void,
  except: ReadonlySet<string> = new Set(),
): Invoice | undefined {
  const { cos } = document;
  const files = attachedFiles(document).filter(({ name }) => !except.has(name));
  if (files.length === 0) return undefined;
  const named = nameInMetadata(cos)?.toLowerCase();
  const isNamed = ({ name }: AttachedFile) => name.toLowerCase() === named;
  const isKnown = ({ name }: AttachedFile) => knownNames.includes(name.toLowerCase());
  const expected = [...files.filter(isNamed), ...files.filter((file) => !isNamed(file) && isKnown(file))];
  let invoice: Invoice | undefined;
  for (const file of expected.slice(0, maxLooked)) {
    const found = invoiceIn(cos, file);
    const quoted = JSON.stringify(file.name);
    if (typeof found === "string") warn(`the attachment ${quoted} can't be read as an invoice: ${found}`);
    else if (invoice) warn(`the attachment ${quoted} is another invoice, which isn't shown`);
    else invoice = found;
  }
  if (invoice) return invoice;
  const others = files.filter((file) => !expected.includes(file) && mayBeXml(cos, file));
  for (const file of others.slice(0, maxLooked)) {
    const found = invoiceIn(cos, file);
    if (typeof found !== "string") return found;
  }
  return undefined;
}

/** An attachment's invoice, or why it isn't one. */
export function invoiceIn(cos: CosDocument, { name, stream }: AttachedFile): Invoice | string {
  try {
    const data = cos.decode(stream, maxInvoiceBytes);
    cos.budget.during("an embedded invoice", () => cos.budget.spend(data.length >> 3));
    return readInvoice(decodeXml(data, xmpText), name) ?? "its root element is not an invoice's";
  } catch (error) {
    if (error instanceof XmlError) return error.message;
    if (error instanceof CosError && error.reason === "limit")
      return `it has more than ${maxInvoiceBytes / 1e6} MB`;
    if (error instanceof CosError && error.reason !== "work") return error.message;
    throw error;
  }
}

/** Whether an attachment says that it is XML, or begins like it. */
function mayBeXml(cos: CosDocument, { name, stream }: AttachedFile): boolean {
  if (/\.xml$/i.test(name)) return true;
  const start = dataOf(cos, stream, maxInvoiceBytes)?.subarray(0, 100);
  return start !== undefined && xmpText(start).replace("\ufeff", "").trimStart().startsWith("<");
}

/** The name of the invoice in the metadata's schema: Factur-X, ZUGFeRD or Order-X. */
function nameInMetadata(cos: CosDocument): string | undefined {
  const packet = packetOf(cos);
  const tree = packet?.includes("DocumentFileName") ? parsePacket(packet) : undefined;
  for (const description of tree?.children ?? []) {
    const attribute = description.attributes.find(({ name }) => name === "DocumentFileName");
    const element = description.children.find(({ name }) => name === "DocumentFileName");
    const name = attribute?.value ?? element?.text().trim();
    if (name) return name;
  }
  return undefined;
}
