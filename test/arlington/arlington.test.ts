/** No tool breaks the object model of ISO 32000-2 where its input does not. */
import { describe, expect, it } from "vitest";
import { conformingFiles } from "../conformance/operations.ts";
import { corpusPdfs } from "../support/corpus.ts";
import { requireTool } from "../support/tools.ts";
import { judgeFile } from "./judge.ts";
import { readModel } from "./model.ts";

/** Files that travel with the repository; all are for `npm run sweep -- --arlington`. */
const sample = [
  ...corpusPdfs()
    .filter(({ category }) => category === "e-features")
    .slice(0, 16),
  ...conformingFiles()
    .slice(0, 33)
    .filter((_, k) => k % 4 === 0)
    .map(({ file }) => ({ id: file, file, category: "i-conformance" })),
];

describe.skipIf(requireTool("qpdf"))("the object model of ISO 32000-2", () => {
  it("is broken by no tool where the input keeps it", { timeout: 300_000 }, async () => {
    const model = readModel();
    const judged = [];
    for (const [k, file] of sample.entries()) judged.push(...(await judgeFile(model, file, sample[k - 1])));
    const compared = judged.filter(({ refused }) => refused === undefined);
    expect(compared.length).toBeGreaterThan(250);
    expect(compared.filter(({ violations }) => violations.length > 0)).toEqual([]);
  });
});
