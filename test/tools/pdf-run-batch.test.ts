import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { inWords, registryNames } from "../../src/core/message.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { createFiles } from "../../src/files/create.ts";
import { openScope } from "../../src/files/scope/scope.ts";
import { pdfProtect } from "../../src/tools/edit/pdf-protect.ts";
import { pdfRunBatch } from "../../src/tools/edit/pdf-run-batch.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

interface Answer {
  readonly outputs: readonly { input: string; output: string; pages: number; bytes: number }[];
  readonly failed: readonly { input: string; error: string }[];
}

let outer = "";
let folder = "";
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), "pdfd-batch-"));
  folder = join(outer, "allowed");
  mkdirSync(join(folder, "other"), { recursive: true });
  writeFileSync(join(folder, "one.pdf"), pagesPdf(["", ""]));
  writeFileSync(join(folder, "two.pdf"), pagesPdf([""]));
  writeFileSync(join(folder, "other/one.pdf"), pagesPdf(["", "", ""]));
  writeFileSync(join(folder, "broken.pdf"), "%PDF-1.7\nno PDF at all");
  writeFileSync(join(folder, "text.pdf"), "just text");
  writeFileSync(join(outer, "outside.pdf"), pagesPdf([""]));
});
afterEach(() => rmSync(outer, { recursive: true, force: true }));

const rotate = [{ action: "rotate", options: { angle: 90 } }];

async function batch(inputs: readonly string[], more: Record<string, unknown> = {}) {
  const states: { progress: number; total: number; message?: string }[] = [];
  const warnings: string[] = [];
  const files = createFiles(openScope([folder]));
  const fields = validate(pdfRunBatch.input, { inputs, steps: rotate, output_folder: "out/new", ...more });
  const result = await pdfRunBatch.run(fields, {
    ...testContext({}),
    files,
    readers: createReaders(),
    progress: (state) => states.push(state),
    warn: (message) => warnings.push(inWords(message, registryNames)),
  });
  validate(pdfRunBatch.output, result);
  // Just validated.
  return { ...(result as Answer), states, warnings };
}

