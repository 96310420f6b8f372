/**
 * Repeats the property tests with new seeds: `npm run fuzz [-- <seconds>]`, by default for an hour. A failure stops it
 * and names the seed that repeats it.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const checkout = resolve(import.meta.dirname, "..");
const byChance = globSync("test/**/*.test.ts", { cwd: checkout }).filter((path) =>
  /fast-check|PDFD_SEED/.test(readFileSync(resolve(checkout, path), "utf8")),
);
const seconds = Number(process.argv[2] ?? 3600);
const until = performance.now() + 1000 * seconds;
let runs = 0;
do {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`PDFD_SEED=${seed}, ${byChance.length} files of tests`);
  const { status } = spawnSync("npx", ["vitest", "run", "--reporter=dot", ...byChance], {
    cwd: checkout,
    stdio: "inherit",
    env: { ...process.env, PDFD_SEED: String(seed) },
  });
  if (status !== 0) {
    console.error(`PDFD_SEED=${seed} fails`);
    process.exit(1);
  }
  runs++;
} while (performance.now() < until);
console.log(`${runs} runs, nothing found`);
