/**
 * `npm run bench`: each tool as a warm HTTP call against the native tool's process, both in one run on the same files.
 * Options: --only <part of a row's name>, --rounds <n, 3>, --json, --folder <where the files are made>.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Cost, cpuBetween, median, peakMemory, runNative, treeCpu } from "./measure.ts";
import { measurePipeline } from "./pipeline.ts";
import { type Row, rows } from "./rows.ts";
import { startService } from "./service.ts";
import { measureStart } from "./startup.ts";
import { benchFolder, makeWorkloads } from "./workloads.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    folder: { type: "string", default: benchFolder },
  },
});

interface Result {
  readonly name: string;
  readonly ours: Cost;
  readonly native: Cost;
  /** Medians over rounds of ours / native. */
  readonly cpuRatio: number;
  readonly wallRatio: number;
  /** Processor time of ours over that of `cp`; only where the output is large. */
  readonly copyRatio: number | undefined;
  readonly peakMb: number;
  /** Calls before the first that counted. */
  readonly warmed: number;
  readonly row: Row;
}

interface Round {
  readonly ours: Cost;
  readonly native: Cost;
  /** `cp` of the input, or of a folder of outputs: what writing as much through the page cache costs, without `fsync`. */
  readonly copy: Cost | undefined;
}

/** Outputs of which moving the bytes is most of the work. */
const largeBytes = 16_000_000;

/**
 * Processor time of calls before any counts (a busy computer makes fewer of them in the same time), and how long those of one
 * round take, in milliseconds.
 */
const warmMs = 3000;
const roundMs = 600;

/** A native command is not run again in a round that took this long, in milliseconds, nor at all once a single run did. */
const maxNativeMs = 10_000;

const files = makeWorkloads(values.folder);
const scratch = mkdtempSync(join(values.folder, "out-"));
// Every folder in it far from others, where ext4 can be told so: beside files that anybody deleted in the last minutes it
// looks at each of those for each new one, which costs both sides far more than the making itself.
spawnSync("chattr", ["+T", scratch]);
const wanted = rows(files).filter((row) => `${row.tool} ${row.workload}`.includes(values.only));

async function measure(row: Row): Promise<Result> {
  // A fresh service for each row: its peak memory is the row's own.
  await using service = await startService([values.folder]);
  const fresh = (() => {
    let n = 0;
    return () => join(scratch, `${row.tool}-${n++}`);
  })();
  // ext4 passes over the entries of files that were deleted in the last minutes, one by one, for each file that it makes:
  // where thousands are made, none is deleted before the row ends.
  const kept: string[] = [];
  const clean = (path: string) => {
    if (row.nativeFolder) kept.push(path);
    else rmSync(path, { recursive: true, force: true });
  };
  const large = row.floor !== undefined && statSync(row.floor).size >= largeBytes;
  /**
   * Before each large call of either side: memory that was free for a while may have gone back to the host of a virtual
   * machine, and costs whoever writes to it first ten times as much. Nobody's result is to depend on whose turn that is.
   */
  const prepare = () => {
    if (!large || row.floor === undefined) return;
    const path = fresh();
    copyFileSync(row.floor, path);
    clean(path);
  };
  const ours = async (calls: number): Promise<Cost> => {
    let wall = 0;
    const before = treeCpu(service.pid);
    for (let k = 0; k < calls; k++) {
      const out = fresh();
      prepare();
      const start = performance.now();
      await service.call(row.tool, row.input(out));
      wall += performance.now() - start;
      clean(out);
    }
    return { cpu: cpuBetween(before, treeCpu(service.pid)) / calls, wall: wall / calls };
  };
  const once = (command: (out: string) => readonly string[]): Cost => {
    const out = fresh();
    prepare();
    const cost = runNative(command(out));
    clean(out);
    return cost;
  };
  const native = (command: (out: string) => readonly string[]): Cost => {
    const costs: Cost[] = [];
    let spent = 0;
    while (costs.length < Math.min(calls, 10) && spent < maxNativeMs) {
      const cost = once(command);
      costs.push(cost);
      spent += cost.wall;
    }
    return { cpu: median(costs.map((cost) => cost.cpu)), wall: median(costs.map((cost) => cost.wall)) };
  };
  // Warm: the compilers of the runtime need many calls until short ones cost what they cost a service that runs.
  let warmed = 0;
  let warmCpu = 0;
  let wall = 0;
  while (warmed < row.warmCalls || warmCpu < warmMs) {
    const batch = Math.min(Math.max(1, row.warmCalls >> 2), 100);
    const cost = await ours(batch);
    wall = cost.wall;
    warmCpu += cost.cpu * batch;
    warmed += batch;
  }
  // The clock of /proc ticks every 10 ms: a round must be long.
  const calls = Math.min(1000, Math.max(1, Math.ceil(roundMs / wall)));
  const copied = row.nativeFolder ? kept[0] : large && row.floor;
  const rounds: Round[] = [];
  let slow: Cost | undefined;
  for (let k = 0; k < Number(values.rounds); k++) {
    const cost = await ours(calls);
    const theirs =
      slow ??
      native((out) => {
        if (row.nativeFolder) mkdirSync(out);
        return row.native(out);
      });
    if (theirs.wall > maxNativeMs) slow = theirs;
    rounds.push({
      ours: cost,
      native: theirs,
      copy: copied ? native((out) => ["cp", "-r", copied, out]) : undefined,
    });
  }
  for (const path of kept) rmSync(path, { recursive: true });
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick));
  return {
    name: `${row.tool} ${row.workload}`,
    ours: { cpu: middle((r) => r.ours.cpu), wall: middle((r) => r.ours.wall) },
    native: { cpu: middle((r) => r.native.cpu), wall: middle((r) => r.native.wall) },
    cpuRatio: middle((r) => r.ours.cpu / r.native.cpu),
    wallRatio: middle((r) => r.ours.wall / r.native.wall),
    copyRatio: copied ? middle((r) => r.ours.cpu / (r.copy?.cpu ?? Number.NaN)) : undefined,
    peakMb: peakMemory(service.pid),
    warmed,
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
    (result.copyRatio?.toFixed(2) ?? "").padStart(6),
    result.peakMb.toFixed(0).padStart(7),
    String(result.warmed).padStart(6),
    verdict.padStart(12),
  ];
  return cells.join(" ");
}

