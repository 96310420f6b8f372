/** Resident memory of processes, in bytes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, freemem, totalmem } from "node:os";
import process from "node:process";

/** Resident memory of another process; undefined where the system does not report it (its own guard watches it there). */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Processor time of another process and of those that it waited for, in milliseconds; undefined where the system does not report it. */
export function processorMs(pid: number): number | undefined {
  const ticks = processStat(pid)?.slice(11, 15);
  // Fields 14 to 17: user and system time, its own and that of its children.
  return ticks?.length === 4 ? ticks.reduce((sum, field) => sum + Number(field), 0) * tickMs : undefined;
}

/** Linux counts processor time for programs in hundredths of a second, whatever its own clock does. */
const tickMs = 10;

/** Processor time of this process, in milliseconds; where the system does not report that, time. */
export function ownProcessorMs(): number {
  try {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return performance.now();
  }
}

/** Resident memory of this process. */
export function ownResidentBytes(): number {
  return process.memoryUsage.rss();
}

/**
 * Memory that programs can still have, in bytes. Linux counts what its caches would give up; macOS does not report that, so there
 * it is all the memory that the computer has.
 */
export function availableBytes(): number {
  try {
    const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "latin1"))?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Another system.
  }
  return process.platform === "darwin" ? totalmem() : freemem();
}

/** Threads that are worth starting for work that takes all it gets. */
export function workThreads(most: number): number {
  return Math.max(1, Math.min(most, availableParallelism()));
}

/** When memory runs out, the system shall take this process first, not the service or somebody's editor (Linux). */
export function volunteerForOutOfMemory(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Another system, or not allowed: the limits above still hold.
  }
}

/** Resident memory of all processes of a group together; undefined where the system does not report it. */
export function residentBytesOfGroup(group: number): number | undefined {
  let names: readonly string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return undefined;
  }
  let sum = 0;
  for (const name of names) {
    if (!/^\d+$/.test(name) || Number(processStat(name)?.[2]) !== group) continue;
    sum += residentBytes(Number(name)) ?? 0;
  }
  return sum;
}

/**
 * What Linux reports of a process in `/proc/<pid>/stat`, from the third field on: its state, its parent, its group, and so on.
 * The name before it may hold anything, brackets and blanks too. Undefined where there is no such process or no such file.
 */
export function processStat(pid: number | string): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}
