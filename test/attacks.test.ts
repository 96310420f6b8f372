/** Runs some attack files through every tool; all of them: `npm run sweep -- --attacks`. */
import { describe, expect, it } from "vitest";
import { attackFiles, chosenFiles } from "./support/attack-files.ts";
import { faultOf, runAttacks } from "./support/attack-run.ts";
import { linux } from "./support/processes.ts";

/** Another seed chooses other files. */
const seed = 17;
const variations = 200;
const files = attackFiles(variations, seed);
const named = (name: string) => files.filter((file) => file.name === name);
const chosen = [
  ...named("fields, a list that holds itself"),
  ...chosenFiles(files.slice(0, -variations), 1, seed),
  ...chosenFiles(files.slice(-variations), 1, seed),
];

// A process's cost is read from Linux's /proc; the limits use the same code on every system.
describe.runIf(linux)("the cost of small files", () => {
  it.each(chosen)(
    "is limited for $name",
    async (file) => {
      const runs = await runAttacks([file]);
      expect(runs.length).toBeGreaterThan(10);
      expect(runs.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
    },
    300_000,
  );

  it("is tested with many kinds of files, the same in every run", () => {
    expect(files.length).toBeGreaterThan(300);
    const [some, again] = [files, attackFiles(variations, seed)].map((all) =>
      all.slice(-10).map(({ make }) => Buffer.from(make()).toString("latin1")),
    );
    expect(again).toEqual(some);
  });
});
