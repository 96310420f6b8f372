import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { debugStructure } from "../../src/tools/debug-structure.ts";
import { tools } from "../../src/tools/index.ts";
import { corpusPath } from "../support/corpus.ts";
import { testContext } from "../support/memory-files.ts";

describe("debug_structure", () => {
  it("writes a picture of the blocks of one page", async () => {
    const bytes = readFileSync(corpusPath("b-structure/b-rt-gpu.chromium-plain.pdf"));
    const context = testContext({ "a.pdf": bytes }, createReaders());
    const input = validate(debugStructure.input, { input: "a.pdf", output: "page.png", page: 2 });
    const answer = await debugStructure.run(input, context);
    const png = context.files.stored.get("/files/page.png");
    expect(answer).toMatchObject({ output: "/files/page.png", bytes: png?.length });
    expect(Reflect.get(answer, "blocks")).toBeGreaterThan(10);
    expect(Buffer.from(png ?? []).toString("latin1", 1, 4)).toBe("PNG");
    // Width and height in the header: two pixels a point of A4.
    expect(Buffer.from(png ?? []).readUInt32BE(16)).toBe(1190);
  });

  it("is no tool of the service", () => {
    expect(tools.map(({ name }) => name)).not.toContain("debug_structure");
  });
});
