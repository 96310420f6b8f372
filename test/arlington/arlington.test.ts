/** No tool breaks the ISO 32000-2 object model unless its input already does. */
import { describe, expect, it } from "vitest";
import { conformingFiles } from "../conformance/operations.ts";
import { corpusPdfs } from "../support/corpus.ts";
import { requireTool } from "../support/tools.ts";
import { judgeFile } from "./judge.ts";
import { readModel } from "./model.ts";

/** Files in the repository; `npm run sweep -- --arlington` runs over all files. */
const sample = [
  ...corpusPdfs()
    .filter(({ category }) => category === "e-features")
    .slice(0, 3),
  ...conformingFiles()
    .slice(0, 33)
    .filter((_, k) => k % 7 === 0)
    .map(({ file }) => ({ id: file, file, category: "i-conformance" })),
];

describe.skipIf(requireTool("qpdf"))("the ISO 32000-2 object model", () => {
  it("is respected by every tool whose input respects it", { timeout: 300_000 }, async () => {
    const model = readModel();
    const judged = [];
    for (const [k, file] of sample.entries()) judged.push(...(await judgeFile(model, file, sample[k - 1])));
    const compared = judged.filter(({ refused }) => refused === undefined);
    expect(compared.length).toBeGreaterThan(100);
    expect(compared.filter(({ violations }) => violations.length > 0)).toEqual([]);
  });
});
