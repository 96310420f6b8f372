/**
 * `npm run kills` kills `pdfd --jsonl --resume` workers at random and checks that every output exists once and complete.
 * Options: --kills <n, 1000>, --seed <n, the time>, --workers <n, 2>. Needs dist/pdfd. Exits with 1 on any violation.
 */
import { parseArgs } from "node:util";
import { executable } from "../../test/contract/target.ts";
import { createChance } from "../simulation/clock.ts";
import { killWorkers } from "./killed-workers.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    seed: { type: "string", default: `${Date.now() % 1_000_000}` },
    workers: { type: "string", default: "2" },
  },
});
const wanted = Number(values.kills);
const workers = Number(values.workers);
const random = createChance(Number(values.seed)).next;
console.log(`seed ${values.seed}`);

const total = { rounds: 0, calls: 0, kills: 0, outputs: 0, skipped: 0, failed: 0 };
while (total.kills < wanted) {
  const callsEach = 70;
  const kills = wanted - total.kills;
  const report = await killWorkers({ command: executable.command ?? [], workers, callsEach, kills, random });
  total.rounds += 1;
  total.calls += workers * callsEach;
  total.kills += report.kills;
  total.outputs += report.outputs;
  total.skipped += report.skipped;
  total.failed += report.failed;
  console.log(JSON.stringify(total));
  if (report.faults.length === 0) continue;
  for (const fault of report.faults) console.error(fault);
  process.exit(1);
}
console.log(`${total.kills} workers killed; every output was there once, whole`);
