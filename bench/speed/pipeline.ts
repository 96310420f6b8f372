/** Compares a pipeline of ten steps, which opens and writes the document once, with each step alone. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { cpuBetween, median, treeCpu } from "./measure.ts";
import { startService } from "./service.ts";

/** The goal for the ratio of the pipeline's processor time to its slowest step's. */
const pipelineGoal = 2;
/** Calls before measuring, and calls per round. */
const warmCalls = 30;
const callsPerRound = 10;

interface Step {
  readonly action: string;
  readonly options: object;
}

/** All nine operations, on nearly all pages, and one a second time. */
const stepsFor = (pages: number): Step[] => [
  { action: "extract", options: { pages: `2-${pages}` } },
  { action: "remove", options: { pages: "1" } },
  { action: "rotate", options: { angle: 90 } },
  { action: "crop", options: { margins: 10 } },
  { action: "scale", options: { factor: 0.5 } },
  { action: "flatten", options: {} },
  { action: "labels", options: {} },
  { action: "watermark", options: { text: "CONFIDENTIAL" } },
  { action: "metadata-clear", options: {} },
  { action: "rotate", options: { angle: 270 } },
];

/** Returns lines for the report; writes results to `scratch`. */
export async function measurePipeline(
  input: string,
  name: string,
  pages: number,
  scratch: string,
  rounds: number,
): Promise<string[]> {
  await using service = await startService([join(input, ".."), scratch]);
  const steps = stepsFor(pages);
  const chains = [...steps.slice(0, -1).map((step) => [step]), steps];
  const output = join(scratch, "pipeline.pdf");
  const run = async (chain: readonly Step[], calls: number): Promise<number> => {
    const before = treeCpu(service.pid);
    for (let k = 0; k < calls; k++) {
      await service.call("pdf_run_pipeline", { input, steps: chain, output });
      rmSync(output);
    }
    return cpuBetween(before, treeCpu(service.pid)) / calls;
  };
  for (const chain of chains) await run(chain, warmCalls);
  const costs = chains.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [k, chain] of chains.entries()) costs[k]?.push(await run(chain, callsPerRound));
  const middle = costs.map(median);
  const all = middle.pop() ?? Number.NaN;
  const slowest = Math.max(...middle);
  const ratio = all / slowest;
  const verdict = ratio < pipelineGoal ? "met" : "MISSED";
  return [
    `pdf_run_pipeline, ${name}: ${steps
      .slice(0, -1)
      .map(({ action }, k) => `${action} ${middle[k]?.toFixed(0)}`)
      .join(", ")} ms`,
    `${"".padEnd(4)}ten steps ${all.toFixed(0)} ms, ${ratio.toFixed(2)} of the slowest (goal ${pipelineGoal} ${verdict})`,
  ];
}
