/**
 * No regular expression of ours takes more than linear time, whatever text it meets: a line of dots, a name of digits or a tag
 * that never ends would keep a call busy for hours. `recheck` judges the automaton of each, where it has one; the growth of
 * its own time on texts made of its own characters is the second opinion, and the only one on patterns with look-around.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { growthOf } from "../support/pattern-growth.ts";
import { allPatterns, literalsOf, type Pattern } from "../support/patterns.ts";
import { keyOf, provedFile, verdictOf } from "./verdict.ts";

/** Patterns that were proved before: judging all of them takes minutes. `npx bun test/patterns/prove.ts` writes them. */
const proved = new Set<string>(JSON.parse(readFileSync(provedFile, "utf8")));

let patterns: readonly Pattern[] = [];
beforeAll(async () => {
  patterns = await allPatterns();
});

describe("the patterns of src", () => {
  it("are not polynomial, as far as an automaton can tell", { timeout: 300_000 }, async () => {
    const waiting = patterns.filter((one) => !proved.has(keyOf(one)));
    const verdicts = await Promise.all(waiting.map(verdictOf));
    const faults = waiting.flatMap(({ place }, k) => {
      const verdict = verdicts[k] ?? "";
      return verdict === "linear" || verdict === "unknown" ? [] : [`${place}: ${verdict}`];
    });
    expect(faults).toEqual([]);
  });

  it("take time that grows with the text and no faster", { timeout: 300_000 }, () => {
    const grown = patterns.flatMap((one) => {
      const found = growthOf(new RegExp(one.source, one.flags));
      return found ? [`${one.place} ${keyOf(one)}: n^${found.exponent.toFixed(1)} on ${found.text}`] : [];
    });
    expect(grown).toEqual([]);
  });

  it("are built where modules are loaded, so that they can be judged", () => {
    expect(patterns.length).toBeGreaterThan(400);
    expect(patterns.some(({ place }) => place === "steps/labels.ts")).toBe(true);
  });
});

describe("patterns that are not linear", () => {
  it.each([
    String.raw`\0+$`,
    String.raw`<w:rFonts\s[^>]*>`,
    String.raw`(?:\.\s?){4,}\s*[\divxlc]*$`,
    String.raw`\d+\.?\d*(?=\s+Tf\b)`,
  ])("are found by both: %s", async (source) => {
    const [pattern] = literalsOf("made.ts", `const made = /${source}/g;`);
    expect(await verdictOf(pattern ?? { place: "", source, flags: "g" })).toMatch(/polynomial|unknown/);
    expect(growthOf(new RegExp(source, "g"))?.exponent).toBeGreaterThan(1.5);
  });
});
