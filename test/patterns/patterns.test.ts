/**
 * Checks that all our regular expressions run in linear time on any text, because a line of dots, a name of digits or an
 * unclosed tag could otherwise keep a call busy for hours. `recheck` analyzes each pattern's automaton, if it has one.
 * The measured run time on texts of the pattern's own characters is the second opinion, and the only one for patterns
 * with look-around.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { growthOf } from "../support/pattern-growth.ts";
import { allPatterns, literalsOf, type Pattern } from "../support/patterns.ts";
import { keyOf, keysIn, provedFile, unprovableFile, verdictOf } from "./verdict.ts";

/**
 * Patterns analyzed earlier, because analyzing all of them takes minutes. `npx bun test/patterns/prove.ts` writes the lists.
 */
const analyzed = new Set([...keysIn(provedFile), ...keysIn(unprovableFile)]);

let patterns: readonly Pattern[] = [];
beforeAll(async () => {
  patterns = await allPatterns();
});

describe("the patterns of src", () => {
  it("aren't polynomial, as far as an automaton can show", { timeout: 300_000 }, async () => {
    const waiting = patterns.filter((one) => !analyzed.has(keyOf(one)));
    const verdicts = await Promise.all(waiting.map(verdictOf));
    const faults = waiting.flatMap(({ place }, k) => {
      const verdict = verdicts[k] ?? "";
      return verdict === "linear" || verdict === "unknown" ? [] : [`${place}: ${verdict}`];
    });
    expect(faults).toEqual([]);
  });

  it("take time linear in the length of the text", { timeout: 300_000 }, () => {
    const grown = patterns.flatMap((one) => {
      const found = growthOf(new RegExp(one.source, one.flags));
      return found ? [`${one.place} ${keyOf(one)}: n^${found.exponent.toFixed(1)} on ${found.text}`] : [];
    });
    expect(grown).toEqual([]);
  });

  it("are built when modules load, so that they can be checked", () => {
    expect(patterns.length).toBeGreaterThan(400);
    expect(patterns.some(({ place }) => place === "steps/labels.ts")).toBe(true);
  });
});

describe("nonlinear patterns", () => {
  it.each([
    String.raw`\0+$`,
    String.raw`<w:rFonts\s[^>]*>`,
    String.raw`(?:\.\s?){4,}\s*[\divxlc]*$`,
    String.raw`\d+\.?\d*(?=\s+Tf\b)`,
  ])("are detected by both checks: %s", async (source) => {
    const [pattern] = literalsOf("made.ts", `const made = /${source}/g;`);
    expect(await verdictOf(pattern ?? { place: "", source, flags: "g" })).toMatch(/polynomial|unknown/);
    expect(growthOf(new RegExp(source, "g"))?.exponent).toBeGreaterThan(1.5);
  });
});
