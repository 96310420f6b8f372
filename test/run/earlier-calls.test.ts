/** The second attempt of a call whose answer was lost. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { conflict, failed } from "../../src/core/problem.ts";
import { defineTool, reads, type Tool, writes } from "../../src/core/tool.ts";
import { createEarlierCalls } from "../../src/run/earlier-calls.ts";

const toolOf = (annotations: typeof reads): Tool =>
  defineTool({
    name: annotations === reads ? "read" : "write",
    title: "",
    description: "",
    input: v.strictObject({}),
    output: v.strictObject({}),
    annotations,
    reportsProgress: false,
    lane: "document",
    run: () => ({}),
  });
const writer = toolOf(writes);
const exists = conflict("output", '"b.pdf" already exists');

describe("a conflict", () => {
  it("reports that the same call succeeded, regardless of field order", () => {
    const earlier = createEarlierCalls(() => Date.UTC(2026, 0, 2));
    earlier.done(writer, {
      input: "a.pdf",
      steps: [{ action: "rotate", options: { angle: 90 } }],
      output: "b.pdf",
    });
    const again = { output: "b.pdf", steps: [{ options: { angle: 90 }, action: "rotate" }], input: "a.pdf" };
    expect(earlier.explained(writer, again, exists)).toMatchObject({
      code: "conflict",
      message: '"b.pdf" already exists. The same call succeeded at 2026-01-02T00:00:00.000Z',
      errors: exists.errors,
    });
  });

  it("of any other call stays unchanged, as do other errors", () => {
    const earlier = createEarlierCalls(() => 0);
    earlier.done(writer, { input: "a.pdf", output: "b.pdf" });
    expect(earlier.explained(writer, { input: "c.pdf", output: "b.pdf" }, exists)).toBe(exists);
    expect(earlier.explained(toolOf(reads), { input: "a.pdf", output: "b.pdf" }, exists)).toBe(exists);
    const other = failed("no");
    expect(earlier.explained(writer, { input: "a.pdf", output: "b.pdf" }, other)).toBe(other);
  });

  it("of a call made long ago stays unchanged", () => {
    const earlier = createEarlierCalls(() => 0);
    for (let k = 0; k <= 1000; k++) earlier.done(writer, { output: `${k}` });
    expect(earlier.explained(writer, { output: "0" }, exists)).toBe(exists);
    expect(earlier.explained(writer, { output: "1" }, exists)).not.toBe(exists);
  });
});
