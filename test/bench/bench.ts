/**
 * `npm run bench`: each tool as a warm HTTP call against the native tool's process, both in one run on the same files.
 * Options: --only <part of a row's name>, --rounds <n, 3>, --json, --folder <where the files are made>.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Cost, cpuBetween, median, peakMemory, runNative, treeCpu } from "./measure.ts";
import { type Row, rows } from "./rows.ts";
import { startService } from "./service.ts";
import { makeWorkloads } from "./workloads.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    folder: { type: "string", default: join(tmpdir(), "pdfd-bench") },
  },
});

interface Result {
  readonly name: string;
  readonly ours: Cost;
  readonly native: Cost;
  /** Medians over rounds of ours / native. */
  readonly cpuRatio: number;
  readonly wallRatio: number;
  readonly peakMb: number;
  readonly row: Row;
}

const files = makeWorkloads(values.folder);
const scratch = mkdtempSync(join(values.folder, "out-"));
const wanted = rows(files).filter((row) => `${row.tool} ${row.workload}`.includes(values.only));

async function measure(row: Row): Promise<Result> {
  // A fresh service for each row: its peak memory is the row's own.
  await using service = await startService([values.folder]);
  const fresh = (() => {
    let n = 0;
    return () => join(scratch, `${row.tool}-${n++}`);
  })();
  const clean = (path: string) => rmSync(path, { recursive: true, force: true });
  const ours = async (): Promise<Cost> => {
    const outs = Array.from({ length: row.calls }, fresh);
    const before = treeCpu(service.pid);
    const start = performance.now();
    for (const out of outs) await service.call(row.tool, row.input(out));
    const wall = (performance.now() - start) / row.calls;
    const cpu = cpuBetween(before, treeCpu(service.pid)) / row.calls;
    outs.forEach(clean);
    return { cpu, wall };
  };
  const native = (): Cost => {
    const costs = Array.from({ length: Math.min(row.calls, 10) }, () => {
      const out = fresh();
      if (row.nativeFolder) mkdirSync(out);
      const cost = runNative(row.native(out));
      clean(out);
      return cost;
    });
    return { cpu: median(costs.map((cost) => cost.cpu)), wall: median(costs.map((cost) => cost.wall)) };
  };
  await ours();
  const rounds: { ours: Cost; native: Cost }[] = [];
  for (let k = 0; k < Number(values.rounds); k++) rounds.push({ ours: await ours(), native: native() });
  const middle = (pick: (round: { ours: Cost; native: Cost }) => number) => median(rounds.map(pick));
  return {
    name: `${row.tool} ${row.workload}`,
    ours: { cpu: middle((r) => r.ours.cpu), wall: middle((r) => r.ours.wall) },
    native: { cpu: middle((r) => r.native.cpu), wall: middle((r) => r.native.wall) },
    cpuRatio: middle((r) => r.ours.cpu / r.native.cpu),
    wallRatio: middle((r) => r.ours.wall / r.native.wall),
    peakMb: peakMemory(service.pid),
    row,
  };
}

function line(result: Result): string {
  const { goal } = result.row;
  const verdict = goal === undefined ? "" : `${goal} ${result.cpuRatio <= goal ? "met" : "MISSED"}`;
  const cells = [
    result.name.padEnd(38),
    result.ours.cpu.toFixed(2).padStart(10),
    result.native.cpu.toFixed(2).padStart(10),
    result.cpuRatio.toFixed(3).padStart(8),
    result.wallRatio.toFixed(3).padStart(8),
    result.peakMb.toFixed(0).padStart(7),
    verdict.padStart(12),
  ];
  return cells.join(" ");
}

/** Time per page at 20,000 pages over that at 1,000: linear work stays near 1. */
function linearity(results: readonly Result[]): string[] {
  return [...new Set(results.map((result) => result.row.tool))].flatMap((tool) => {
    const at = (pages: number) => results.find(({ row }) => row.tool === tool && row.pages === pages);
    const [large, small] = [at(20_000), at(1000)];
    if (!large || !small || tool === "pdf_read_text") return [];
    const ratio = large.ours.cpu / 20_000 / (small.ours.cpu / 1000);
    return [`${tool.padEnd(38)} time per page, 20,000 over 1,000: ${ratio.toFixed(2)} (goal 1.5)`];
  });
}

const results: Result[] = [];
console.log("row                                       ours ms  native ms cpu x    wall x  peak MB   goal");
for (const row of wanted) {
  const result = await measure(row);
  results.push(result);
  console.log(line(result));
}
for (const text of linearity(results)) console.log(text);
if (values.json)
  console.log(JSON.stringify(results.map(({ row, ...rest }) => ({ ...rest, goal: row.goal }))));
rmSync(scratch, { recursive: true, force: true });
