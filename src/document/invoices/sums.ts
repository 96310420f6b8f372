/** What an invoice in CII lacks, and which of its sums don't add up (EN 16931, BR-CO-10 to BR-CO-16). */
import type { XmlElement } from "../../core/xml/parse.ts";
import { at, elementsAt, type Invoice, inCurrency } from "./invoice.ts";

/** Decimals that amounts are compared with. */
const decimals = 10;
/** A hundredth. */
const rounding = 10n ** BigInt(decimals - 2);

/** An amount as an integer; undefined if it is none. */
function amountOf(text: string | undefined): bigint | undefined {
  const [, sign = "", whole, fraction = ""] = /^([-+]?)(\d{1,30})(?:\.(\d{1,10}))?$/.exec(text ?? "") ?? [];
  return whole === undefined ? undefined : BigInt(`${sign}${whole}${fraction.padEnd(decimals, "0")}`);
}

const textOf = (amount: bigint): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0{1,8}$/, "");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -decimals)}.${fraction}`;
};

const settlement = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement";
const lines = "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem";
const lineTotal =
  "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";
/** Lines that group others, or only inform, aren't added up. */
const statusOfLine = "AssociatedDocumentLineDocument/LineStatusReasonCode";

/** Sentences about an invoice, without its name. */
export function doubtsAbout(root: XmlElement, invoice: Invoice): string[] {
  const { number, issued, seller, buyer } = invoice;
  const missing = Object.entries({ number, date: issued, seller, buyer }).flatMap(([name, value]) =>
    value === undefined ? [`it has no ${name}`] : [],
  );
  return [...missing, ...wrongSums(root, invoice)];
}

function wrongSums(root: XmlElement, { currency, level }: Invoice): string[] {
  const header = elementsAt(root, settlement)[0];
  const sums = elementsAt(header, "SpecifiedTradeSettlementHeaderMonetarySummation")[0];
  const sum = (name: string) => amountOf(at(sums, `${name}Amount`));
  const or0 = (amount: bigint | undefined) => amount ?? 0n;
  const own = elementsAt(root, lines)
    .filter((line) => !["GROUP", "INFORMATION"].includes(at(line, statusOfLine) ?? ""))
    .map((line) => amountOf(at(line, lineTotal)));
  const taxes = elementsAt(header, "ApplicableTradeTax/CalculatedAmount").map((one) =>
    amountOf(one.text().trim()),
  );
  const stated = elementsAt(sums, "TaxTotalAmount");
  const tax = stated.length === 0 ? 0n : amountOf(inCurrency(stated, currency));
  const [all, net, total] = [sum("LineTotal"), sum("TaxBasisTotal"), sum("GrandTotal")];

  // Each sum, what it should be, and how many amounts were added up.
  const rows: readonly (readonly [string, bigint | undefined, bigint | undefined, number])[] = [
    ["the lines", all, own.length > 0 ? added(own) : undefined, own.length],
    [
      "the net amount",
      net,
      all === undefined ? undefined : all - or0(sum("AllowanceTotal")) + or0(sum("ChargeTotal")),
      1,
    ],
    ["the tax", tax, taxes.length > 0 ? added(taxes) : undefined, taxes.length],
    ["the total", total, net === undefined || tax === undefined ? undefined : net + tax, 1],
    [
      "the amount due",
      // The lowest level has no prepaid amount.
      level === "minimum" ? undefined : sum("DuePayable"),
      total === undefined ? undefined : total - or0(sum("TotalPrepaid")) + or0(sum("Rounding")),
      1,
    ],
  ];
  return rows.flatMap(([name, is, should, count]) => {
    if (is === undefined || should === undefined) return [];
    // Extended invoices may have a rounding difference for each amount.
    const tolerance = level === "extended" ? rounding * BigInt(count) : 0n;
    const difference = is > should ? is - should : should - is;
    return difference <= tolerance
      ? []
      : [
          `${name} should add up to ${textOf(should)}, and ${name === "the lines" ? "are" : "is"} ${textOf(is)}`,
        ];
  });
}

/** The sum; undefined if one of the amounts is none. */
function added(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  return sum;
}
