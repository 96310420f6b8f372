/** Processor time of native commands and of the running service, in milliseconds. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux that people run. */
const ticksPerSecond = 100;

interface ProcessStat {
  readonly parent: number;
  /** User and system time, in milliseconds. */
  readonly cpu: number;
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    // The name may hold spaces and parentheses: the fields start after the last one.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    return {
      parent: Number(fields[1]),
      cpu: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}

/** A process and all its descendants. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    const stat = Number.isInteger(pid) ? statOf(pid) : undefined;
    if (stat) parents.set(pid, stat.parent);
  }
  const tree = [root];
  for (let k = 0; k < tree.length; k++) {
    for (const [pid, parent] of parents) if (parent === tree[k]) tree.push(pid);
  }
  return tree;
}

/** Processor time of a tree so far, by process, in milliseconds. */
export function treeCpu(root: number): Map<number, number> {
  return new Map(processTree(root).map((pid) => [pid, statOf(pid)?.cpu ?? 0]));
}

/** Milliseconds of processor time between two looks. */
export function cpuBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [pid, cpu] of after) sum += cpu - (before.get(pid) ?? 0);
  return sum;
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Greatest resident size of the processes of a tree, in MB, since each started. */
export function peakMemory(root: number): number {
  return Math.max(...processTree(root).map(peakOf));
}

export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** Runs a native command once, as a whole process. A non-zero exit other than qpdf's 3 (warnings) is an error. */
export function runNative(command: readonly string[]): Cost {
  const start = performance.now();
  const done = Bun.spawnSync([...command], { stdout: "ignore", stderr: "ignore" });
  const wall = performance.now() - start;
  if (done.exitCode !== 0 && done.exitCode !== 3)
    throw new Error(`exit ${done.exitCode}: ${command.join(" ")}`);
  return { cpu: Number(done.resourceUsage.cpuTime.total) / 1000, wall };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
