import { describe, expect, it } from "vitest";
import { claimOf, claimText } from "../../../src/document/conformance/claim.ts";
import {
  keepIdentification,
  withdrawClaim,
  withdrawForEncryption,
} from "../../../src/document/conformance/withdraw.ts";
import { clearMetadata } from "../../../src/document/metadata/clear.ts";
import { dictAt } from "../../../src/document/typed-get.ts";
import { claiming } from "../../support/claims.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { at } from "../../support/read-again.ts";
import { runTool } from "../../support/run-tool.ts";

const file = claiming('pdfaid:part="2" pdfaid:conformance="B" pdfuaid:part="1"');

describe("a withdrawn claim", () => {
  it("is removed from the metadata, which stays uncompressed, and the warning gives the claim and the reason", async () => {
    const edit = editing(file);
    withdrawClaim(edit.session, "pdfa", "something forbids it");
    expect(edit.warnings).toEqual(["the result no longer claims PDF/A-2b: something forbids it"]);
    const document = await edit.written();
    expect(claimText(claimOf(document.cos))).toBe("PDF/UA-1");
    expect(at(document, "Metadata")).toMatchObject({ Type: "/Metadata", Subtype: "/XML" });
    expect(at(document, "Metadata", "Filter")).toBeNull();
  });

  it("causes no warning if there was none", () => {
    const edit = editing(claiming('pdfuaid:part="1"'));
    withdrawClaim(edit.session, "pdfa", "something forbids it");
    expect(edit.warnings).toEqual([]);
  });
});

/** A document whose information dictionary names PDF/X-1a or another standard. */
const printed = (info: string) =>
  pagesPdf([""], { trailer: "/Info 9 0 R", more: { 9: `<<${info}/Title(kept)>>` } });

describe("a claim in the information dictionary", () => {
  it("is removed when withdrawn, and other entries stay", async () => {
    const edit = editing(printed("/GTS_PDFXVersion(PDF/X-1:2001)/GTS_PDFXConformance(PDF/X-1a:2001)"));
    withdrawClaim(edit.session, "pdfx", "something forbids it");
    expect(edit.warnings).toEqual(["the result no longer claims PDF/X-1a:2001: something forbids it"]);
    const { cos } = await edit.written();
    expect([...(dictAt(cos, cos.trailer.get("Info"))?.keys() ?? [])]).toEqual(["Title"]);
  });

  it("is removed with the metadata, with a warning, except for PDF/E", async () => {
    const edit = editing(printed("/GTS_PDFXVersion(PDF/X-3:2003)/ISO_PDFEVersion(PDF/E-1)"));
    keepIdentification(edit.session, clearMetadata);
    expect(edit.warnings).toEqual([
      "the result no longer claims PDF/X-3:2003: it asks for a title and dates, which were part of the metadata",
    ]);
    expect(claimText(claimOf((await edit.written()).cos))).toBe("PDF/E-1");
  });

  it("is removed when the file is encrypted", async () => {
    for (const [key, version, reason] of [
      ["GTS_PDFXVersion", "PDF/X-3:2003", "PDF/X forbids encryption"],
      ["GTS_PDFVTVersion", "PDF/VT-1", "PDF/VT forbids encryption"],
      ["ISO_PDFEVersion", "PDF/E-1", "PDF/E does not allow AES-256 encryption"],
    ] as const) {
      const edit = editing(printed(`/${key}(${version})`));
      withdrawForEncryption(edit.session);
      expect(edit.warnings).toEqual([`the result no longer claims ${version}: ${reason}`]);
      expect(claimText(claimOf((await edit.written()).cos))).toBe("");
    }
  });
});

describe("a document without metadata", () => {
  it("keeps its claim in a packet with nothing else", async () => {
    const edit = editing(claiming('pdf:Producer="SECRET" pdfaid:part="2" pdfaid:conformance="B"'));
    keepIdentification(edit.session, clearMetadata);
    const document = await edit.written();
    expect(claimText(claimOf(document.cos))).toBe("PDF/A-2b");
    expect(JSON.stringify(at(document, "Metadata"))).not.toContain("SECRET");
  });

  it("has no packet if it claimed nothing", async () => {
    const edit = editing(claiming('pdf:Producer="SECRET"'));
    keepIdentification(edit.session, clearMetadata);
    expect(at(await edit.written(), "Metadata")).toBeNull();
  });
});

describe("encryption", () => {
  it("withdraws the claim of PDF/A, which forbids it, but not PDF/UA", async () => {
    const { context } = await runTool(
      "pdf_protect",
      { input: "in.pdf", password: "secret", output: "out.pdf" },
      { "in.pdf": file },
    );
    expect(context.warnings).toEqual(["the result no longer claims PDF/A-2b: PDF/A forbids encryption"]);
  });
});
