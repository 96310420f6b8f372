/** Attack files through every tool, each call measured against what any file of less than a megabyte may cost. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attacks } from "./attacks.ts";
import { everyTool } from "./every-tool.ts";
import { type Measured, measuredEngine } from "./measured-engine.ts";
import { pagesPdf } from "./pdf-builder.ts";

export interface AttackRun extends Measured {
  readonly attack: string;
  readonly tool: string;
}

/** Processor time and memory of one call. */
export const mostSeconds = 10;
export const mostBytes = 512_000_000;

/** Runs every tool on these attacks; `onRun` is told of each call. */
export async function runAttacks(
  names: readonly string[],
  onRun: (run: AttackRun) => void = () => {},
): Promise<readonly AttackRun[]> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-attack-"));
  const engine = measuredEngine(folder, { seconds: mostSeconds, bytes: 2 * mostBytes });
  const runs: AttackRun[] = [];
  try {
    writeFileSync(join(folder, "ok.pdf"), pagesPdf(["", "", ""]));
    for (const attack of names) {
      writeFileSync(join(folder, "attack.pdf"), attacks[attack]?.() ?? "");
      for (const { tool, input, writes } of everyTool("attack.pdf", "made")) {
        const run = { attack, tool, ...(await engine.call(tool, input)) };
        runs.push(run);
        onRun(run);
        if (writes !== undefined) rmSync(join(folder, writes), { recursive: true, force: true });
      }
    }
  } finally {
    engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return runs;
}

/** What is wrong with a call, in one line; undefined: nothing. */
export function faultOf({ attack, tool, end, detail, seconds, bytes }: AttackRun): string | undefined {
  const right = end === "result" || /^(?:operation_failed|validation): .{10}/.test(detail);
  if (right && seconds <= mostSeconds && bytes <= mostBytes) return undefined;
  return `${attack}: ${tool} took ${seconds.toFixed(1)} s and ${Math.round(bytes / 1e6)} MB: ${detail.slice(0, 200)}`;
}

/** Some of the attacks, others for another seed. */
export function chosenAttacks(count: number, seed: number): readonly string[] {
  const names = Object.keys(attacks);
  let state = seed >>> 0 || 1;
  return Array.from({ length: count }, () => {
    // A linear congruential generator (Numerical Recipes) is random enough to choose by.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return names.splice(Math.floor((state / 2 ** 32) * names.length), 1)[0] ?? "";
  });
}
