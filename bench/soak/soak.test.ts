/** The soak as a test, for a few seconds. `npm run soak -- --minutes 30` runs longer. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { linux } from "../../test/support/processes.ts";
import { inCi } from "../../test/support/tools.ts";

const checkout = join(import.meta.dirname, "../..");
const executable = join(checkout, "dist/pdfd");
const minutes = 0.2;

it.skipIf(!linux || (!inCi && !existsSync(executable)))(
  `runs mixed calls and jobs for ${minutes} minutes with flat memory and no leftover files`,
  { timeout: minutes * 60_000 + 60_000 },
  () => {
    const run = spawnSync(
      join(checkout, "node_modules/.bin/bun"),
      [join(import.meta.dirname, "soak.ts"), "--minutes", `${minutes}`],
      {
        encoding: "utf8",
      },
    );
    console.log(run.stdout);
    expect(run.status, `${run.stdout}${run.stderr}`).toBe(0);
  },
);
