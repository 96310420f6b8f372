/** Labels and watermarks on the corpus: a clean file stays clean and keeps every page. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { findTool } from "../../src/tools/index.ts";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { testContext } from "../support/memory-files.ts";
import { qpdfCheck, requireTool } from "../support/tools.ts";

/** Another test covers files that only an engine can recover. */
vi.mock("../../src/recovery/strategies/save-by-engines.ts", async () => {
  const { failed } = await import("../../src/core/problem.ts");
  const refuse = () => {
    throw failed("not recovered in this test");
  };
  return { mupdfSave: refuse, pdfjsRewrite: refuse };
});

const files = everyNth(
  corpusPdfs().filter(({ category }) => category !== "h-hostile"),
  10,
);

describe.skipIf(requireTool("qpdf"))("stamps on the corpus", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pdfd-stamps-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(files.map((file) => [file.id, file] as const))("%s", async (id, file) => {
    const source = corpusPath(file.file);
    const tool = (name: string, fields: object, bytes: Uint8Array) => {
      const found = findTool(name);
      if (!found) throw new Error(`no tool ${name}`);
      const context = testContext({ "a.pdf": bytes });
      const run = found.run({ input: "a.pdf", output: "b.pdf", ...fields }, context);
      return Promise.resolve(run).then(() => context.files.stored.get("/files/b.pdf") ?? new Uint8Array());
    };
    let written: Uint8Array;
    try {
      const marked = await tool(
        "pdf_add_watermark",
        { text: "ENTWURF черновик", opacity: 0.3, color: "#cc0000" },
        readFileSync(source),
      );
      const fields = { text: "{page} / {total}", position: "bottom-center", start: 1, size: 10 };
      written = await tool("pdf_add_page_labels", fields, marked);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // Refusing the file is allowed; writing a wrong result isn't.
      expect(error.message).not.toContain("the result");
      return;
    }
    const path = join(folder, `${id}.pdf`);
    writeFileSync(path, written);
    const after = qpdfCheck(path);
    if (after.exit !== 0) expect(qpdfCheck(source).exit, after.output).not.toBe(0);
  });
});
