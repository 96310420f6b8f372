/** Start of the service to its first answer, and what it holds when idle. */
import { median, processTree, residentMb, runNative } from "./measure.ts";
import { executable, startService } from "./service.ts";

/** Milliseconds that a start may take longer than `pdfd --version`. */
const startGoalMs = 150;
/** Resident MB of the serving process; engines are counted apart. */
const idleGoalMb = 100;

/** Lines for the report. */
export async function measureStart(folder: string, rounds: number): Promise<string[]> {
  const starts: number[] = [];
  const versions: number[] = [];
  let served = 0;
  let engines: number[] = [];
  for (let k = 0; k < rounds; k++) {
    versions.push(runNative([executable, "--version"]).wall);
    const begun = performance.now();
    await using service = await startService([folder]);
    await service.request("GET", "/v1/tools");
    starts.push(performance.now() - begun);
    await Bun.sleep(1500);
    served = residentMb(service.pid);
    engines = processTree(service.pid).slice(1).map(residentMb);
  }
  const late = median(starts) - median(versions);
  const verdict = (ok: boolean) => (ok ? "met" : "MISSED");
  return [
    `start to first answer ${median(starts).toFixed(0)} ms, --version ${median(versions).toFixed(0)} ms: ${late.toFixed(0)} ms more (goal ${startGoalMs} ${verdict(late <= startGoalMs)})`,
    `idle: server ${served.toFixed(0)} MB (goal ${idleGoalMb} ${verdict(served < idleGoalMb)}), engines ${engines.map((mb) => mb.toFixed(0)).join(" + ")} MB`,
  ];
}
