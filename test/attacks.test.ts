/** A few of the attack files through every tool; all of them: `npm run sweep -- --attacks`. */
import { describe, expect, it } from "vitest";
import { chosenAttacks, faultOf, runAttacks } from "./support/attack-run.ts";
import { attacks } from "./support/attacks.ts";
import { linux } from "./support/processes.ts";

/** Another number chooses others. */
const seed = 17;

// What a process took is read from Linux's /proc; the bounds are the same code on every system.
describe.runIf(linux)("what small files may cost", () => {
  it.each(["fields, a list that holds itself", "one embedded file 50,000 times", ...chosenAttacks(6, seed)])(
    "%s",
    async (attack) => {
      const runs = await runAttacks([attack]);
      expect(runs.length).toBeGreaterThan(10);
      expect(runs.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
    },
    300_000,
  );

  it("is asked of many kinds of files", () => {
    expect(Object.keys(attacks).length).toBeGreaterThan(100);
  });
});
