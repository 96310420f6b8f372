/** Documents that cannot be read without what is in them, through every tool: an answer, or a 422; no other error. */
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/validate.ts";
import { openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { execute } from "../../src/run/execute.ts";
import { findTool } from "../../src/tools/index.ts";
import { selfReferring } from "../support/bombs.ts";
import { everyTool } from "../support/every-tool.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

describe.each(Object.entries(selfReferring))("an object stream with itself behind %s", (key, make) => {
  const bytes = make();

  it("is damage for the object core, unless it need not be asked", () => {
    const read = () => openCos(memorySource(bytes)).object(3);
    if (key === "/Extends" || key.startsWith("a page tree")) expect(read()).toBeInstanceOf(Map);
    else expect(read).toThrow(CosError);
  });

  it.each(everyTool("a.pdf", "out"))("$tool answers", async ({ tool: name, input }) => {
    const tool = findTool(name);
    if (!tool) throw new Error(`no ${name}`);
    const files = { "a.pdf": bytes, "ok.pdf": pagesPdf(["", ""]) };
    const context = testContext(files, createReaders());
    const run = execute(tool, validate(tool.input, input), { ...context, onProgress: () => {} });
    const outcome = await run.catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toMatchObject({ code: expect.stringMatching(/^(operation_failed|validation)$/) });
      // Known damage, not something that nobody foresaw.
      expect(outcome.message).not.toMatch(/came upon/);
    }
    expect(context.files.open.size).toBe(0);
  });
});
