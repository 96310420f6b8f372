/** Processes as seen in Linux's /proc, and waiting for a state without a fixed sleep. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Only Linux has /proc. */
export const linux = process.platform === "linux";

/** Children and their children, except zombies. */
export function childrenOf(pid: number): number[] {
  return livingProcesses()
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child.pid, ...childrenOf(child.pid)]);
}

export function alive(pid: number): boolean {
  return livingProcesses().some((one) => one.pid === pid);
}

/** Whether every thread of a process is stopped; a thread in a system call finishes that first. */
export function standsStill(pid: number): boolean {
  return namesIn(`/proc/${pid}/task`).every((thread) =>
    contentOf(`/proc/${pid}/task/${thread}/stat`).split(") ").at(-1)?.startsWith("T"),
  );
}

/** Whether the process has a file of this name open. */
export function holdsOpen(pid: number, name: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).some((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).endsWith(`/${name}`);
    } catch {
      return false;
    }
  });
}

/** A process's command line and environment, which other users of the computer may see, and which could leak secrets. */
export function visibleOf(pid: number): string {
  return ["cmdline", "environ"].map((name) => contentOf(`/proc/${pid}/${name}`)).join("\n");
}

/** Asks repeatedly until the answer is truthy, and returns it; fails after `limit` milliseconds. */
export async function until<T>(
  what: string,
  ask: () => T | false | undefined | Promise<T | false | undefined>,
  limit = 60_000,
): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${limit} ms: ${what}`);
    await new Promise((next) => setTimeout(next, 25));
  }
}

function livingProcesses(): { readonly pid: number; readonly parent: number }[] {
  return namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // "pid (name) state parent …"; the name may contain spaces and parentheses.
      const fields = contentOf(`/proc/${name}/stat`).split(") ").at(-1)?.split(" ") ?? [];
      const [state, parent] = fields;
      return parent === undefined || state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent) }];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty if the process has ended in the meantime. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The process's peak memory in bytes (Linux); 0 if it has ended. */
export function peakMemoryOf(pid: number): number {
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** The process's processor time so far, in seconds (Linux); 0 if it has ended. */
export function processorTimeOf(pid: number): number {
  // After the name come the state, the parent and ten more fields, then user and system time in hundredths of a second.
  const fields = contentOf(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** The process's resident memory in bytes (Linux); 0 if it has ended. */
export function memoryOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0);
}