/** Time per page at 20,000 pages over that at 1,000: linear work stays near 1. */
function linearity(results: readonly Result[]): string[] {
  return results.flatMap((large) => {
    const { tool, workload, pages } = large.row;
    const small = results.find(
      ({ row }) => row.tool === tool && row.workload === workload.replace("20,000", "1,000"),
    );
    if (pages !== 20_000 || !small || tool === "pdf_read_text") return [];
    const ratio = large.ours.cpu / 20_000 / (small.ours.cpu / 1000);
    return [
      `${`${tool}${workload.replace(/^.*pages/, "")}`.padEnd(38)} time per page, 20,000 over 1,000: ${ratio.toFixed(2)} (goal 1.5 ${ratio <= 1.5 ? "met" : "MISSED"})`,
    ];
  });
}

/** What no program that writes the whole file can be below: the processor time of `cp`, beside qpdf's. */
function floor(): string {
  const costs = [files.images, files.small].map((file) => {
    const ratios = Array.from({ length: 5 }, () => {
      const [copy, turned] = [join(scratch, "floor.pdf"), join(scratch, "floor-qpdf.pdf")];
      const ratio = runNative(["cp", file, copy]).cpu / runNative(["qpdf", "--rotate=+90", file, turned]).cpu;
      for (const path of [copy, turned]) rmSync(path);
      return ratio;
    });
    return median(ratios).toFixed(2);
  });
  return `floor: \`cp\`, which syncs nothing to the disk, takes ${costs[0]} of qpdf --rotate on images, 140 MB (${costs[1]} on small)`;
}

const results: Result[] = [];
console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}; processor time of all our processes per call; medians of ${values.rounds} rounds`,
);
console.log(
  "row                                       ours ms  native ms cpu x    wall x   cp x  peak MB   warm         goal",
);
for (const row of wanted) {
  const result = await measure(row);
  results.push(result);
  console.log(line(result));
}
for (const text of linearity(results)) console.log(text);
if ("pdf_run_pipeline text, 1,000 pages".includes(values.only)) {
  for (const text of await measurePipeline(
    files.text,
    "text, 1,000 pages",
    1000,
    scratch,
    Number(values.rounds),
  ))
    console.log(text);
}
if ("pdf_run_pipeline rich, 300 pages".includes(values.only)) {
  for (const text of await measurePipeline(
    files.rich,
    "rich, 300 pages",
    300,
    scratch,
    Number(values.rounds),
  ))
    console.log(text);
}
if ("start idle".includes(values.only)) {
  console.log(floor());
  for (const text of await measureStart(values.folder, Number(values.rounds))) console.log(text);
}
if (values.json)
  console.log(JSON.stringify(results.map(({ row, ...rest }) => ({ ...rest, goal: row.goal }))));
rmSync(scratch, { recursive: true, force: true });
