import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cii, uncefact } from "../support/invoices.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError, checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const data = (text: string) => Buffer.from(text);
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** Two files in the name tree; the second is shown by an annotation too, with a pop-up window. */
const two = pagesPdf(["/Annots[20 0 R 21 0 R 22 0 R]"], {
  root: "/AF[10 0 R 11 0 R]/Names<</EmbeddedFiles<</Names[(a.txt)10 0 R(b.txt)11 0 R]>>>>",
  more: {
    10: "<</Type/Filespec/UF(a.txt)/EF<</F 12 0 R>>>>",
    11: "<</Type/Filespec/UF(b.txt)/Desc(private words)/EF<</F 13 0 R>>>>",
    12: { dict: "", data: "first data" },
    13: { dict: "", data: "second data" },
    20: "<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 11 0 R/Popup 21 0 R>>",
    21: "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 20 0 R>>",
    22: "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(a note)>>",
  },
});
const one = pagesPdf([""]);

const files = { "a.pdf": one, "two.pdf": two, "data.csv": data("1,2"), "b.txt": data("new data") };
const fields = { input: "a.pdf", output: "new.pdf" };
const attach = (change: object) => runTool("pdf_attach", { ...fields, ...change }, files);
const fault = async (change: object) =>
  (await callOrError("pdf_attach", { ...fields, input: "two.pdf", ...change }, files)).error;