describe("pdf_run_batch", () => {
  it("numbers pages on over the files: by all pages of each, and none of those that fail", async () => {
    const options = { text: "ACME-{page}/{total}", digits: 6, start: 9, pages: "end", continue: true };
    const { outputs } = await batch(["one.pdf", "broken.pdf", "two.pdf"], {
      steps: [{ action: "labels", options }],
    });
    const texts = await Promise.all(
      outputs.map(async ({ output }) => {
        const read = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": readFileSync(output) });
        return Object(read.result).pages.at(-1).text;
      }),
    );
    expect(texts).toEqual(["ACME-000010/2", "ACME-000011/1"]);
  });

  it("writes each result and reports why the other files failed", async () => {
    const outside = join(outer, "outside.pdf");
    const { outputs, failed, states } = await batch([
      "one.pdf",
      "broken.pdf",
      "missing.pdf",
      outside,
      "other/one.pdf",
      "text.pdf",
      "other",
      join(folder, "two.pdf"),
    ]);
    const out = join(folder, "out/new");
    expect(outputs).toMatchObject([
      { input: join(folder, "one.pdf"), output: join(out, "one-processed.pdf"), pages: 2 },
      { input: join(folder, "two.pdf"), output: join(out, "two-processed.pdf"), pages: 1 },
    ]);
    expect(failed).toEqual([
      { input: join(folder, "broken.pdf"), error: expect.stringContaining("broken.pdf") },
      {
        input: join(folder, "missing.pdf"),
        error: expect.stringMatching(/inputs\[2\]: .*missing\.pdf.*not exist/),
      },
      { input: outside, error: expect.stringMatching(/inputs\[3\]: .*outside the allowed folders/) },
      { input: join(folder, "other/one.pdf"), error: expect.stringContaining("one-processed.pdf") },
      { input: join(folder, "text.pdf"), error: expect.stringContaining("is not a PDF") },
      { input: join(folder, "other"), error: expect.stringContaining("is a folder") },
    ]);
    expect(readdirSync(out).sort()).toEqual(["one-processed.pdf", "two-processed.pdf"]);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    expect(states.at(-1)).toEqual({ progress: 8, total: 8, message: "8 of 8 files" });
  });

  it("lists an existing output as failed and continues", async () => {
    await batch(["one.pdf"], { suffix: "x_1" });
    const again = await batch(["one.pdf", "two.pdf"], { suffix: "x_1" });
    expect(again.failed).toEqual([
      { input: join(folder, "one.pdf"), error: expect.stringContaining("already exists") },
    ]);
    expect(again.outputs.map(({ output }) => output)).toEqual([join(folder, "out/new/two-x_1.pdf")]);
  });

  it("leaves no output folder if every file failed", async () => {
    const { outputs, failed } = await batch(["broken.pdf", "missing.pdf"]);
    expect(outputs).toEqual([]);
    expect(failed.length).toBe(2);
    expect(existsSync(join(folder, "out"))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["broken.pdf", "one.pdf", "other", "text.pdf", "two.pdf"]);
  });

  it("lists a file that needs a password as failed and continues", async () => {
    const context = testContext({ "a.pdf": pagesPdf([""]) });
    const locked = { input: "a.pdf", password: "secret", output: "locked.pdf" };
    await pdfProtect.run(validate(pdfProtect.input, locked), context);
    writeFileSync(join(folder, "locked.pdf"), context.files.stored.get("/files/locked.pdf") ?? "");
    const { outputs, failed } = await batch(["locked.pdf", "two.pdf"]);
    expect(failed).toEqual([
      {
        input: join(folder, "locked.pdf"),
        error: expect.stringMatching(/locked\.pdf needs a password: use pdf_unlock/),
      },
    ]);
    expect(outputs).toMatchObject([{ input: join(folder, "two.pdf") }]);
  });

  it("names the option that doesn't fit a file", async () => {
    const steps = [{ action: "extract", options: { pages: "2" } }];
    const { outputs, failed } = await batch(["two.pdf", "one.pdf"], { steps });
    expect(outputs).toMatchObject([{ input: join(folder, "one.pdf"), pages: 1 }]);
    expect(failed).toEqual([
      {
        input: join(folder, "two.pdf"),
        error: "steps[0].options.pages: can't select page 2: the document has 1 page",
      },
    ]);
  });

  it("refuses the whole call if the output folder isn't allowed", async () => {
    await expect(batch(["one.pdf"], { output_folder: outer })).rejects.toMatchObject({
      code: "validation",
      errors: [{ field: "output_folder" }],
    });
  });

  it("continues after an unexpected error without exposing its message", async () => {
    const context = testContext({ "a.pdf": pagesPdf([""]), "b.pdf": pagesPdf([""]) });
    const { openInput } = context.files;
    const files = {
      ...context.files,
      openInput(path: string, field: string) {
        if (path === "a.pdf") throw new TypeError("inner secret");
        return openInput(path, field);
      },
    };
    const fields = validate(pdfRunBatch.input, {
      inputs: ["a.pdf", "b.pdf"],
      steps: rotate,
      output_folder: "o",
    });
    const result = await pdfRunBatch.run(fields, { ...context, files });
    expect(result).toMatchObject({
      outputs: [{ input: "/files/b.pdf" }],
      failed: [{ input: "/files/a.pdf" }],
    });
    expect(JSON.stringify(result)).not.toContain("secret");
    const written = context.files.stored.get("/files/o/b-processed.pdf");
    expect(openStrictly(memorySource(written ?? new Uint8Array())).pages.attribute(1, "Rotate")).toBe(90);
    expect(context.files.open.size).toBe(0);
  });
});
