/**
 * Head fields of electronic invoices and orders in XML: UN/CEFACT CII (Factur-X, ZUGFeRD, XRechnung, Order-X) and UBL. Fields are
 * found by their elements' local names, because versions differ in prefixes and namespaces.
 */
import { parseXml, type XmlElement } from "../../core/xml/parse.ts";
import type { Standard } from "./standards.ts";

/** An invoice's head; strings as in the XML, and absent where it has none. */
export interface Invoice {
  readonly standard: Standard;
  readonly level?: string;
  readonly syntax: "cii" | "ubl";
  /** Name of the attachment. */
  readonly attachment: string;
  readonly number?: string;
  readonly issued?: string;
  readonly due?: string;
  readonly seller?: string;
  readonly buyer?: string;
  readonly currency?: string;
  readonly net?: string;
  readonly tax?: string;
  readonly total?: string;
}

/** Names that standards give to the attachment, in lower case. */
export const knownNames: readonly string[] = [
  "factur-x.xml",
  "zugferd-invoice.xml",
  "xrechnung.xml",
  "order-x.xml",
];

/** Bytes of XML, decoded. */
export const maxInvoiceBytes = 20_000_000;

interface Kind {
  readonly syntax: "cii" | "ubl";
  readonly isOrder: boolean;
  readonly isFirst: boolean;
}

const uncefact = "urn:un:unece:uncefact:data:";
const oasis = "urn:oasis:names:specification:ubl:schema:xsd:";

/** What a root element begins; undefined if it isn't an invoice or an order. */
function kindOf({ name, namespace }: XmlElement): Kind | undefined {
  const cii = (isOrder: boolean, isFirst = false): Kind => ({ syntax: "cii", isOrder, isFirst });
  if (name === "CrossIndustryInvoice" && namespace.startsWith(uncefact)) return cii(false);
  // ZUGFeRD 1, and the release before it.
  if (name === "CrossIndustryDocument" && namespace.startsWith("urn:ferd:")) return cii(false, true);
  if (name === "Invoice" && namespace.startsWith(uncefact)) return cii(false, true);
  if (name.startsWith("SCRDMCCBDACIO") && namespace.startsWith(uncefact)) return cii(true);
  if (!namespace.startsWith(oasis)) return undefined;
  if (name === "Invoice" || name === "CreditNote") return { syntax: "ubl", isOrder: false, isFirst: false };
  return name.startsWith("Order") ? { syntax: "ubl", isOrder: true, isFirst: false } : undefined;
}

/** The text of the first element at a path of local names; undefined if there is none, or it is empty. */
export function at(root: XmlElement | undefined, path: string): string | undefined {
  const text = elementsAt(root, path)[0]?.text().trim();
  return text === "" ? undefined : text;
}

/** All elements at a path of local names, which may be "|"-separated alternatives. */
export function elementsAt(root: XmlElement | undefined, path: string): XmlElement[] {
  let found = root ? [root] : [];
  for (const step of path.split("/")) {
    const names = step.split("|");
    found = found.flatMap(({ children }) => children.filter(({ name }) => names.includes(name)));
  }
  return found;
}

