/** What makes a PDF with an embedded invoice a Factur-X / ZUGFeRD document: the file's name, its level and its metadata. */
import { invalid } from "../../core/problem.ts";
import { decodeXml } from "../../core/xml/decode.ts";
import { parseXml, type XmlElement, XmlError } from "../../core/xml/parse.ts";
import { xmpText } from "../metadata/xmp.ts";
import { guidelineOf, invoiceOf } from "./invoice.ts";
import { doubtsAbout } from "./sums.ts";

/** Levels and their names in the metadata. */
const names = {
  minimum: "MINIMUM",
  basic_wl: "BASIC WL",
  basic: "BASIC",
  en16931: "EN 16931",
  extended: "EXTENDED",
  xrechnung: "XRECHNUNG",
} as const;
export type InvoiceLevel = keyof typeof names;
// Object.keys returns the keys of the table, but its type doesn't say so.
export const invoiceLevels = Object.keys(names) as InvoiceLevel[];

const isLevel = (text: string | undefined): text is InvoiceLevel =>
  invoiceLevels.some((level) => level === text);

/** Namespace of the metadata. */
export const facturXNamespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
/** Namespaces of the metadata of all versions. */
export const invoiceNamespaces: readonly string[] = [
  facturXNamespace,
  "urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#",
  "urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#",
];

/** An invoice to embed. */
export interface FacturX {
  readonly level: InvoiceLevel;
  /** Name of the embedded file. */
  readonly name: string;
  /** The metadata's properties, by name. */
  readonly properties: Readonly<Record<string, string>>;
  /** What it lacks, and sums that don't add up. */
  readonly doubts: readonly string[];
}

/** Reads an invoice's XML. Throws 422 on `invoice.path` or `invoice.level`. */
export function readFacturX(bytes: Uint8Array, given: InvoiceLevel | undefined): FacturX {
  const root = rootOf(bytes);
  const invoice = invoiceOf(root, "");
  if (invoice?.standard === "order-x") throw invalid("invoice.path", "is an order, not an invoice");
  if (invoice?.standard === "zugferd-1")
    throw invalid("invoice.path", "is an invoice of ZUGFeRD 1, which Factur-X has replaced");
  if (invoice?.syntax !== "cii")
    throw invalid("invoice.path", "is no invoice in CII, the syntax of Factur-X and ZUGFeRD");

  const guideline = guidelineOf(root);
  const level = levelOf(invoice.level, guideline, given);
  const name = level === "xrechnung" ? "xrechnung.xml" : "factur-x.xml";
  const version = /xrechnung_(\d{1,3}\.\d{1,3})/i.exec(guideline ?? "")?.[1];
  return {
    level,
    name,
    properties: {
      DocumentType: "INVOICE",
      DocumentFileName: name,
      Version: (level === "xrechnung" ? version : undefined) ?? "1.0",
      ConformanceLevel: names[level],
    },
    doubts: doubtsAbout(root, invoice),
  };
}

function rootOf(bytes: Uint8Array): XmlElement {
  try {
    return parseXml(decodeXml(bytes, xmpText));
  } catch (error) {
    if (error instanceof XmlError) throw invalid("invoice.path", `can't be read as XML: ${error.message}`);
    throw error;
  }
}

/** The level that the guideline names; the given one if it names none that we know. */
function levelOf(
  found: string | undefined,
  guideline: string | undefined,
  given: InvoiceLevel | undefined,
): InvoiceLevel {
  if (!isLevel(found)) {
    if (given) return given;
    const named =
      guideline === undefined ? "the XML has no guideline" : "the XML's guideline is of no known level";
    throw invalid("invoice.level", `is required, because ${named}`);
  }
  if (given && given !== found)
    throw invalid("invoice.level", `is ${given}, but the XML's guideline says ${found}`);
  return found;
}
