/** pdf_from_office on files in memory, with a fake converter. For the real one see test/office. */

import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { Office } from "../../src/core/office.ts";
import { failed } from "../../src/core/problem.ts";
import { pdfFromOffice } from "../../src/tools/convert/pdf-from-office.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";

const file = { "in.docx": Buffer.from("PK"), "in.xlsx": Buffer.from("PK") };

function withOffice(pdf: Uint8Array, fonts: readonly string[] = [], warnings: readonly string[] = []) {
  let disposed = 0;
  const office: Office = {
    convert: async () => ({
      pdf: memorySource(pdf),
      fonts,
      warnings,
      [Symbol.dispose]: () => void disposed++,
    }),
  };
  const context = { ...testContext(file), office };
  return { context, disposed: () => disposed };
}

const run = (context: ReturnType<typeof withOffice>["context"], input: object) =>
  Promise.resolve(pdfFromOffice.run(v.parse(pdfFromOffice.input, input), context));

describe("pdf_from_office", () => {
  const pdf = samplePdf({ pages: pageTexts("made", 3) });
  const call = { input: "in.docx", output: "out.pdf" };

  it("publishes the converter's PDF", async () => {
    const { context, disposed } = withOffice(pdf);
    const result = await run(context, call);
    expect(v.parse(pdfFromOffice.output, result)).toEqual({
      output: "/files/out.pdf",
      pages: 3,
      bytes: pdf.length,
      engine: "libreoffice",
    });
    expect(Buffer.from(context.files.stored.get("/files/out.pdf") ?? [])).toEqual(Buffer.from(pdf));
    expect(disposed()).toBe(1);
  });

  it("names replaced fonts", async () => {
    const { context } = withOffice(pdf, ["Calibri"]);
    await run(context, call);
    expect(context.warnings).toEqual([expect.stringMatching(/Calibri.*Helvetica instead/)]);
  });

  it("passes on what the converter changes, and finds values that are wider than their column", async () => {
    const sheet = withOffice(
      samplePdf({ pages: ["a ### b", "c#### #", "b ### and ##"] }),
      [],
      ["changed"],
    ).context;
    await run(sheet, { ...call, input: "in.xlsx" });
    expect(sheet.warnings).toEqual([
      "changed",
      "3 cells show ### instead of a value that is wider than its column, on pages 1, 3: widen the columns and convert again",
    ]);
    const text = withOffice(samplePdf({ pages: ["###"] })).context;
    await run(text, call);
    expect(text.warnings).toEqual([]);
  });

  it("runs in the lane of office conversions", () => {
    expect(pdfFromOffice.lane).toBe("office");
  });

  it.each([
    ["no PDF", Buffer.from("%PDF-1.7 nothing")],
    ["half of one", pdf.subarray(0, pdf.length / 2)],
  ])("publishes nothing when the converter made %s", async (_, bytes) => {
    const { context, disposed } = withOffice(bytes);
    await expect(run(context, call)).rejects.toMatchObject({ code: "operation_failed" });
    expect([...context.files.stored.keys()]).toEqual(["/files/in.docx", "/files/in.xlsx"]);
    expect(context.files.open.size).toBe(0);
    expect(disposed()).toBe(1);
  });

  it("doesn't convert if the output exists, and passes a failed conversion's error on", async () => {
    const { context } = withOffice(pdf);
    let calls = 0;
    const office: Office = {
      convert: async () => {
        calls++;
        throw failed("no converter", { hint: { kind: "converter", command: "get it" } });
      },
    };
    await expect(run({ ...context, office }, { ...call, output: "in.docx" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(calls).toBe(0);
    await expect(run({ ...context, office }, call)).rejects.toMatchObject({
      hint: { kind: "converter", command: "get it" },
    });
    expect(context.files.open.size).toBe(0);
  });
});