/** Levels by the end of the guideline's identifier. */
const guidelines: readonly (readonly [RegExp, string])[] = [
  [/xrechnung/, "xrechnung"],
  [/minimum$/, "minimum"],
  [/basic[ _-]?wl$/, "basic_wl"],
  [/basic$/, "basic"],
  [/comfort$/, "comfort"],
  [/extended$/, "extended"],
  [/^urn:cen\.eu:en16931:2017(?:#compliant#urn:(?:factur-x|zugferd)\.[a-z]{2}:[12]p\d:en16931)?$/, "en16931"],
];

function levelOf(guideline: string | undefined): string | undefined {
  const text = guideline?.toLowerCase().trim() ?? "";
  return guidelines.find(([pattern]) => pattern.test(text))?.[1];
}

/** The identifier of the rules that an invoice follows (BT-24). */
export function guidelineOf(root: XmlElement): string | undefined {
  if (kindOf(root)?.syntax === "ubl") return at(root, "CustomizationID");
  return at(
    root,
    "ExchangedDocumentContext|SpecifiedExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID",
  );
}

function standardOf(kind: Kind, guideline: string | undefined, name: string): Standard {
  if (kind.isOrder) return "order-x";
  if (kind.isFirst) return "zugferd-1";
  if (/xrechnung/i.test(guideline ?? "")) return "xrechnung";
  if (kind.syntax === "ubl") return "other";
  return name.toLowerCase() === "zugferd-invoice.xml" ? "zugferd-2" : "factur-x";
}

/** An invoice's head by the name of its attachment; undefined if the XML is something else. Throws `XmlError`. */
export const readInvoice = (xml: string, attachment: string): Invoice | undefined =>
  invoiceOf(parseXml(xml), attachment);

export function invoiceOf(root: XmlElement, attachment: string): Invoice | undefined {
  const kind = kindOf(root);
  if (!kind) return undefined;
  const guideline = guidelineOf(root);
  const level = levelOf(guideline);
  const head = kind.syntax === "cii" ? ciiHead(root) : ublHead(root);
  const present = Object.entries(head).filter(([, value]) => value !== undefined);
  return {
    standard: standardOf(kind, guideline, attachment),
    ...(level !== undefined && { level }),
    syntax: kind.syntax,
    attachment,
    ...Object.fromEntries(present),
  };
}

type Head = Readonly<Record<string, string | undefined>>;

function ciiHead(root: XmlElement): Head {
  const document = elementsAt(root, "ExchangedDocument|HeaderExchangedDocument")[0];
  const trade = elementsAt(root, "SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction")[0];
  const agreement = elementsAt(
    trade,
    "ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement",
  )[0];
  const settlement = elementsAt(
    trade,
    "ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement",
  )[0];
  const sums = elementsAt(
    settlement,
    "SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation",
  )[0];
  const currency = at(settlement, "InvoiceCurrencyCode|OrderCurrencyCode");
  const party = (role: string) =>
    at(agreement, `${role}/Name`) ?? at(agreement, `${role}/SpecifiedLegalOrganization/TradingBusinessName`);
  return {
    number: at(document, "ID"),
    issued: at(document, "IssueDateTime/DateTimeString"),
    due: at(settlement, "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"),
    seller: party("SellerTradeParty"),
    buyer: party("BuyerTradeParty"),
    currency,
    net: at(sums, "TaxBasisTotalAmount"),
    tax: inCurrency(elementsAt(sums, "TaxTotalAmount"), currency),
    total: at(sums, "GrandTotalAmount"),
  };
}

/** An amount in the invoice's currency, if that is known: taxes may be stated in that of the accounts as well. */
export function inCurrency(amounts: readonly XmlElement[], currency: string | undefined): string | undefined {
  const currencyOf = ({ attributes }: XmlElement) =>
    attributes.find(({ name }) => name === "currencyID")?.value;
  const own =
    amounts.find((one) => currencyOf(one) === currency) ??
    amounts.find((one) => currencyOf(one) === undefined) ??
    (currency === undefined && amounts.length === 1 ? amounts[0] : undefined);
  const text = own?.text().trim();
  return text === "" ? undefined : text;
}

function ublHead(root: XmlElement): Head {
  const currency = at(root, "DocumentCurrencyCode");
  const party = (role: string) =>
    at(root, `${role}/Party/PartyLegalEntity/RegistrationName`) ?? at(root, `${role}/Party/PartyName/Name`);
  const sums = elementsAt(root, "LegalMonetaryTotal|AnticipatedMonetaryTotal")[0];
  return {
    number: at(root, "ID"),
    issued: at(root, "IssueDate"),
    due: at(root, "DueDate") ?? at(root, "PaymentMeans/PaymentDueDate"),
    seller: party("AccountingSupplierParty") ?? party("SellerSupplierParty"),
    buyer: party("AccountingCustomerParty") ?? party("BuyerCustomerParty"),
    currency,
    net: at(sums, "TaxExclusiveAmount"),
    tax: inCurrency(elementsAt(root, "TaxTotal/TaxAmount"), currency),
    total: at(sums, "TaxInclusiveAmount"),
  };
}
