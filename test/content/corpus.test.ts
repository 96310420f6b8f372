/** A sample of the corpus read by our own interpreter: nearly all of it is, and as by MuPDF. `compare.ts` does all of it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { CosError } from "../../src/cos/error.ts";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
import { readBoth } from "./both.ts";

/** Every so many files of those that are sound. */
const step = 7;
/** What is known to be otherwise: white that a tint is (6-2-4-4), which matters to no table here. */
const known = /veraPDF-test-suite-6-2-4-4-t01-fail-c/;

const files = corpusPdfs()
  .filter(({ file }) => /^[abe]-/.test(file) && !known.test(file))
  .filter((_, k) => k % step === 0);

describe("a page of the corpus", () => {
  const left: string[] = [];

  it.each(files.map(({ id, file }) => ({ id, file })))("is read as by MuPDF: $id", async ({ file }) => {
    try {
      const both = await readBoth(readFileSync(corpusPath(file)));
      left.push(...both.left);
      expect(both.differences).toEqual([]);
    } catch (error) {
      // Files that need a password or mending are read elsewhere.
      if (!(error instanceof ProblemError || error instanceof CosError)) throw error;
    }
  });

  it("is hardly ever left to MuPDF", () => {
    expect(left.length).toBeLessThanOrEqual(2);
  });
});
