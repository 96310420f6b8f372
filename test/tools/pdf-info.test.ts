import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { pdfInfo } from "../../src/tools/read/pdf-info.ts";
import { claiming } from "../support/claims.ts";
import { testContext } from "../support/memory-files.ts";
import { samplePdf } from "../support/pdf.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

interface Info {
  pages: number;
  forms: Record<string, unknown>[];
  dimensions: unknown[];
  [key: string]: unknown;
}

async function info(bytes: Uint8Array): Promise<Info & { warned: string[] }> {
  const context = testContext({ "a.pdf": bytes });
  const result = await pdfInfo.run({ input: "a.pdf" }, context);
  const json: unknown = JSON.parse(JSON.stringify(result));
  validate(pdfInfo.output, json);
  // Just validated.
  return { ...(json as Info), warned: context.warnings };
}

describe("pdf_info", () => {
  it("names the tool for pictures", async () => {
    const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    await expect(info(png)).rejects.toThrow(
      "is not a PDF: it has no %PDF- header; it is a picture, and pdf_from_images makes a PDF of it",
    );
    await expect(info(Buffer.from("text"))).rejects.toThrow(/header$/);
  });

  it("reports what the document claims, in the names of pdf_check", async () => {
    expect(await info(claiming('pdfaid:part="2" pdfaid:conformance="B" pdfuaid:part="1"'))).toMatchObject({
      claims: ["pdfa-2b", "pdfua-1"],
    });
    expect(await info(claiming('pdfxid:GTS_PDFXVersion="PDF/X-4"'))).toMatchObject({ claims: ["pdfx-4"] });
  });

  it("reports pages, properties, sizes and features", async () => {
    const bytes = pagesPdf(["", "/Rotate 450/MediaBox[0 0 300 200]"], {
      root: "/Lang(en)/MarkInfo<</Marked true>>/Version/2.0/Outlines 20 0 R",
      trailer: "/Info 21 0 R",
      more: {
        20: "<</First 22 0 R/Last 22 0 R>>",
        21: "<</Title<FEFF20AC>/Author(Jos\\351)/Subject()/Keywords(k1, k2)/Creator(By hand)/Producer/NotAString/CreationDate(D:20240131102030+01'00')/ModDate(yesterday)>>",
        22: "<</Title(One)/Parent 20 0 R>>",
      },
    });
    expect(await info(bytes)).toEqual({
      pages: 2,
      title: "€",
      author: "José",
      subject: "",
      keywords: "k1, k2",
      creator: "By hand",
      producer: "",
      created: "2024-01-31T10:20:30+01:00",
      forms: [],
      bytes: bytes.length,
      page_sizes: [
        { pages: "1", width: 612, height: 792, rotation: 0 },
        { pages: "2", width: 300, height: 200, rotation: 90 },
      ],
      dimensions: [
        { page: 1, width: 612, height: 792, rotation: 0 },
        { page: 2, width: 300, height: 200, rotation: 90 },
      ],
      encrypted: false,
      signed: false,
      tagged: true,
      claims: [],
      pdf_version: "2.0",
      has_outline: true,
      sections: [{ title: "One", level: 1 }],
      more_sections: 0,
      attachments: [],
      warned: [],
    });
  });

  it.each([
    ["D:2024", "2024-01-01T00:00:00"],
    ["D:20240131Z", "2024-01-31T00:00:00Z"],
    ["D:20240131102030-0530", "2024-01-31T10:20:30-05:30"],
    ["D:20240131102030Z00'00'", "2024-01-31T10:20:30Z"],
    ["D:20241399", undefined],
    ["31.1.2024", undefined],
  ])("reports the date %s as %s", async (date, created) => {
    const bytes = pagesPdf([""], { trailer: "/Info 21 0 R", more: { 21: `<</CreationDate(${date})>>` } });
    expect((await info(bytes)).created).toBe(created);
  });

  it("groups consecutive pages of the same size", async () => {
    const { page_sizes } = await info(pagesPdf(["", "", "/Rotate 90", ""]));
    expect(page_sizes).toMatchObject([{ pages: "1-2" }, { pages: "3", rotation: 90 }, { pages: "4" }]);
  });

  it.each([
    ["Annots", "/Annots 7"],
    ["a MediaBox of names", "/MediaBox[/a/b/c/d]"],
    ["UserUnit", "/UserUnit 999999999"],
  ])("survives nonsense in %s", async (_, page) => {
    const { dimensions } = await info(pagesPdf([page]));
    expect(dimensions).toEqual([{ page: 1, width: 612, height: 792, rotation: 0 }]);
  });

  it("lists the first 50 bookmarks and counts the rest", async () => {
    const item = (at: number) =>
      `<</Title(T${at})/Parent 20 0 R/Dest[${at === 0 ? 4 : 3} 0 R/Fit]${at < 59 ? `/Next ${22 + at} 0 R` : ""}>>`;
    const items = Array.from({ length: 60 }, (_, at) => [21 + at, item(at)]);
    const bytes = pagesPdf(["", ""], {
      root: "/Outlines 20 0 R",
      more: { 20: "<</First 21 0 R/Last 80 0 R>>", ...Object.fromEntries(items) },
    });
    const { sections, more_sections } = await info(bytes);
    expect(sections).toHaveLength(50);
    expect(sections).toMatchObject([{ title: "T0", level: 1, page: 2 }, ...Array(49).fill({ page: 1 })]);
    expect(more_sections).toBe(10);
    expect(await info(pagesPdf([""]))).not.toHaveProperty("sections");
  });

  it("lists form fields with their values and pages", async () => {
    const { forms } = await info(samplePdf({ pages: ["a form"], field: "name" }));
    const field = { name: "name", type: "text", value: "value", page: 1, required: false, read_only: false };
    expect(forms).toMatchObject([field]);
  });
});
