import { describe, expect, it } from "vitest";
import { claimOf, claimText } from "../../../src/document/conformance/claim.ts";
import { keepIdentification, withdrawClaim } from "../../../src/document/conformance/withdraw.ts";
import { clearMetadata } from "../../../src/document/metadata/clear.ts";
import { claiming } from "../../support/claims.ts";
import { editing } from "../../support/editing.ts";
import { at } from "../../support/read-again.ts";
import { runTool } from "../../support/run-tool.ts";

const file = claiming('pdfaid:part="2" pdfaid:conformance="B" pdfuaid:part="1"');

describe("a claim that is withdrawn", () => {
  it("is gone from the metadata, which is not compressed, and the warning says which and why", async () => {
    const edit = editing(file);
    withdrawClaim(edit.session, "pdfa", "something forbids it");
    expect(edit.warnings).toEqual(["the result no longer claims PDF/A-2b: something forbids it"]);
    const document = await edit.written();
    expect(claimText(claimOf(document.cos))).toBe("PDF/UA-1");
    expect(at(document, "Metadata")).toMatchObject({ Type: "/Metadata", Subtype: "/XML" });
    expect(at(document, "Metadata", "Filter")).toBeNull();
  });

  it("is left alone where there is none", () => {
    const edit = editing(claiming('pdfuaid:part="1"'));
    withdrawClaim(edit.session, "pdfa", "something forbids it");
    expect(edit.warnings).toEqual([]);
  });
});

describe("a document without its metadata", () => {
  it("claims what it did, in a packet that tells nothing else", async () => {
    const edit = editing(claiming('pdf:Producer="SECRET" pdfaid:part="2" pdfaid:conformance="B"'));
    keepIdentification(edit.session, clearMetadata);
    const document = await edit.written();
    expect(claimText(claimOf(document.cos))).toBe("PDF/A-2b");
    expect(JSON.stringify(at(document, "Metadata"))).not.toContain("SECRET");
  });

  it("has none where it claimed nothing", async () => {
    const edit = editing(claiming('pdf:Producer="SECRET"'));
    keepIdentification(edit.session, clearMetadata);
    expect(at(await edit.written(), "Metadata")).toBeNull();
  });
});

describe("encryption", () => {
  it("takes the claim of PDF/A, which forbids it, and leaves that of PDF/UA", async () => {
    const { context } = await runTool(
      "pdf_protect",
      { input: "in.pdf", password: "secret", output: "out.pdf" },
      { "in.pdf": file },
    );
    expect(context.warnings).toEqual(["the result no longer claims PDF/A-2b: PDF/A forbids encryption"]);
  });
});
