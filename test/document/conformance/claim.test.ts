import { describe, expect, it } from "vitest";
import { claimIn, claimOf, claimText, commonClaim } from "../../../src/document/conformance/claim.ts";
import { claiming, declarations, xmpPacket } from "../../support/claims.ts";
import { read } from "../../support/read-again.ts";

const claimed = (properties: string) => claimText(claimOf(read(claiming(properties)).cos));

describe("what a document claims", () => {
  it("is what the identification schemas of its XMP say", () => {
    expect(claimed('pdfaid:part="2" pdfaid:conformance="b"')).toBe("PDF/A-2b");
    expect(claimed("pdfaid:part='4' pdfuaid:part='2'")).toBe("PDF/A-4 and PDF/UA-2");
    expect(claimed('pdfuaid:part="1"')).toBe("PDF/UA-1");
    expect(claimed('pdf:Producer="pdfaid"')).toBe("");
  });

  it("is what PDF Declarations name", () => {
    const wtpdf = xmpPacket('pdfuaid:part="2"', declarations("wtpdf#reuse1.0", "wtpdf#accessibility1.0"));
    expect(claimText(claimIn(wtpdf))).toBe("PDF/UA-2 and wtpdf#accessibility1.0, wtpdf#reuse1.0");
    expect(claimText(commonClaim(claimIn(wtpdf), claimIn(xmpPacket('pdfuaid:part="2"'))))).toBe("PDF/UA-2");
  });

  it("is nothing where the metadata cannot be read", () => {
    const broken = { dict: "/Type/Metadata/Filter/FlateDecode", data: "no deflated data" };
    expect(claimText(claimOf(read(claiming("", broken)).cos))).toBe("");
  });
});

describe("what two claims have in common", () => {
  const a = (part: string, level: string) => ({
    pdfa: { part, level },
    pdfua: undefined,
    declared: undefined,
  });
  const common = (one: ReturnType<typeof a>, other: ReturnType<typeof a>) =>
    claimText(commonClaim(one, other));

  it("is the lower level of one part", () => {
    expect(common(a("2", "A"), a("2", "U"))).toBe("PDF/A-2u");
    expect(common(a("2", "B"), a("2", "U"))).toBe("PDF/A-2b");
    expect(common(a("4", "F"), a("4", "F"))).toBe("PDF/A-4f");
  });

  it("is nothing between parts, and between levels that do not ask for each other", () => {
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
