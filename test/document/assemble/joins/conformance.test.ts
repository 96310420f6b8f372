import { describe, expect, it } from "vitest";
import { claimOf, claimText } from "../../../../src/document/conformance/claim.ts";
import { claiming, xmpPacket } from "../../../support/claims.ts";
import { type BuiltPdf, pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, type Part } from "../../../support/read-again.ts";

const claim = (attributes: string, root = "", page = "", more: BuiltPdf["objects"] = {}) =>
  claiming(attributes, undefined, { root, page, more });
const pdfa = (part: string, level: string) => `pdfaid:part="${part}" pdfaid:conformance="${level}"`;
const intent = (profile: string) => `/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile ${profile}>>]`;
const spot = (space: string) => `/Resources<</ColorSpace<</S[/Separation/Gold/${space}<<>>]>>>>`;

function merged(...files: readonly Part[]) {
  const { document, warnings } = assemble(...files);
  return { document, claim: claimText(claimOf(document.cos)), warnings };
}

describe("a merge claims", () => {
  it("what all files claim, without a warning", () => {
    const one = claim(`${pdfa("2", "B")} pdfuaid:part="1"`);
    expect(merged(one, one)).toMatchObject({ claim: "PDF/A-2b and PDF/UA-1", warnings: "" });
  });

  it("the lower level, or nothing, if a file claims less, with a warning", () => {
    const a = claim(pdfa("2", "A"));
    expect(merged(a, claim(pdfa("2", "B")))).toMatchObject({
      claim: "PDF/A-2b",
      warnings: "the result claims PDF/A-2b, not PDF/A-2a: a later file claims PDF/A-2b",
    });
    expect(merged(a, claim(""))).toMatchObject({
      claim: "",
      warnings: "the result no longer claims PDF/A-2a: a later file claims nothing of the kind",
    });
  });

  it("nothing that only a later file claims", () => {
    expect(merged(claim(""), claim(pdfa("2", "B")))).toMatchObject({ claim: "", warnings: "" });
  });

  it("no PDF/UA, and at most level B, if the structure tree is damaged", () => {
    const broken = claim(`${pdfa("2", "A")} pdfuaid:part="1"`, "/StructTreeRoot(none)");
    expect(merged(broken, broken)).toMatchObject({
      claim: "PDF/A-2b",
      warnings: expect.stringContaining("not PDF/A-2a and PDF/UA-1: its tags are damaged"),
    });
  });

  it("no PDF/A if output intents or spot colors differ", () => {
    const one = claim(pdfa("2", "B"), intent("1"), spot("DeviceGray"));
    expect(merged(one, one)).toMatchObject({ claim: "PDF/A-2b", warnings: "" });
    expect(merged(one, claim(pdfa("2", "B"), intent("2"))).warnings).toContain("another output intent");
    const gold = merged(one, claim(pdfa("2", "B"), intent("1"), spot("DeviceRGB")));
    expect(gold).toMatchObject({ claim: "", warnings: expect.stringContaining("spot color Gold") });
  });
});

describe("a merge of print files", () => {
  const printed = (version: string, root = "") =>
    pagesPdf([""], { root, trailer: "/Info 9 0 R", more: { 9: `<</GTS_PDFXVersion(${version})>>` } });
  const x1a = printed("PDF/X-1a:2003", intent("1"));

  it("claims the version of PDF/X that all files claim, if they have the same output intent", () => {
    expect(merged(x1a, x1a)).toMatchObject({ claim: "PDF/X-1a:2003", warnings: "" });
    for (const other of [
      printed("PDF/X-3:2003", intent("1")),
      printed("PDF/X-1a:2003", intent("2")),
      claim(""),
    ])
      expect(merged(x1a, other)).toMatchObject({
        claim: "",
        warnings: expect.stringContaining("the result no longer claims PDF/X-1a:2003: a later file"),
      });
  });

  it("doesn't claim PDF/VT without document parts", () => {
    const vt = claim(
      'pdfxid:GTS_PDFXVersion="PDF/X-4" pdfvtid:GTS_PDFVTVersion="PDF/VT-1"',
      "/DPartRoot<<>>",
    );
    expect(merged([vt, [1]])).toMatchObject({
      claim: "PDF/X-4",
      warnings: expect.stringContaining(
        "claims PDF/X-4, not PDF/X-4 and PDF/VT-1: its document parts were dropped",
      ),
    });
  });
});

