/** How a broken file is handled, strategy by strategy, and the warnings that it gives. */
import { describe, expect, it } from "vitest";
import { failed } from "../../src/core/problem.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { openStrictly } from "../../src/document/open.ts";
import { translateErrors } from "../../src/document/translate-errors.ts";
import { openDocument, recover, type Strategy, strategies } from "../../src/recovery/open-document.ts";
import { type OpenRequest, openAttempt } from "../../src/recovery/strategies/open-attempt.ts";
import { withRepair } from "../../src/recovery/with-repair.ts";
import { memoryFiles, memorySource } from "../support/memory-files.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { problemOf } from "../support/problem-of.ts";

const fileOf = (bytes: Uint8Array) => memoryFiles({ "a.pdf": bytes }).openInput("a.pdf", "input");

/** The strict strategy followed by an engine that returns these bytes or nothing, to test how their results are combined. */
function ladder(engine?: Uint8Array): readonly Strategy[] {
  const last: Strategy = {
    name: "engine",
    byEngine: true,
    keepsInconsistent: true,
    async recover() {
      if (!engine) throw failed("cannot be saved");
      return { ...openStrictly(memorySource(engine)), recovered: true };
    },
  };
  return [...strategies.slice(0, 1), last];
}

const recovered = (bytes: Uint8Array, engine?: Uint8Array, asked?: OpenRequest) =>
  recover(openAttempt(memorySource(bytes), asked), "a.pdf", ladder(engine));

const syntax = new CosError("syntax", "no object");

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
  it("opens a sound file strictly and reports nothing", async () => {
    const warnings: string[] = [];
    const document = await openDocument(fileOf(good), { warn: (message) => warnings.push(message) });
    expect([document.pages.count, document.recovered, warnings]).toEqual([2, false, []]);
    expect((await recovered(good)).by).toBe("strict");
  });

  it("reports that a broken file was recovered", async () => {
    const warnings: string[] = [];
    const cut = good.subarray(0, good.length - 60);
    const document = await openDocument(fileOf(cut), { warn: (message) => warnings.push(message) });
    expect([document.pages.count, document.recovered]).toEqual([2, true]);
    expect(warnings).toEqual(["/files/a.pdf is damaged and was repaired before use"]);
  });

  it.each([
    ["HTML", Buffer.from("<html>%PDF</html>")],
    ["nothing", Buffer.alloc(0)],
    ["a header after the first 1,024 bytes", Buffer.concat([Buffer.alloc(1024, 0x20), good])],
  ])("refuses %s", async (_, bytes) => {
    const problem = await problemOf(openDocument(fileOf(bytes), { warn() {} }));
    expect(problem).toMatchObject({ code: "operation_failed" });
    expect(problem.message).toContain("/files/a.pdf is not a PDF");
  });
});

describe("recover", () => {
  const lost = Buffer.from(Buffer.from(good).toString("latin1").replace("startxref", "#########"), "latin1");

  it("only tries a strategy if none before it produced an acceptable document", async () => {
    expect((await recovered(good, good)).by).toBe("strict");
    expect((await recovered(lost, good)).by).toBe("engine");
    expect((await recover(openAttempt(memorySource(lost)), "a.pdf")).by).toBe("salvage");
  });

  it("doesn't reopen strictly a document already found damaged", async () => {
    expect((await recovered(good, good, { damage: syntax })).by).toBe("engine");
    expect((await recover(openAttempt(memorySource(good), { damage: syntax }), "a.pdf")).by).toBe("salvage");
  });

  it("refuses a broken file that nothing recovers, and one without pages", async () => {
    const broken = good.subarray(0, 200);
    expect((await problemOf(recovered(broken))).message).toBe("Cannot read a.pdf: cannot be saved");
    const empty = pagesPdf([]);
    expect((await problemOf(recovered(broken, empty))).message).toContain("a.pdf is too damaged");
    expect((await problemOf(recovered(empty, empty))).message).toBe("a.pdf has no pages");
  });

  it("never takes a copy with fewer pages", async () => {
    const { document, by, notes } = await recovered(missingKid, pagesPdf([""]));
    expect([document.pages.count, by, notes]).toEqual([2, "strict", ["page_tree_kept"]]);
  });

  it("refuses a page tree that loops, recovered or not", async () => {
    expect(await problemOf(recovered(loop))).toMatchObject({ code: "operation_failed" });
    expect(await problemOf(recovered(loop, loop))).toMatchObject({ code: "operation_failed" });
    expect((await recovered(loop, good)).document.pages.count).toBe(2);
  });

  it("reports lost protection", async () => {
    const locked = Buffer.concat([lost.subarray(0, 200), Buffer.from("/Encrypt 9 0 R")]);
    expect((await recovered(locked, good)).notes).toEqual(["recovered", "protection_lost"]);
    expect((await recovered(lost.subarray(0, 200), good)).notes).toEqual(["recovered"]);
  });
});

describe("withRepair", () => {
  it("repeats the work after repairing the damage it hit", async () => {
    const told = await withRepair("a.pdf", async (damage) => {
      if (!damage) throw syntax;
      return damage;
    });
    expect(told).toBe(syntax);
  });

  it("suggests pdf_repair only if nothing was recovered yet", async () => {
    const fails = async () => {
      throw syntax;
    };
    const damaged = { code: "operation_failed", message: expect.stringContaining("may repair it") };
    await expect(translateErrors("a.pdf", fails)).rejects.toMatchObject(damaged);
    const tried = { code: "operation_failed", message: "a.pdf is too damaged to be repaired: no object" };
    await expect(withRepair("a.pdf", fails)).rejects.toMatchObject(tried);
  });
});
