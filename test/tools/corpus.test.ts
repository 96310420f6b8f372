/** pdf_info and pdf_rotate_pages on the corpus, checked against its manifest, qpdf and pdfinfo. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { pdfRotatePages } from "../../src/tools/edit/pdf-rotate-pages.ts";
import { pdfInfo } from "../../src/tools/read/pdf-info.ts";
import { type CorpusFile, corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { testContext } from "../support/memory-files.ts";
import { runProgram } from "../support/run-program.ts";
import { qpdfCheck, requireTool } from "../support/tools.ts";

const files = everyNth(corpusPdfs(), 20);
const named = files.map((file) => [file.id, file] as const);
const bytesOf = (file: CorpusFile) => readFileSync(corpusPath(file.file));

/** Another test covers files that only an engine can recover. */
const engine = vi.hoisted(() => ({ asked: 0 }));
vi.mock("../../src/recovery/strategies/save-by-engines.ts", async () => {
  const { failed } = await import("../../src/core/problem.ts");
  const refuse = () => {
    engine.asked++;
    throw failed("not recovered in this test");
  };
  return { mupdfSave: refuse, pdfjsRewrite: refuse };
});

interface Info {
  readonly pages: number;
  readonly dimensions: readonly { readonly page: number; readonly width: number; readonly height: number }[];
  readonly forms: readonly { readonly name: string; readonly type: string; readonly signed?: boolean }[];
}

async function infoOf(bytes: Uint8Array): Promise<Info | ProblemError | undefined> {
  const context = testContext({ "a.pdf": bytes });
  engine.asked = 0;
  try {
    const result = await pdfInfo.run({ input: "a.pdf" }, context);
    // The tool's own schema has just validated it.
    return validate(pdfInfo.output, JSON.parse(JSON.stringify(result))) as Info;
  } catch (error) {
    if (engine.asked > 0) return undefined;
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

describe("pdf_info on the corpus", () => {
  it.each(named)("%s", async (_, file) => {
    const info = await infoOf(bytesOf(file));
    if (info === undefined) return;
    if (info instanceof ProblemError) {
      expect(info.code).toBe("operation_failed");
      const locked = file.user_password !== undefined && file.user_password !== "";
      if (locked) expect(info.message).toContain("use pdf_unlock");
      else expect(["c-encrypted", "d-damaged", "h-hostile"]).toContain(file.category);
      return;
    }
    if (typeof file.pages === "number") expect(info.pages).toBe(file.pages);
    expect(info.dimensions).toHaveLength(info.pages);
    for (const { width, height } of info.dimensions) {
      expect(width).toBeGreaterThan(0);
      expect(height).toBeGreaterThan(0);
    }
  });

  it("opens most files without an engine's repair", async () => {
    let opened = 0;
    for (const file of files) if ((await infoOf(bytesOf(file))) !== undefined) opened++;
    expect(opened).toBeGreaterThan(files.length / 2);
  });
});

interface Facts {
  readonly forms: readonly { readonly name: string; readonly type: string; readonly signed?: boolean }[];
}
const typeNames: Readonly<Record<string, string>> = { list: "listbox", combo: "dropdown", push: "button" };

describe("form fields match qpdf's list", () => {
  const withFacts = named.filter(([, file]) => file.category === "e-features");
  it.each(withFacts)("%s", async (id, file) => {
    const facts: Facts = JSON.parse(readFileSync(corpusPath(`facts/${id}.json`), "utf8"));
    const info = await infoOf(bytesOf(file));
    if (info === undefined || info instanceof ProblemError) return;
    const key = (name: string, type: string, signed: boolean | undefined) => `${name} ${type} ${signed}`;
    const ours = info.forms.map(({ name, type, signed }) => key(name, type, signed)).sort();
    const theirs = facts.forms
      .map(({ name, type, signed }) => key(name, typeNames[type] ?? type, signed))
      .sort();
    expect(ours).toEqual(theirs);
  });
});

const noJudge = requireTool("qpdf") ?? requireTool("pdfinfo");

describe.skipIf(noJudge)("pdf_rotate_pages on the corpus", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pdfd-rotate-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const shown = (path: string, pages: number) => {
    const { stdout } = runProgram("pdfinfo", ["-f", "1", "-l", String(pages), path]);
    return [...stdout.toString("latin1").matchAll(/rot: +(-?\d+)/g)].map((match) => Number(match[1]));
  };

  it.each(named.filter(([, { category }]) => category !== "h-hostile"))("%s", async (_, file) => {
    const context = testContext({ "a.pdf": bytesOf(file) });
    engine.asked = 0;
    const source = corpusPath(file.file);
    try {
      await pdfRotatePages.run({ input: "a.pdf", output: "b.pdf", angle: 90 }, context);
    } catch (error) {
      expect(context.files.stored.size).toBe(1);
      if (engine.asked > 0) return;
      if (!(error instanceof ProblemError)) throw error;
      // Refusing the file is allowed; writing a wrong result isn't.
      expect(error.message).not.toContain("the result");
      return;
    }
    const path = join(folder, `${file.id}.pdf`);
    writeFileSync(path, context.files.stored.get("/files/b.pdf") ?? "");
    const after = qpdfCheck(path);
    if (after.exit !== 0) expect(qpdfCheck(source).exit, after.output).not.toBe(0);
    const pages = 20;
    const before = shown(source, pages);
    // Poppler finds no page in some files without a cross-reference table, but reads every page of the output.
    if (file.category === "d-damaged" && before.length === 0)
      expect(shown(path, pages)).toHaveLength(file.pages || 1);
    else expect(shown(path, pages)).toEqual(before.map((angle) => (angle + 90 + 360) % 360));
  });
});
