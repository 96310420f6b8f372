/** Workers that are killed at random and restarted lose nothing; `npm run kills` kills a thousand. */
import { expect, it } from "vitest";
import { executable } from "../../test/contract/target.ts";
import { createChance } from "../simulation/clock.ts";
import { killWorkers } from "./killed-workers.ts";

it("killed workers write every output once and complete", async () => {
  const report = await killWorkers({
    command: executable.command ?? [],
    workers: 2,
    callsEach: 21,
    kills: 20,
    random: createChance(20_260_113).next,
  });
  expect(report.faults).toEqual([]);
  expect(report.kills).toBeGreaterThan(0);
  // Some calls write several files.
  expect(report.outputs).toBeGreaterThan(42);
}, 120_000);
