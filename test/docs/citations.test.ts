/** What comments and messages cite is in the repository: a document that is there, a decision by its number. */
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

/** Papers that were never part of the repository, and rules by their numbers. */
const elsewhere = /\b(?:SPEC|DECISIONS|RELIABILITY|HOUSE|PERFORMANCE)\b/;

/** `docs/decisions/0007` stands for the file that begins so. */
function leadsSomewhere(path: string): boolean {
  return papers.some(
    (paper) => paper === path || paper.startsWith(`${path}/`) || paper.startsWith(`${path}-`),
  );
}

describe.each(sources)("%s", (path) => {
  const text = readFileSync(resolve(checkout, path), "utf8");

  it("cites what is in the repository", () => {
    expect(elsewhere.exec(text)?.[0]).toBeUndefined();
    for (const [, cited = ""] of text.matchAll(/(?<![\w/.-])(docs\/[\w/.-]*\w)/g))
      expect(leadsSomewhere(cited), cited).toBe(true);
  });
});
