/** Workers that are killed at any moment and started again lose nothing; `npm run kills` does the same a thousand times. */
import { expect, it } from "vitest";
import { executable } from "../../test/contract/target.ts";
import { createChance } from "../simulation/clock.ts";
import { killWorkers } from "./killed-workers.ts";

it("make every output once, whole, however often they are killed", async () => {
  const report = await killWorkers({
    command: executable.command ?? [],
    workers: 2,
    callsEach: 21,
    kills: 20,
    random: createChance(20_260_113).next,
  });
  expect(report.faults).toEqual([]);
  expect(report.kills).toBeGreaterThan(0);
  // One in three calls of a split makes many files.
  expect(report.outputs).toBeGreaterThan(42);
}, 120_000);
