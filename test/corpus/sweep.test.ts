/** The sweep over the whole corpus, where there is one; `npm run sweep` prints its counts. */
import { describe, expect, it } from "vitest";
import { corpusPdfs, noCorpus } from "../support/corpus.ts";
import { requireTool } from "../support/tools.ts";
import { sweep } from "./sweep.ts";

const reason = noCorpus ?? requireTool("qpdf");

describe.skipIf(reason !== undefined)(`corpus${reason === undefined ? "" : ` (skipped: ${reason})`}`, () => {
  it("gives a right result or a clear 422 for every file and tool", { timeout: 1_200_000 }, async () => {
    const outcomes = await sweep(corpusPdfs());
    const violations = outcomes.filter(({ verdict }) => verdict === "violation");
    expect(violations.map(({ file, tool, detail }) => `${file} ${tool}: ${detail}`)).toEqual([]);
    expect(outcomes.filter(({ verdict }) => verdict === "right").length).toBeGreaterThan(outcomes.length / 2);
  });
});
