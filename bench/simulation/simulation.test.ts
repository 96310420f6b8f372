import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { liveDay, simulationFolder } from "./day.ts";

const base = simulationFolder();

describe("a simulated day of the service", () => {
  it.each([0, 1, 2, 3])("keeps every invariant at each step: seeds from 25 × %i", async (part) => {
    const answers: Record<string, number> = {};
    let paused = 0;
    for (let seed = part * 25; seed < part * 25 + 25; seed++) {
      const day = await liveDay(seed, { base });
      for (const [code, times] of Object.entries(day.answers)) answers[code] = (answers[code] ?? 0) + times;
      paused = Math.max(paused, day.mostPaused);
    }
    // Every outcome occurred; otherwise the simulation would prove little.
    expect(Object.keys(answers).sort()).toEqual(
      ["cancelled", "conflict", "done", "internal", "operation_failed", "validation"].sort(),
    );
    expect(answers.done).toBeGreaterThan(100);
    expect(paused).toBeGreaterThan(0);
  });

  it("is the same for the same seed", async () => {
    expect(await liveDay(7, { base })).toEqual(await liveDay(7, { base }));
  });

  it.each([
    ["an incomplete file", "allowed/out-1", /seed 3, step 20: .* is not whole/],
    ["a file outside the allowed folder", "outside/x", /seed 3, step 20: a file outside/],
  ])("detects %s and reports the seed and step", async (_, path, message) => {
    const interfere = (folder: string, step: number) => {
      if (step === 20) writeFileSync(join(folder, path), "c1 out-1\nxxx");
    };
    await expect(liveDay(3, { base, interfere })).rejects.toThrow(message);
  });
});
