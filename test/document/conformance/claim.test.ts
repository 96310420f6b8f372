import { describe, expect, it } from "vitest";
import { claimIn, claimOf, claimText, commonClaim } from "../../../src/document/conformance/claim.ts";
import { claiming, declarations, xmpPacket } from "../../support/claims.ts";
import { read } from "../../support/read-again.ts";

const claimed = (properties: string) => claimText(claimOf(read(claiming(properties)).cos));

describe("a document's claim", () => {
  it("is read from the identification schemas of its XMP", () => {
    expect(claimed('pdfaid:part="2" pdfaid:conformance="b"')).toBe("PDF/A-2b");
    expect(claimed("pdfaid:part='4' pdfuaid:part='2'")).toBe("PDF/A-4 and PDF/UA-2");
    expect(claimed('pdfuaid:part="1"')).toBe("PDF/UA-1");
    expect(claimed('pdf:Producer="pdfaid"')).toBe("");
  });

  it("is found by namespace, whatever the prefix, in CDATA, and around comments", () => {
    const ns = 'xmlns:a="http://www.aiim.org/pdfa/ns/id/"';
    const own = (elements: string) => claimText(claimIn(xmpPacket(ns, elements)));
    expect(own("<a:part>2</a:part><a:conformance>U</a:conformance>")).toBe("PDF/A-2u");
    expect(own("<a:part><![CDATA[3]]></a:part>")).toBe("PDF/A-3");
    expect(own("<a:part><!-- > part 1 --> 2 <?x y?></a:part>")).toBe("PDF/A-2");
    expect(own("<!--<a:part>1</a:part>--><a:part>&#x32;</a:part>")).toBe("PDF/A-2");
    expect(own('<b:part xmlns:b="http://www.aiim.org/pdfua/ns/id/">1</b:part><b:part>2</b:part>')).toBe(
      "PDF/UA-1",
    );
    expect(own("<x:part xmlns:a='urn:other'><a:part>1</a:part></x:part>")).toBe("");
    expect(claimText(claimIn(xmpPacket(`${ns} a:part='2' a:conformance = "b"`)))).toBe("PDF/A-2b");
    expect(claimText(claimIn(xmpPacket("", '<part xmlns="http://www.aiim.org/pdfa/ns/id/">4</part>')))).toBe(
      "PDF/A-4",
    );
  });

  it("is the version of PDF/X, PDF/VT or PDF/E in its information dictionary or XMP", () => {
    expect(claimText(claimIn("", new Map([["GTS_PDFXVersion", "PDF/X-3:2002"]])))).toBe("PDF/X-3:2002");
    const x1a = new Map([
      ["GTS_PDFXVersion", "PDF/X-1:2001"],
      ["GTS_PDFXConformance", "PDF/X-1a:2001"],
    ]);
    expect(claimText(claimIn("", x1a))).toBe("PDF/X-1a:2001");
    const vt = xmpPacket(
      'pdfxid:GTS_PDFXVersion="PDF/X-4"',
      "<v:GTS_PDFVTVersion>PDF/VT-1</v:GTS_PDFVTVersion>",
    );
    expect(claimText(claimIn(vt))).toBe("PDF/X-4 and PDF/VT-1");
    expect(claimText(claimIn(xmpPacket('pdfe:ISO_PDFEVersion="PDF/E-1"')))).toBe("PDF/E-1");
    expect(claimText(claimIn("", new Map([["GTS_PDFXVersion", "\u001b[2J"]])))).toBe("PDF/X");
  });

  it("is found in linear time", () => {
    const deep = `<pdfaid:part xmlns:a="b">`.repeat(30_000);
    expect(claimText(claimIn(deep + "</b>".repeat(30_000)))).toBe("");
    expect(claimText(claimIn(deep + "</pdfaid:part>".repeat(30_000)))).toBe("");
  });

  it("includes PDF Declarations", () => {
    const wtpdf = xmpPacket('pdfuaid:part="2"', declarations("wtpdf#reuse1.0", "wtpdf#accessibility1.0"));
    expect(claimText(claimIn(wtpdf))).toBe("PDF/UA-2 and wtpdf#accessibility1.0, wtpdf#reuse1.0");
    expect(claimText(commonClaim(claimIn(wtpdf), claimIn(xmpPacket('pdfuaid:part="2"'))))).toBe("PDF/UA-2");
  });

  it("is empty if the metadata can't be read", () => {
    const broken = { dict: "/Type/Metadata/Filter/FlateDecode", data: "no deflated data" };
    expect(claimText(claimOf(read(claiming("", broken)).cos))).toBe("");
  });
});

describe("the common claim of two documents", () => {
  const a = (part: string, level: string) => ({
    pdfa: { part, level },
    pdfua: undefined,
    declared: undefined,
  });
  const common = (one: ReturnType<typeof a>, other: ReturnType<typeof a>) =>
    claimText(commonClaim(one, other));

  it("is the lower level of the same part", () => {
    expect(common(a("2", "A"), a("2", "U"))).toBe("PDF/A-2u");
    expect(common(a("2", "B"), a("2", "U"))).toBe("PDF/A-2b");
    expect(common(a("4", "F"), a("4", "F"))).toBe("PDF/A-4f");
  });

  it("is empty for different parts and for unrelated levels", () => {
    expect(common(a("1", "B"), a("2", "B"))).toBe("");
    expect(common(a("4", "F"), a("4", ""))).toBe("");
    expect(
      commonClaim(
        { pdfa: undefined, pdfua: "1", declared: undefined },
        { pdfa: undefined, pdfua: "2", declared: undefined },
      ).pdfua,
    ).toBeUndefined();
  });
});
