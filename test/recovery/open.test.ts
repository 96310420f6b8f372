import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../src/core/document-io.ts";
import { failed, ProblemError } from "../../src/core/problem.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { openDocument } from "../../src/document/open.ts";
import { readable, sound } from "../../src/document/translate-errors.ts";
import { memoryFiles, memorySource } from "../support/memory-files.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";

function setting(mended?: Uint8Array) {
  const warnings: string[] = [];
  let asked = 0;
  return {
    warnings,
    get asked() {
      return asked;
    },
    warn: (message: string) => void warnings.push(message),
    readers: {
      tidy: async (source: ByteSource) => source,
      mend: async () => {
        asked++;
        if (!mended) throw failed("cannot be mended");
        return memorySource(mended);
      },
    },
  };
}

const fileOf = (bytes: Uint8Array) => memoryFiles({ "a.pdf": bytes }).openInput("a.pdf", "input");

async function problemOf(call: Promise<unknown>): Promise<ProblemError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error("no problem was raised");
}

const good = pagesPdf(["", ""]);
const loop = buildPdf({
  objects: {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 2/Kids[3 0 R 2 0 R]>>",
    3: "<</Type/Page>>",
  },
});
const missingKid = buildPdf({
  objects: {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 2/Kids[3 0 R 9 0 R]>>",
    3: "<</Type/Page/Parent 2 0 R>>",
  },
});

describe("openDocument", () => {
  it("opens a sound file without asking an engine", async () => {
    const context = setting();
    const document = await openDocument(fileOf(good), context);
    expect(document.pages.count).toBe(2);
    expect(document.mended).toBe(false);
    expect(context.asked).toBe(0);
    expect(context.warnings).toEqual([]);
  });

  it.each([
    ["HTML", Buffer.from("<html>%PDF</html>")],
    ["nothing", Buffer.alloc(0)],
    ["a header after the first 1,024 bytes", Buffer.concat([Buffer.alloc(1024, 0x20), good])],
  ])("refuses %s without asking an engine", async (_, bytes) => {
    const context = setting(good);
    const problem = await problemOf(openDocument(fileOf(bytes), context));
    expect(problem).toMatchObject({ code: "operation_failed" });
    expect(problem.message).toContain("/files/a.pdf is not a PDF");
    expect(context.asked).toBe(0);
  });

  it("takes a mended copy of a broken file and says so", async () => {
    const context = setting(good);
    const document = await openDocument(fileOf(good.subarray(0, good.length - 60)), context);
    expect(document.pages.count).toBe(2);
    expect(document.mended).toBe(true);
    expect(context.warnings).toHaveLength(1);
  });

  it("finds the objects of a file without a cross-reference by itself, and asks an engine where that was not enough", async () => {
    const lost = Buffer.from(
      Buffer.from(good).toString("latin1").replace("startxref", "#########"),
      "latin1",
    );
    const context = setting(good);
    const document = await openDocument(fileOf(lost), context);
    expect([document.pages.count, document.mended, context.asked]).toEqual([2, true, 0]);
    expect(context.warnings).toEqual(["/files/a.pdf is damaged and was mended before use"]);
    await openDocument(fileOf(lost), context, { damaged: true });
    expect(context.asked).toBe(1);
    const doubtful = Buffer.from(lost.toString("latin1").replace("/Count 2", "/Count 3"), "latin1");
    await openDocument(fileOf(doubtful), context);
    expect(context.asked).toBe(2);
  });

  it("refuses a broken file that cannot be mended, and a mended one without pages", async () => {
    const broken = good.subarray(0, 200);
    expect(await problemOf(openDocument(fileOf(broken), setting()))).toMatchObject({
      code: "operation_failed",
    });
    expect((await problemOf(openDocument(fileOf(broken), setting()))).message).toContain("/files/a.pdf");
    const empty = pagesPdf([]);
    const problem = await problemOf(openDocument(fileOf(broken), setting(empty)));
    expect(problem.message).toContain("/files/a.pdf");
    expect((await problemOf(openDocument(fileOf(empty), setting(empty)))).message).toContain("no pages");
  });

  it("never takes a mended copy with fewer pages", async () => {
    const context = setting(pagesPdf([""]));
    const document = await openDocument(fileOf(missingKid), context);
    expect(document.pages.count).toBe(2);
    expect(document.mended).toBe(false);
    expect(context.warnings[0]).toContain("damaged page tree");
  });

  it("refuses a page tree that loops, mended or not", async () => {
    expect(await problemOf(openDocument(fileOf(loop), setting()))).toMatchObject({
      code: "operation_failed",
    });
    expect(await problemOf(openDocument(fileOf(loop), setting(loop)))).toMatchObject({
      code: "operation_failed",
    });
    expect((await openDocument(fileOf(loop), setting(good))).pages.count).toBe(2);
  });

  it("advises pdf_repair only where nothing was mended yet", async () => {
    const syntax = async () => {
      throw new CosError("syntax", "no object");
    };
    const damaged = { code: "operation_failed", message: expect.stringContaining("may mend it") };
    await expect(readable("a.pdf", syntax)).rejects.toMatchObject(damaged);
    const tried = { code: "operation_failed", message: "a.pdf is too damaged to be mended: no object" };
    await expect(sound("a.pdf", syntax)).rejects.toMatchObject(tried);
  });
});
