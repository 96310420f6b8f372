/**
 * Sweeps a sample of the installed files; `npm run sweep` takes all, which needs minutes. PDFD_SWEEP=all sweeps the
 * whole corpus here too.
 */
import { describe, expect, it } from "vitest";
import { corpusPdfs, everyNth } from "../support/corpus.ts";
import { requireTool } from "../support/tools.ts";
import { sweep } from "./sweep.ts";

const reason = requireTool("qpdf");

describe.skipIf(reason)("corpus", () => {
  it("gets a correct result or a clear 422 for every file and tool", { timeout: 1_200_000 }, async () => {
    const files = everyNth(corpusPdfs(), 150);
    const outcomes = await sweep(files);
    const violations = outcomes.filter(({ verdict }) => verdict === "violation");
    expect(violations.map(({ file, tool, detail }) => `${file} ${tool}: ${detail}`)).toEqual([]);
    expect(outcomes.filter(({ verdict }) => verdict === "right").length).toBeGreaterThan(outcomes.length / 2);
  });
});
