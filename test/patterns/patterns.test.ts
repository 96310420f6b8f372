/**
 * No regular expression of ours takes more than linear time, whatever text it meets: a line of dots, a name of digits or a tag
 * that never ends would keep a call busy for hours. `recheck` judges the automaton of each; the growth of its own time on
 * texts made of its own characters is the second opinion. What recheck proved once is kept in node_modules/.cache.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { check } from "recheck";
import { beforeAll, describe, expect, it } from "vitest";
import { growthOf } from "../support/pattern-growth.ts";
import { allPatterns, literalsOf, type Pattern } from "../support/patterns.ts";

const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
const cacheFile = join(cache, "linear-patterns.json");

const keyOf = ({ source, flags }: Pattern) => `/${source}/${flags}`;

function provedBefore(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(cacheFile, "utf8")));
  } catch {
    return new Set();
  }
}

/** Why a pattern is not linear; undefined: it is. */
async function fault(pattern: Pattern): Promise<string | undefined> {
  const found = await check(pattern.source, pattern.flags, { timeout: 30_000 });
  if (found.status === "safe") return undefined;
  const why =
    found.status === "vulnerable"
      ? `${found.complexity.summary}, for example ${found.attack.pattern}`
      : "not to be judged";
  return `${pattern.place} ${keyOf(pattern)}: ${why}`;
}

let patterns: readonly Pattern[] = [];
beforeAll(async () => {
  patterns = await allPatterns();
});

describe("the patterns of src", () => {
  it("are proved to be linear", { timeout: 300_000 }, async () => {
    const proved = provedBefore();
    const waiting = patterns.filter((one) => !proved.has(keyOf(one)));
    const faults: string[] = [];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const found = await fault(next);
        if (found === undefined) proved.add(keyOf(next));
        else faults.push(found);
      }
    };
    await Promise.all([work(), work()]);

    const current = new Set(patterns.map(keyOf));
    mkdirSync(cache, { recursive: true });
    writeFileSync(cacheFile, JSON.stringify([...proved].filter((key) => current.has(key))));
    expect(faults.sort()).toEqual([]);
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
    expect(await fault(pattern ?? { place: "", source, flags: "g" })).toContain("polynomial");
    expect(growthOf(new RegExp(source, "g"))?.exponent).toBeGreaterThan(1.5);
  });
});
