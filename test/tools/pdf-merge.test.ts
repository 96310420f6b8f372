/** Limits and refusals of merge, extract and remove. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findTool } from "../../src/tools/index.ts";
import { countProgress } from "../../src/tools/shared/progress.ts";
import { memoryFiles, testContext } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { openPdfjs, textOf } from "../support/pdfjs.ts";
import { problemOf } from "../support/problem-of.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { runProgram } from "../support/run-program.ts";
import { checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const one = pagesPdf([""]);

describe("pdf_merge", () => {
  it("returns the path, pages and bytes", async () => {
    const { result, file } = await runTool(
      "pdf_merge",
      { inputs: ["a.pdf", "b.pdf", "a.pdf"], output: "o.pdf" },
      { "a.pdf": one, "b.pdf": pagesPdf(["", ""]) },
    );
    expect(result).toEqual({ output: "/files/o.pdf", pages: 4, bytes: file("o.pdf").length });
  });

  it("opens a file once, however often it is listed", async () => {
    const files = memoryFiles({ "a.pdf": one, "b.pdf": one });
    let opened = 0;
    const context = {
      ...testContext({}),
      files: {
        ...files,
        openInput(path: string, field: string) {
          opened++;
          return files.openInput(path, field);
        },
      },
    };
    const inputs = Array.from({ length: 1000 }, (_, k) => (k % 2 === 0 ? "a.pdf" : "b.pdf"));
    await findTool("pdf_merge")?.run({ inputs, output: "o.pdf" }, context);
    expect(opened).toBe(2);
  });

  it("names an unreadable file", async () => {
    const call = runTool(
      "pdf_merge",
      { inputs: ["a.pdf", "bad.pdf"], output: "o.pdf" },
      { "a.pdf": one, "bad.pdf": Buffer.from("no pdf at all") },
    );
    const problem = await problemOf(call);
    expect(problem.code).toBe("operation_failed");
    expect(problem.message).toContain("bad.pdf");
  });
});

describe("damage found while working", () => {
  // The cross-reference table and the pages are sound, but an annotation of page 1 can't be parsed.
  const bad = pagesPdf(["/Annots[5 0 R]", ""], { more: { 5: "<</Type/Annot/Subtype)>>" } });

  it.each([
    ["pdf_merge", { inputs: ["a.pdf", "bad.pdf", "a.pdf"], output: "o.pdf" }],
    ["pdf_split", { input: "bad.pdf", mode: "pages", output_folder: "s" }],
    ["pdf_extract_pages", { input: "bad.pdf", pages: "1", output: "o.pdf" }],
  ])("makes %s recover the file and start over", async (tool, input) => {
    const { context, file } = await runTool(tool, input, { "a.pdf": one, "bad.pdf": bad });
    expect(context.warnings.join()).toContain("repaired");
    expect(context.files.open.size).toBe(0);
    expect(checked(file(tool === "pdf_split" ? "s/bad-page-2.pdf" : "o.pdf"))).toMatchObject({ exit: 0 });
  });
});

describe("pdf_extract_pages and pdf_remove_pages", () => {
  const file = richPdf({ label: "A", pages: 3 });
  const call = (tool: string, pages: string) =>
    runTool(tool, { input: "a.pdf", pages, output: "o.pdf" }, { "a.pdf": file });

  it("name a page beyond the last one", async () => {
    expect((await problemOf(call("pdf_extract_pages", "1,7"))).message).toContain("7");
  });

  it("keep at least one page", async () => {
    expect(await problemOf(call("pdf_remove_pages", "1-3"))).toMatchObject({
      code: "validation",
      errors: [{ field: "pages" }],
    });
    expect((await call("pdf_remove_pages", "1-2")).result).toMatchObject({ pages: 1 });
  });
});

describe("protection", () => {
  const reason = requireTool("qpdf");
  /** Opens without a password, but forbids printing and changes. */
  const owned = (bits: string) =>
    withFile(richPdf({ label: "A", pages: 3 }), (path) => {
      const made = `${path}.owned`;
      const options = ["--encrypt", "", "owner", bits, "--print=none", "--modify=none", "--"];
      const weak = bits === "256" ? [] : ["--allow-weak-crypto"];
      const run = runProgram("qpdf", [...weak, path, ...options, made]);
      if (run.status !== 0) throw new Error(run.stderr.toString());
      return new Uint8Array(readFileSync(made));
    });
  const encryptionOf = (bytes: Uint8Array) =>
    withFile(bytes, (path) => runProgram("qpdf", ["--show-encryption", path]).stdout.toString());

  it.skipIf(reason).each(["128", "256"])(
    "with %s bits is kept by extract, remove and split",
    async (bits) => {
      const file = owned(bits);
      const before = encryptionOf(file);
      expect(before).toContain("print low resolution: not allowed");
      const calls = [
        ["pdf_extract_pages", { pages: "2", output: "o.pdf" }, "o.pdf"],
        ["pdf_remove_pages", { pages: "1,3", output: "o.pdf" }, "o.pdf"],
        ["pdf_split", { pages: "2", output_folder: "s" }, "s/a-page-2.pdf"],
      ] as const;
      for (const [tool, input, written] of calls) {
        const bytes = (await runTool(tool, { input: "a.pdf", ...input }, { "a.pdf": file })).file(written);
        expect(checked(bytes), tool).toMatchObject({ exit: 0 });
        expect(encryptionOf(bytes), tool).toBe(before);
        const document = await openPdfjs(bytes);
        expect(await textOf(document, 1)).toBe("A page 2");
        const fields = await document.getFieldObjects();
        expect(fields?.["group.text2"]?.some((field) => "value" in field && field.value === "A text 2")).toBe(
          true,
        );
        await document.destroy();
      }
    },
  );

  it.skipIf(reason)("makes merge refuse and name the file and pdf_unlock", async () => {
    const call = runTool(
      "pdf_merge",
      { inputs: ["a.pdf", "b.pdf"], output: "o.pdf" },
      { "a.pdf": one, "b.pdf": owned("256") },
    );
    const problem = await problemOf(call);
    expect(problem.code).toBe("operation_failed");
    expect(problem.message).toMatch(/b\.pdf.*pdf_unlock/);
  });
});

describe("progress", () => {
  it("is reported at most ten times a second, rises, and ends at the total", () => {
    let time = 0;
    const states: number[] = [];
    const count = countProgress(
      { progress: (state) => states.push(state.progress) },
      1000,
      "files",
      () => time,
    );
    for (const done of [...Array(500).keys(), ...Array(1001).keys()]) {
      time += 1;
      count(done);
    }
    expect(states.length).toBeLessThanOrEqual(17);
    expect(states.at(-1)).toBe(1000);
    expect([...states].sort((a, b) => a - b)).toEqual(states);
  });
});
