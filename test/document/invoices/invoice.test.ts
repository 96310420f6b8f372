import { describe, expect, it } from "vitest";
import { findInvoice } from "../../../src/document/invoices/find.ts";
import { cii } from "../../support/invoices.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

/** The invoice of a document with these attachments, whose metadata may name one. */
function foundIn(files: Readonly<Record<string, string | Uint8Array>>, named?: string) {
  const warnings: string[] = [];
  const entries = Object.keys(files).map((name, k) => `(${k})<</UF(${name})/EF<</F ${10 + k} 0 R>>>>`);
  const data = Object.values(files).map((xml, k) => [10 + k, { dict: "", data: xml }]);
  const description = `<r:Description xmlns:f="urn:f" f:DocumentFileName="${named}"/>`;
  const packet = `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</r:RDF>`;
  const bytes = pagesPdf([""], {
    root: `/Names<</EmbeddedFiles<</Names[${entries.join("")}]>>>>${named ? "/Metadata 9 0 R" : ""}`,
    more: { 9: { dict: "", data: packet }, ...Object.fromEntries(data) },
  });
  const invoice = findInvoice(read(bytes), (message) => warnings.push(message));
  return { invoice, warnings };
}

const found = (name: string, xml: string | Uint8Array) => foundIn({ [name]: xml });

const head = {
  syntax: "cii",
  number: "R-1",
  issued: "20260131",
  seller: "A & B",
  buyer: "C",
  currency: "EUR",
  net: "100.00",
  tax: "19.00",
  total: "119.00",
};

describe("an attached invoice", () => {
  it.each([
    ["factur-x.xml", "urn:factur-x.eu:1p0:minimum", "factur-x", "minimum"],
    ["factur-x.xml", "urn:factur-x.eu:1p0:basicwl", "factur-x", "basic_wl"],
    [
      "zugferd-invoice.xml",
      "urn:cen.eu:en16931:2017#compliant#urn:zugferd.de:2p0:basic",
      "zugferd-2",
      "basic",
    ],
    ["other.xml", "urn:cen.eu:en16931:2017", "factur-x", "en16931"],
    [
      "factur-x.xml",
      "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended",
      "factur-x",
      "extended",
    ],
    [
      "xrechnung.xml",
      "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
      "xrechnung",
      "xrechnung",
    ],
  ])("named %s with the guideline %s is %s, %s", (name, guideline, standard, level) => {
    expect(found(name, cii(guideline))).toEqual({
      invoice: { standard, level, attachment: name, ...head },
      warnings: [],
    });
  });

  it.each([
    ["ISO-8859-1", "latin1", "Größe"],
    ["UTF-16", "utf16le", "Größe"],
  ] as const)("in %s is read", (name, encoding, seller) => {
    const xml = `<?xml version="1.0" encoding="${name}"?>${cii("x").replace("A &amp; B", seller)}`;
    expect(found("factur-x.xml", Buffer.from(xml, encoding)).invoice?.seller).toBe(seller);
  });

  it.each(["UTF-8-W/O-BOM", "none"])("in an encoding %s that can't be is not read", (name) => {
    const xml = `<?xml version="1.0" encoding="${name}"?>${cii("x")}`;
    expect(found("factur-x.xml", xml)).toEqual({
      invoice: undefined,
      warnings: [expect.stringMatching(/declaration is not well-formed|encoding none is unknown/)],
    });
  });

  it.each([
    ["zugferd-invoice.xml", "factur-x.xml"],
    ["factur-x.xml", "rechnung.xml"],
  ])("beside %s is %s if the metadata names it, with a warning", (other, named) => {
    const files = { [other]: cii("x"), [named]: cii("x") };
    expect(foundIn(files, named.toUpperCase())).toMatchObject({
      invoice: { attachment: named },
      warnings: [`the attachment "${other}" is another invoice, which isn't shown`],
    });
    expect(foundIn(files).invoice?.attachment).toBe(other);
  });

  const tax = (currency: string, amount: string) =>
    `<b:TaxTotalAmount currencyID="${currency}">${amount}</b:TaxTotalAmount>`;
  const noCurrency = (xml: string) => xml.replace(/<b:InvoiceCurrencyCode>EUR<.b:InvoiceCurrencyCode>/, "");
  it.each([
    ["its own currency", cii("", tax("USD", "21.00") + tax("EUR", "19.00")), "19.00"],
    ["the only one, if it names no own", noCurrency(cii("", tax("EUR", "19.00"))), "19.00"],
    [
      "none of several, if it names no own",
      noCurrency(cii("", tax("EUR", "19.00") + tax("USD", "21.00"))),
      undefined,
    ],
  ])("has its tax in %s", (_, xml, expected) => {
    expect(found("factur-x.xml", xml).invoice?.tax).toBe(expected);
  });

  it("may be UBL", () => {
    const ubl = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:b="urn:b"><b:CustomizationID>urn:cen.eu:en16931:2017</b:CustomizationID><b:ID>7</b:ID><b:IssueDate>2026-01-31</b:IssueDate><b:DueDate>2026-02-28</b:DueDate></Invoice>`;
    expect(found("rechnung.xml", Buffer.from(`\ufeff${ubl}`, "utf16le")).invoice).toEqual({
      ...{ standard: "other", level: "en16931", syntax: "ubl", attachment: "rechnung.xml" },
      ...{ number: "7", issued: "2026-01-31", due: "2026-02-28" },
    });
  });

  it.each([
    ["<a>", "has no end"],
    ["<!DOCTYPE a><a/>", "document type declaration"],
    ["<a/>", "root element"],
  ])("that is %s is none, with a warning if its name is known", (xml, warning) => {
    expect(found("factur-x.xml", xml)).toEqual({
      invoice: undefined,
      warnings: [expect.stringContaining(warning)],
    });
    expect(found("notes.xml", xml)).toEqual({ invoice: undefined, warnings: [] });
  });
});
