/** Resident memory of processes, in bytes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

/** Resident memory of another process; undefined where the system does not tell (its own guard watches it there). */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Resident memory of this process. */
export function ownResidentBytes(): number {
  return process.memoryUsage.rss();
}

/** When memory runs out, the system shall take this process first, not the service or somebody's editor (Linux). */
export function volunteerForOutOfMemory(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Another system, or not allowed: the limits above still hold.
  }
}

/** Resident memory of all processes of a group together; undefined where the system does not tell. */
export function residentBytesOfGroup(group: number): number | undefined {
  let names: readonly string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return undefined;
  }
  let sum = 0;
  for (const name of names) {
    if (!/^\d+$/.test(name) || groupOf(name) !== group) continue;
    sum += residentBytes(Number(name)) ?? 0;
  }
  return sum;
}

/** The group of a process: "pid (name) state parent group …"; the name may hold blanks and brackets. */
function groupOf(pid: string): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ");
    return Number(fields?.[2]);
  } catch {
    return undefined;
  }
}
