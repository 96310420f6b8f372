/**
 * The sweep over every sixth file of the corpus, where there is one: all of them take minutes, and `npm run sweep` is for that.
 * PDFD_SWEEP=all sweeps the whole corpus here too.
 */
import { describe, expect, it } from "vitest";
import { corpusPdfs, noCorpus } from "../support/corpus.ts";
import { requireTool } from "../support/tools.ts";
import { sweep } from "./sweep.ts";

const reason = noCorpus ?? requireTool("qpdf");

describe.skipIf(reason !== undefined)(`corpus${reason === undefined ? "" : ` (skipped: ${reason})`}`, () => {
  it("gives a right result or a clear 422 for every file and tool", { timeout: 1_200_000 }, async () => {
    const files = corpusPdfs().filter((_, k) => process.env.PDFD_SWEEP === "all" || k % 6 === 0);
    const outcomes = await sweep(files);
    const violations = outcomes.filter(({ verdict }) => verdict === "violation");
    expect(violations.map(({ file, tool, detail }) => `${file} ${tool}: ${detail}`)).toEqual([]);
    expect(outcomes.filter(({ verdict }) => verdict === "right").length).toBeGreaterThan(outcomes.length / 2);
  });
});
