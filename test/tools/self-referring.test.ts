/** Documents with objects needed to read themselves: every tool answers or returns a 422, with no other error. */
import { describe, expect, it } from "vitest";
import { openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { selfReferring } from "../support/bombs.ts";
import { everyTool } from "../support/every-tool.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError } from "../support/run-tool.ts";

describe.each(Object.entries(selfReferring))("an object stream that needs itself for %s", (key, make) => {
  const bytes = make();

  it("is damage to the object core, unless the entry isn't needed", () => {
    const read = () => openCos(memorySource(bytes)).object(3);
    if (key === "/Extends" || key.startsWith("a page tree")) expect(read()).toBeInstanceOf(Map);
    else expect(read).toThrow(CosError);
  });

  it.each(everyTool("a.pdf", "out"))("$tool answers", async ({ tool, input }) => {
    const files = { "a.pdf": bytes, "ok.pdf": pagesPdf(["", ""]) };
    const { error, context } = await callOrError(tool, input, files);
    if (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(operation_failed|validation)$/) });
      // Recognized damage, not an unexpected error.
      expect(error.message).not.toMatch(/came upon/);
    }
    expect(context.files.open.size).toBe(0);
  });
});
