/** The calls that a command makes for several files. */
import { describe, expect, it } from "vitest";
import { callForEach, manyFiles } from "../../src/cli/tools/many-files.ts";
import { invalid } from "../../src/core/problem.ts";
import { findAnyTool } from "../../src/tools/index.ts";
import { testContext } from "../support/memory-files.ts";

/** The fields of each call, or undefined if it is a usual call. */
async function callsOf(name: string, input: object, rest: readonly string[]): Promise<unknown> {
  const tool = findAnyTool(name);
  if (!tool) throw new Error(`no tool ${name}`);
  const { files } = testContext({}, {});
  const many = manyFiles(tool, input, rest, files);
  if (!many) return undefined;
  const calls: object[] = [];
  const check = (fields: object): object => {
    calls.push(fields);
    throw invalid("input", "is only noted");
  };
  const call = { onProgress: () => {}, names: { tool: String, field: String } };
  // The calls fail before anything else is used.
  await callForEach(tool, many, call as unknown as Parameters<typeof callForEach>[2], check);
  return calls;
}

describe("several files", () => {
  it.each([
    [
      "pdf_extract_tables",
      { output: "out/" },
      ["a.pdf", "b/c.pdf"],
      [
        { input: "a.pdf", output: undefined, output_folder: "out/" },
        { input: "b/c.pdf", output: undefined, output_folder: "out/" },
      ],
    ],
    [
      "pdf_extract_tables",
      { output: "out/", format: "xlsx" },
      ["a.pdf"],
      [{ input: "a.pdf", output: "out/a.xlsx" }],
    ],
    ["pdf_extract_tables", {}, ["a.pdf", "b.pdf"], [{ input: "a.pdf" }, { input: "b.pdf" }]],
    ["pdf_optimize", { output: "out/" }, ["b/c.pdf"], [{ input: "b/c.pdf", output: "out/c.pdf" }]],
  ])("of %s with %j: %j", async (tool, input, rest, calls) => {
    expect(await callsOf(tool, input, rest)).toEqual(calls);
  });
});
