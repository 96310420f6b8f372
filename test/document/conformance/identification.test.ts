import { describe, expect, it } from "vitest";
import { claimIn } from "../../../src/document/conformance/claim.ts";
import { identificationOf, packetWithClaim } from "../../../src/document/conformance/identification.ts";
import { xmpProperty } from "../../../src/document/metadata/xmp.ts";
import { declarations, xmpPacket } from "../../support/claims.ts";

const both = xmpPacket(
  'pdf:Producer="kept" pdfaid:part="2" pdfaid:conformance="A"',
  "<pdfuaid:part>1</pdfuaid:part><pdfuaid:amd rdf:parseType='Literal' />",
);
const pdfa = { part: "2", level: "A" };

describe("a packet with a different claim", () => {
  it("loses only the withdrawn claim", () => {
    expect(packetWithClaim(both, { pdfa, pdfua: undefined, declared: undefined })).toBe(
      xmpPacket('pdf:Producer="kept" pdfaid:part="2" pdfaid:conformance="A"'),
    );
    const ua = packetWithClaim(both, { pdfa: undefined, pdfua: "1", declared: undefined });
    expect(ua).not.toContain("pdfaid");
    expect(xmpProperty(ua, "pdfuaid:part")).toBe("1");
  });

  it("gets the lower level, as attribute or element", () => {
    const lower = { pdfa: { part: "2", level: "B" }, pdfua: "1", declared: undefined };
    expect(packetWithClaim(both, lower)).toContain('pdfaid:conformance="B"');
    const element = xmpPacket("", "<pdfaid:conformance>A</pdfaid:conformance>");
    expect(packetWithClaim(element, lower)).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
  });

  it("loses claims with other prefixes, in CDATA, and of PDF/X", () => {
    const ns = 'xmlns:a="http://www.aiim.org/pdfa/ns/id/"';
    const packet = xmpPacket(
      `${ns} a:rev="2" p:k="kept"`,
      "<a:part><![CDATA[2]]></a:part><x:GTS_PDFXVersion>PDF/X-4</x:GTS_PDFXVersion>",
    );
    const nothing = { pdfa: undefined, pdfua: undefined, declared: undefined };
    expect(packetWithClaim(packet, nothing)).toBe(xmpPacket(`${ns} p:k="kept"`));
    const lower = packet.replace("<a:part>", "<a:conformance><![CDATA[A]]></a:conformance><a:part>");
    expect(claimIn(packetWithClaim(lower, { ...nothing, pdfa: { part: "2", level: "B" } })).pdfa).toEqual({
      part: "2",
      level: "B",
    });
    expect(claimIn(identificationOf(packet) ?? "").pdfa?.part).toBe("2");
  });

  it("is created in linear time, even with many unclosed tags", () => {
    const open = "<pdfaid:part ".repeat(100_000);
    expect(packetWithClaim(open, { pdfa: undefined, pdfua: undefined, declared: undefined })).toBe(open);
  });
});

describe("the identification of a packet", () => {
  it("is a packet with the same claim and nothing else", () => {
    const packet =
      identificationOf(both.replace('pdfaid:part="2"', 'pdfaid:part="4" pdfaid:rev="2020"')) ?? "";
    for (const [property, value] of [
      ["pdfaid:part", "4"],
      ["pdfaid:conformance", "A"],
      ["pdfaid:rev", "2020"],
      ["pdfuaid:part", "1"],
      ["dc:title", ""],
      ["pdf:Producer", undefined],
    ] as const)
      expect([property, xmpProperty(packet, property)]).toEqual([property, value]);
  });

  it("keeps declarations, but not their author", () => {
    const by = "<pdfd:claimData><rdf:Bag><pdfd:claimBy>somebody</pdfd:claimBy></rdf:Bag></pdfd:claimData>";
    const packet = xmpPacket("", declarations("wtpdf#reuse1.0").replace("</rdf:li>", `${by}</rdf:li>`));
    expect(claimIn(packet).declared).toBe("wtpdf#reuse1.0");
    expect(claimIn(identificationOf(packet) ?? "").declared).toBe("wtpdf#reuse1.0");
    expect(identificationOf(packet)).not.toContain("somebody");
    expect(packetWithClaim(packet, { pdfa: undefined, pdfua: undefined, declared: undefined })).toBe(
      xmpPacket(""),
    );
  });

  it("is undefined without a claim, and drops malformed values", () => {
    expect(identificationOf(xmpPacket('pdf:Producer="x"'))).toBeUndefined();
    expect(identificationOf(xmpPacket('pdfaid:part="2 or not: secret"'))).toBeUndefined();
  });
});
