/** pdf_check: verdicts, their rules, and what it says about claims. */
import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError, runTool } from "../support/run-tool.ts";

const claiming = (part: string, level: string) => {
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="${part}" pdfaid:conformance="${level}"/></rdf:RDF></x:xmpmeta>`;
  return pagesPdf([""], {
    root: "/Metadata 20 0 R",
    more: { 20: `<</Type/Metadata/Subtype/XML/Length ${packet.length}>>\nstream\n${packet}\nendstream` },
  });
};
const rules = ({ violations }: { violations?: { rule: string }[] }) => violations?.map(({ rule }) => rule);
const check = async (bytes: Uint8Array, fields: object = {}) =>
  (await runTool("pdf_check", { input: "a.pdf", ...fields }, { "a.pdf": bytes })).result as {
    profile: string;
    conforms: boolean | null;
    violations: { rule: string; clause?: string; pages?: string; count: number }[];
    not_checked: string[];
    claims: string[];
  };

describe("pdf_check", () => {
  it("checks what the document claims", async () => {
    expect(await check(claiming("2", "B"))).toMatchObject({
      profile: "pdfa-2b",
      claims: ["pdfa-2b"],
      conforms: false,
    });
  });

  it("checks level A as U, and lists the rules about tags as not checked", async () => {
    const { profile, not_checked } = await check(claiming("2", "A"));
    expect([profile, not_checked.includes("6.7.3.3-1")]).toEqual(["pdfa-2u", true]);
  });

  it.each([
    ["no claim", pagesPdf([""])],
    ["a claim without a profile", claiming("4", "E")],
  ])("refuses the profile claimed with %s", async (_, bytes) => {
    const { error } = await callOrError("pdf_check", { input: "a.pdf" }, { "a.pdf": bytes });
    expect(error).toMatchObject({ code: "validation", errors: [{ field: "profile" }] });
  });

  it("names the clause, the pages and how often", async () => {
    const annotation = "/Annots[<</Subtype/Text/Rect[0 0 9 9]/F 2>>]";
    const { violations } = await check(pagesPdf(["", annotation, annotation]), { profile: "pdfa-2b" });
    expect(violations.find(({ rule }) => rule === "6.3.2-2")).toMatchObject({
      clause: "6.3.2",
      pages: "2-3",
      count: 2,
    });
  });

  it("finds a forbidden action, wherever it hangs", async () => {
    const bytes = pagesPdf([""], { root: "/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/JavaScript/JS(1)>>>>" });
    expect(rules(await check(bytes, { profile: "pdfa-2b" }))).toContain("6.5.1-1");
  });

  it("doesn't call a document accessible whose tags it can't judge", async () => {
    const { conforms, not_checked } = await check(claiming("2", "B"), { profile: "pdfua-1" });
    expect([conforms, not_checked.includes("7.3-1")]).toEqual([false, true]);
  });
});