describe("a merge no longer claims", () => {
  it("PDF/UA-1 if some files tag headings with H and others with H1 to H6", () => {
    const tagged = (type: string) =>
      claim('pdfuaid:part="1"', `/StructTreeRoot 8 0 R`, "", {
        8: `<</Type/StructTreeRoot/K<</S/${type}>>>>`,
      });
    expect(merged(tagged("H"), tagged("H"))).toMatchObject({ claim: "PDF/UA-1", warnings: "" });
    expect(merged(tagged("H"), tagged("H2"))).toMatchObject({
      claim: "",
      warnings: expect.stringContaining("some files tag headings as H"),
    });
  });

  it("PDF/A if metadata inside a later file may need that file's extension schemas", () => {
    const described = (page: string) => {
      const schemas = xmpPacket(pdfa("2", "B"), "<pdfaExtension:schemas/>");
      return claiming("", { dict: "", data: schemas }, { page });
    };
    const first = claim(pdfa("2", "B"));
    expect(merged(first, described("")).claim).toBe("PDF/A-2b");
    expect(merged(described("/Metadata 9 0 R"), first).claim).toBe("PDF/A-2b");
    const own = described("/Metadata 9 0 R");
    expect(merged(own, own)).toMatchObject({ claim: "PDF/A-2b", warnings: "" });
    expect(merged(first, own)).toMatchObject({
      claim: "",
      warnings: expect.stringContaining("describes metadata schemas"),
    });
  });

  it("PDF/A-4 if colors in one file use the profile of another file's output intent", () => {
    const more = { 8: { dict: "/N 4", data: "profile" } };
    const colors = (part: string) =>
      claim(pdfa(part, ""), "", "/Resources<</ColorSpace<</C[/ICCBased 8 0 R]>>>>", more);
    const intended = (part: string) => claim(pdfa(part, ""), intent("8 0 R"), "", more);
    for (const files of [
      [colors("4"), intended("4")],
      [intended("4"), colors("4")],
    ])
      expect(merged(...files)).toMatchObject({
        claim: "",
        warnings: expect.stringContaining("output intent"),
      });
    expect(merged(colors("2"), intended("2")).claim).toContain("PDF/A-2");
    const both = claim(
      pdfa("4", ""),
      intent("8 0 R"),
      "/Resources<</ColorSpace<</C[/ICCBased 8 0 R]>>>>",
      more,
    );
    expect(merged(both, both)).toMatchObject({ claim: "PDF/A-4", warnings: "" });
  });
});

describe("a merge warns that a later file's output intents were dropped", () => {
  const meant = (root: string) => pagesPdf([""], { root });
  const named = (condition: string) =>
    meant(`/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(${condition})>>]`);
  const dropped = (reason: string) => `output intents of a later file were dropped: ${reason}`;

  it("if an earlier file has others, by profile or by name", () => {
    const lost = dropped("its colors without a profile are now shown by those of the result");
    expect(merged(meant(intent("1")), meant(intent("2"))).warnings).toBe(lost);
    expect(merged(named("FOGRA39"), named("CGATS TR 001")).warnings).toBe(lost);
    expect(merged(claim('pdfuaid:part="1"', intent("1")), meant(intent("2"))).warnings).toContain(lost);
  });

  it("if the first file has none", () => {
    expect(merged(meant(""), meant(intent("2"))).warnings).toBe(dropped("the result has none"));
  });

  it.each([
    ["content", "/Contents 8 0 R", { 8: { dict: "", data: "0 0 1 0 k 0 0 9 9 re f" } }, true],
    [
      "an inline image",
      "/Contents 8 0 R",
      { 8: { dict: "", data: "BI/W 1/H 1/BPC 8/CS/CMYK ID abcd EI" } },
      true,
    ],
    [
      "a form",
      "/Resources<</XObject<</F 8 0 R>>>>",
      { 8: { dict: "/Subtype/Form", data: "/DeviceCMYK cs" } },
      true,
    ],
    [
      "an image",
      "/Resources<</XObject<</I 8 0 R>>>>",
      { 8: "<</Subtype/Image/ColorSpace/DeviceCMYK>>" },
      true,
    ],
    [
      "the glyphs of a font",
      "/Resources<</Font<</T<</CharProcs<</a 8 0 R>>>>>>>>",
      { 8: { dict: "", data: "0 0 0 1 K" } },
      true,
    ],
    [
      "an annotation",
      "/Annots[<</AP<</N 8 0 R>>>>]",
      { 8: { dict: "/Subtype/Form", data: "0 1 0 0 k" } },
      true,
    ],
    [
      "a profile alone",
      "/Contents 8 0 R/Resources<</ColorSpace<</CMYK[/ICCBased 9 0 R]>>>>",
      {
        8: { dict: "", data: "/CMYK cs (1 1 1 1 k) Tj" },
        9: { dict: "/N 4/Alternate/DeviceCMYK", data: "profile" },
      },
      false,
    ],
  ] satisfies [string, string, BuiltPdf["objects"], boolean][])(
    "or that its CMYK has none: in %s",
    (_, page, more, warns) => {
      const warnings =
        "a later file has no output intents: its CMYK colors without a profile are now shown by those of the result";
      const later = pagesPdf([page], { more });
      expect(merged(named("FOGRA39"), later).warnings).toBe(warns ? warnings : "");
      const gray = pagesPdf([""], { root: intent("9 0 R"), more: { 9: { dict: "/N 1", data: "gray" } } });
      expect(merged(gray, later).warnings).toBe("");
    },
  );

  it("unless they are the same", () => {
    expect(merged(named("FOGRA39"), named("FOGRA39"), meant("")).warnings).toBe("");
    expect(merged(meant(intent("1")), meant(intent("1"))).warnings).toBe("");
  });
});

describe("a merge of files with the same claim has", () => {
  it("the output intent of the first file that has one", () => {
    const { document, claim: kept } = merged(claim(pdfa("2", "B")), claim(pdfa("2", "B"), intent("7")));
    expect(kept).toBe("PDF/A-2b");
    expect(at(document, "OutputIntents", 0, "DestOutputProfile")).toBe(7);
  });

  it("a language in PDF/UA even if only a later file has one", () => {
    const { document } = merged(claim('pdfuaid:part="1"'), claim('pdfuaid:part="1"', "/Lang(de)"));
    expect(at(document, "Lang")).toBe("de");
  });
});
