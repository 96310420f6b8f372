/**
 * A program that starts the guard of engine processes and then never returns to its event loop: `guarded.ts <parent> <bytes>
 * spin` loops forever, `grow` allocates memory without end. guard.test.ts runs it under every runtime.
 */
import { ignoreStopSignals, writeOutput } from "../../src/host/process/engine-io.ts";
import { startWatchdog } from "../../src/host/process/watchdog.ts";

const [parent, maxBytes, what] = process.argv.slice(2);
ignoreStopSignals();
const guard = startWatchdog(Number(parent), Number(maxBytes));
guard.busy();
writeOutput(`${process.pid}\n`);
const held: Uint8Array[] = [];
for (;;) {
  if (what === "grow" && held.length < 2000) held.push(new Uint8Array(1_000_000).fill(1));
}