/** What pdfdetach saves of each attachment, by name. */
function detached(bytes: Uint8Array): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-detach-"));
  try {
    return withFile(bytes, (path) => {
      const listed = execFileSync("pdfdetach", ["-list", path], { encoding: "utf8" });
      const names = [...listed.matchAll(/^\d+: (.*)$/gm)].map(([, name = ""]) => name);
      const entries = names.map((name, at) => {
        const target = join(folder, String(at));
        execFileSync("pdfdetach", ["-save", String(at + 1), "-o", target, path]);
        return [name, readFileSync(target, "utf8")] as const;
      });
      return Object.fromEntries(entries);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The document rewritten by qpdf with nothing compressed, as text. */
const plain = (bytes: Uint8Array) =>
  withFile(bytes, (path) =>
    execFileSync("qpdf", ["--qdf", "--object-streams=disable", path, "-"], { encoding: "latin1" }),
  );
const hasPrograms = requireTool("qpdf") === undefined && requireTool("pdfdetach") === undefined;

describe("pdf_attach", () => {
  it("embeds files that pdf_info lists with all that describes them", async () => {
    const { result, file } = await attach({
      files: [
        { path: "data.csv", description: "Numbers", relationship: "source" },
        { path: "b.txt", name: "Größe", mime: "text/x-own" },
      ],
    });
    expect(result).toMatchObject({ output: "/files/new.pdf", pages: 1, attachments: ["data.csv", "Größe"] });
    const about = { created: "2026-01-02T03:04:05Z", modified: "2026-01-02T03:04:05Z" };
    const info = await runTool("pdf_info", { input: "new.pdf" }, { "new.pdf": file("new.pdf") });
    expect(Object(info.result).attachments).toEqual([
      {
        ...{ name: "data.csv", bytes: 3, mime: "text/csv", relationship: "source", ...about },
        description: "Numbers",
      },
      { name: "Größe", bytes: 8, mime: "text/x-own", relationship: "unspecified", ...about },
    ]);
  });

  it.runIf(hasPrograms)("embeds files for other readers, with their checksum", async () => {
    const { file } = await attach({ input: "two.pdf", files: [{ path: "data.csv" }] });
    const bytes = file("new.pdf");
    expect(checked(bytes).exit).toBe(0);
    expect(detached(bytes)).toEqual({ "a.txt": "first data", "b.txt": "second data", "data.csv": "1,2" });
    expect(plain(bytes)).toContain(`/CheckSum <${md5("1,2")}>`);
  });

  it("adds to the document without changing its bytes", async () => {
    const { file } = await attach({ files: [{ path: "data.csv" }] });
    expect(Buffer.from(file("new.pdf")).subarray(0, one.length).equals(one)).toBe(true);
  });

  it.runIf(hasPrograms)("removes a file, its description and the annotation that shows it", async () => {
    const { file, result } = await attach({ input: "two.pdf", remove: ["b.txt"] });
    expect(Object(result).attachments).toEqual(["a.txt"]);
    const bytes = file("new.pdf");
    expect(checked(bytes).exit).toBe(0);
    expect(detached(bytes)).toEqual({ "a.txt": "first data" });
    const text = plain(bytes);
    expect(text).toContain("a note");
    expect(text).not.toMatch(/second data|private words|FileAttachment|Popup/);
  });

  it.runIf(hasPrograms)("replaces a file that it removes in the same call", async () => {
    const { file } = await attach({ input: "two.pdf", files: [{ path: "b.txt" }], remove: ["b.txt"] });
    expect(detached(file("new.pdf"))).toEqual({ "a.txt": "first data", "b.txt": "new data" });
  });

  it("keeps data that another attachment shares", async () => {
    const shared = pagesPdf([""], {
      root: "/Names<</EmbeddedFiles<</Names[(a)<</UF(a)/EF<</F 12 0 R>>>>(b)<</UF(b)/EF<</F 12 0 R>>>>]>>>>",
      more: { 12: { dict: "", data: "shared data" } },
    });
    const run = await runTool("pdf_attach", { ...fields, remove: ["a"] }, { "a.pdf": shared });
    expect(Object(run.result).attachments).toEqual(["b"]);
    expect(Buffer.from(run.file("new.pdf")).includes("shared data")).toBe(true);
  });

  it("refuses a name that is taken: 409", async () => {
    expect(await fault({ files: [{ path: "data.csv" }, { path: "b.txt" }] })).toMatchObject({
      code: "conflict",
      errors: [{ field: "files[1].name" }],
    });
  });

  it("refuses the second of two equal names", async () => {
    expect(
      await fault({
        files: [
          { path: "data.csv", name: "x" },
          { path: "b.txt", name: "x" },
        ],
      }),
    ).toMatchObject({ code: "validation", errors: [{ field: "files[1].name" }] });
  });

  it("refuses to remove an unknown name, with the nearest", async () => {
    expect(await fault({ remove: ["a.txt", "b.tx"] })).toMatchObject({
      code: "validation",
      errors: [{ field: "remove[1]", message: expect.stringContaining('"b.txt"') }],
    });
  });
});

const claiming = (part: string, level: string, root = "") =>
  pagesPdf([""], {
    root: `/Metadata 10 0 R${root}`,
    more: {
      11: { dict: "", data: "data" },
      10: {
        dict: "/Type/Metadata/Subtype/XML",
        data: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="${part}" pdfaid:conformance="${level}"/></rdf:RDF></x:xmpmeta>`,
      },
    },
  });

describe("a claim", () => {
  it.each([
    ["1", "B", ["the result no longer claims PDF/A-1b: PDF/A-1 forbids attached files"]],
    [
      "2",
      "B",
      ["the result no longer claims PDF/A-2b: PDF/A-2 allows only attached files that are PDF/A themselves"],
    ],
    ["3", "B", []],
    ["4", "F", []],
    [
      "4",
      "",
      ["the result no longer claims PDF/A-4: PDF/A-4 allows only attached files that are PDF/A themselves"],
    ],
  ])("of PDF/A-%s%s with an attached file", async (part, level, warnings) => {
    const run = await runTool(
      "pdf_attach",
      { ...fields, files: [{ path: "data.csv" }] },
      { ...files, "a.pdf": claiming(part, level) },
    );
    expect(run.context.warnings).toEqual(warnings);
  });

  it("of PDF/A-4f goes with the last attached file", async () => {
    const input = claiming("4", "F", "/Names<</EmbeddedFiles<</Names[(a)<</UF(a)/EF<</F 11 0 R>>>>]>>>>");
    const run = await runTool("pdf_attach", { ...fields, remove: ["a"] }, { "a.pdf": input });
    expect(run.context.warnings).toEqual([
      "the result no longer claims PDF/A-4f: PDF/A-4f requires an attached file",
    ]);
  });
});

describe("an electronic invoice", () => {
  const guideline = (level: string) => `urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:${level}`;
  const xml = (text: string) => ({ "a.pdf": one, "invoice.xml": data(text) });
  const embed = (given: Readonly<Record<string, Uint8Array>>, change: object = {}, invoice: object = {}) =>
    callOrError("pdf_attach", { ...fields, invoice: { path: "invoice.xml", ...invoice }, ...change }, given);
  const written = ({ context }: Awaited<ReturnType<typeof embed>>) =>
    context.files.stored.get("/files/new.pdf") ?? new Uint8Array(0);

  it.each([
    ["urn:cen.eu:en16931:2017", "en16931", "factur-x.xml", "EN 16931", "1.0", "alternative"],
    ["urn:factur-x.eu:1p0:basicwl", "basic_wl", "factur-x.xml", "BASIC WL", "1.0", "data"],
    [
      "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
      "xrechnung",
      "xrechnung.xml",
      "XRECHNUNG",
      "3.0",
      "alternative",
    ],
  ])("of %s is of level %s", async (text, level, name, said, version, relationship) => {
    const run = await embed(xml(cii(text)));
    expect(run.error).toBeUndefined();
    const bytes = written(run);
    const { result } = await runTool("pdf_info", { input: "b.pdf" }, { "b.pdf": bytes });
    expect(result).toMatchObject({
      invoice: { level, attachment: name, number: "R-1", total: "119.00" },
      attachments: [{ name, mime: "text/xml", relationship }],
    });
    const texts = {
      DocumentType: "INVOICE",
      DocumentFileName: name,
      Version: version,
      ConformanceLevel: said,
    };
    const packet = Buffer.from(bytes).toString("latin1");
    for (const [property, value] of Object.entries(texts))
      expect(packet).toContain(`<fx:${property}>${value}</fx:${property}>`);
  });

  it("takes the place of one that is removed, in the metadata too", async () => {
    const first = written(await embed(xml(cii("urn:factur-x.eu:1p0:minimum"))));
    const given = { "a.pdf": first, "invoice.xml": data(cii(guideline("basic"))) };
    const run = await embed(given, { remove: ["factur-x.xml"] });
    expect(run.result).toMatchObject({ attachments: ["factur-x.xml"] });
    expect(
      Buffer.from(written(run))
        .toString("latin1")
        .match(/<fx:ConformanceLevel>[^<]*/g),
    ).toEqual(["<fx:ConformanceLevel>BASIC"]);
  });

  it.each([
    ["no XML", "text", {}, "invoice.path"],
    ["a document type declaration", `<!DOCTYPE a>${cii("x")}`, {}, "invoice.path"],
    ["an invoice of ZUGFeRD 1", '<CrossIndustryDocument xmlns="urn:ferd:x:1p0"/>', {}, "invoice.path"],
    ["UBL", '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', {}, "invoice.path"],
    ["an order", `<a:SCRDMCCBDACIOMessageStructure xmlns:a="${uncefact}:x:100"/>`, {}, "invoice.path"],
    ["another level", cii(guideline("basic")), { level: "minimum" }, "invoice.level"],
    ["no known level", cii("urn:other"), {}, "invoice.level"],
  ])("is refused: %s", async (_, text, invoice, field) => {
    const { error } = await embed(xml(text), {}, invoice);
    expect(error).toMatchObject({ code: "validation", errors: [{ field }] });
  });

  it("has the given level if its guideline is unknown", async () => {
    const run = await embed(xml(cii("urn:other")), {}, { level: "extended" });
    expect(Buffer.from(written(run)).toString("latin1")).toContain("<fx:ConformanceLevel>EXTENDED<");
  });

  it("is refused beside another: 409", async () => {
    const attached = (name: string, text: string) =>
      pagesPdf([""], {
        root: `/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/UF(${name})/EF<</F 12 0 R>>>>]>>>>`,
        more: { 12: { dict: "", data: text } },
      });
    for (const input of [attached("factur-x.xml", "<a/>"), attached("other.xml", cii("x"))]) {
      const { error } = await embed({ "a.pdf": input, "invoice.xml": data(cii(guideline("basic"))) });
      expect(error).toMatchObject({ code: "conflict", errors: [{ field: "invoice.path" }] });
    }
  });

  it("is refused for a protected document", async () => {
    const locked = await runTool("pdf_protect", { ...fields, password: "x" }, { "a.pdf": one });
    const given = { "a.pdf": locked.file("new.pdf"), "invoice.xml": data(cii(guideline("basic"))) };
    const { error } = await embed(given, { password: "x" });
    expect(error).toMatchObject({ code: "operation_failed", message: expect.stringContaining("pdf_unlock") });
  });

  it("names what it lacks, and sums that don't add up", async () => {
    const text = cii(guideline("basic")).replace("<b:Name>C</b:Name>", "").replace("119.00", "120.00");
    expect((await embed(xml(text))).result).toMatchObject({
      warnings: [
        "check the invoice: it has no buyer",
        "check the invoice: the total should add up to 119.00, and is 120.00",
      ],
    });
  });
});
