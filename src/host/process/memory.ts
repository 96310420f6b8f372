/** Resident memory of processes, in bytes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, freemem, totalmem } from "node:os";
import process from "node:process";

/** Resident memory of another process; undefined if the system doesn't report it (its own guard watches it there). */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Processor time of another process and the children it waited for, in milliseconds; undefined if the system doesn't report it. */
export function processorMs(pid: number): number | undefined {
  const ticks = processStat(pid)?.slice(11, 15);
  // Fields 14 to 17: user and system time, its own and its children's.
  return ticks?.length === 4 ? ticks.reduce((sum, field) => sum + Number(field), 0) * tickMs : undefined;
}

/** Linux reports processor time in hundredths of a second, whatever its internal clock. */
const tickMs = 10;

/** Processor time of this process, in milliseconds; if the system doesn't report it, elapsed time. */
export function ownProcessorMs(): number {
  try {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return performance.now();
  }
}

/** This thread's processor time; if the runtime doesn't measure it, an equal share of the process's. */
export function threadProcessorMs(threads: number): number {
  const own = process.threadCpuUsage?.();
  return own ? (own.user + own.system) / 1000 : ownProcessorMs() / threads;
}

/** Resident memory of this process. */
export const ownResidentBytes = (): number => process.memoryUsage.rss();

/**
 * Memory still available to programs, in bytes. Linux includes reclaimable caches; macOS doesn't report those, so there it is
 * the computer's total memory.
 */
export function availableBytes(): number {
  try {
    const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "latin1"))?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux.
  }
  return process.platform === "darwin" ? totalmem() : freemem();
}

/** How many threads to start for processor-bound work, if each needs this many bytes. */
export function workThreads(most: number, bytes = 0): number {
  // A container may have less than the computer.
  const available = Math.min(availableBytes(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  const room = bytes === 0 ? most : Math.floor(available / bytes);
  return Math.max(1, Math.min(most, room, availableParallelism()));
}

/** Makes the system end this process first if memory runs out, rather than the service or someone's editor (Linux). */
export function volunteerForOutOfMemory(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Not Linux, or not permitted: the limits above still apply.
  }
}

/** Total resident memory of a process group; undefined if the system doesn't report it. */
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
 * Linux's `/proc/<pid>/stat` from the third field on: state, parent, group, and so on. The name before it may contain
 * anything, including parentheses and blanks. Undefined if there is no such process or file.
 */
export function processStat(pid: number | string): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ");
  } catch {
    return undefined;
  }
}
