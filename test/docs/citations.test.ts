/** Comments and messages cite only documents and decisions that exist in the repository. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn } from "./blocks.ts";

const checkout = resolve(import.meta.dirname, "../..");
const sources = ["src", "test", "bench", "scripts"]
  .flatMap(filesIn)
  .concat("build.ts")
  .filter((path) => /\.(ts|mjs|md)$/.test(path) && path !== "test/docs/citations.test.ts");
const papers = filesIn("docs");

/** Documents that were never part of the repository, and rules cited by number. */
const elsewhere = /\b(?:SPEC|DECISIONS|RELIABILITY|HOUSE|PERFORMANCE)\b/;

/** `docs/decisions/0007` stands for the file whose name begins that way. */
function leadsSomewhere(path: string): boolean {
  return papers.some(
    (paper) => paper === path || paper.startsWith(`${path}/`) || paper.startsWith(`${path}-`),
  );
}

describe.each(sources)("%s", (path) => {
  const text = readFileSync(resolve(checkout, path), "utf8");

  it("cites only files of the repository", () => {
    expect(elsewhere.exec(text)?.[0]).toBeUndefined();
    for (const [, cited = ""] of text.matchAll(/(?<![\w/.-])(docs\/[\w/.-]*\w)/g))
      expect(leadsSomewhere(cited), cited).toBe(true);
  });
});
