/** Simulates many days in sequence: `npm run simulate -- --seeds 10000`, or `--seed 7` to repeat one. */
import { parseArgs } from "node:util";
import { liveDay, simulationFolder } from "./day.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
  },
});
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const base = simulationFolder();

const answers: Record<string, number> = {};
let slowest = 0;
let paused = 0;
const begun = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const day = await liveDay(seed, { base });
  for (const [code, times] of Object.entries(day.answers)) answers[code] = (answers[code] ?? 0) + times;
  slowest = Math.max(slowest, day.slowestHonestMs);
  paused = Math.max(paused, day.mostPaused);
}
const seconds = Math.round((performance.now() - begun) / 100) / 10;
process.stdout.write(
  `${count} days in ${seconds} s; slowest honest call ${slowest} ms, most set aside ${paused}; answers ${JSON.stringify(answers)}\n`,
);
process.exit(0);
