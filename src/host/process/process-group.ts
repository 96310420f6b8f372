/**
 * An external program in its own process group, which ends as a whole: when the program ends, at the time or memory limit, and
 * when this process dies, by whatever means.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { variable } from "../environment.ts";
import { runtime } from "../runtime.ts";
import { residentBytesOfGroup } from "./memory.ts";

export interface GroupOptions {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: none is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly deadlineMs: number;
  /** Maximum resident bytes of all its processes together, if the system reports them (Linux). */
  readonly maxBytes: number;
  /** Called with the group's number soon after the start, and with 0 when it is gone. */
  readonly onGroup: (group: number) => void;
}

export interface GroupExit {
  /** The reason it ended. `start`: it couldn't be started. */
  readonly by: "itself" | "time" | "memory" | "start";
  /** Exit code; null after a signal. */
  readonly code: number | null;
}

/**
 * The shell leads the group. Its watcher blocks on standard input, which only this process holds open: when it closes, the
 * watcher ends the group. When the program has ended, both are reaped, so that no zombie is left to an init process that may
 * not reap any (containers). No core files.
 */
const guarded =
  'ulimit -c 0; exec 3<&0 </dev/null; { read -r _ <&3; kill -9 "-$$"; } & watcher=$!; ' +
  '"$@" 3<&-; code=$?; kill -9 $watcher; wait $watcher; exit $code';
/** Exit codes of a shell that can't start a program. */
const notStarted: readonly (number | null)[] = [126, 127];
/** Interval between memory checks, in milliseconds. */
const sampleMs = 250;
/** Killed processes are gone in milliseconds; nothing waits longer for them. */
const goneMs = 500;

/** Runs a program until it and everything it started has ended. Discards its output. Never rejects. */
export async function runGroup(options: GroupOptions): Promise<GroupExit> {
  const { program, args, cwd, environment, deadlineMs, maxBytes, onGroup } = options;
  const command = runtime.windows ? [program, ...args] : ["/bin/sh", "-c", guarded, "sh", program, ...args];
  const [file = "", ...rest] = command;
  let child: ChildProcess;

  try {
    child = spawn(file, rest, {
      cwd,
      env: { ...environment },
      stdio: ["pipe", "ignore", "ignore"],
      detached: !runtime.windows,
      windowsHide: true,
    });
  } catch {
    return { by: "start", code: null };
  }

  child.stdin?.on("error", () => {});
  const group = child.pid ?? 0;
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code));
  });
  if (group !== 0) onGroup(group);
  let by: GroupExit["by"] = "itself";

  const end = (reason: GroupExit["by"]) => {
    if (by !== "itself") return;
    by = reason;
    killGroup(group);
  };

  const timer = setTimeout(() => end("time"), deadlineMs);
  const sampling = setInterval(() => {
    if ((residentBytesOfGroup(group) ?? 0) > maxBytes) end("memory");
  }, sampleMs);
  const code = await exited;
  clearTimeout(timer);
  clearInterval(sampling);
  killGroup(group);
  child.stdin?.destroy();
  await untilGone(group);
  onGroup(0);

  return { by: by === "itself" && notStarted.includes(code) ? "start" : by, code };
}

/** Ends a process group at once; on Windows, which has none, a process and its descendants. */
export function killGroup(group: number): void {
  // 0 and 1 would mean our own group, and every process.
  if (!Number.isInteger(group) || group <= 1) return;
  try {
    if (runtime.windows) killTree(group);
    else process.kill(-group, "SIGKILL");
  } catch {
    // The group has already ended.
  }
}

function killTree(pid: number): void {
  const taskkill = join(variable("SystemRoot") ?? "C:\\Windows", "System32", "taskkill.exe");
  spawnSync(taskkill, ["/T", "/F", "/PID", String(pid)], { stdio: "ignore", windowsHide: true });
}

/** Its files can be removed once nothing writes to them. */
async function untilGone(group: number): Promise<void> {
  if (runtime.windows || group <= 1) return;
  const end = performance.now() + goneMs;
  while (performance.now() < end) {
    try {
      process.kill(-group, 0);
    } catch {
      return;
    }
    await new Promise((next) => setTimeout(next, 2));
  }
}
