/** Names of temporary files: they say whose they are, so that a later start knows which ones nobody needs any more. */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
// The module, not the global: it is the same in the three runtimes. A namespace, as Windows lacks some of its names.
import * as own from "node:process";

/** Who made a temporary file: a process id means something only on one computer, in one process namespace. */
function hostTag(): string {
  let namespace = "";
  try {
    // Linux: containers of one host name count their processes apart.
    namespace = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Elsewhere the host name says it.
  }
  return createHash("sha256").update(`${hostname()}\0${namespace}`).digest("hex").slice(0, 8);
}

let tag: string | undefined;

/** Marks this computer's files. Found out when it is needed: most commands that only read need no name. */
export function ownTag(): string {
  tag ??= hostTag();
  return tag;
}

const pattern = /^\.pdfd-([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{24})\.tmp$/;

/** A new name in a folder; 96 random bits, so that nobody can be there first. */
export function newTempPath(folder: string): string {
  return join(folder, `.pdfd-${ownTag()}-${own.pid}-${randomBytes(12).toString("hex")}.tmp`);
}

/** Whether the last name of a path is a temporary file's. */
export function isTemp(path: string): boolean {
  return pattern.test(basename(path));
}

/** Whether a process has ended and only waits to be collected, which in a container may never happen (Linux). */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Whether a process of this computer lives. */
export function lives(pid: number): boolean {
  try {
    own.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** The process that made a temporary file on this computer; undefined: another computer's. */
export function makerOf(path: string): number | undefined {
  const match = pattern.exec(basename(path));
  return match?.[1] === ownTag() ? Number(match[2]) : undefined;
}

/** Whether a temporary file was made on this computer by a process that is gone. */
export function isStale(path: string, alive: (pid: number) => boolean = lives): boolean {
  const pid = makerOf(path);
  return pid !== undefined && !alive(pid);
}

/** The user's number; undefined on Windows. */
export function userId(): number | undefined {
  return own.getuid?.();
}

function currentMask(): number {
  try {
    return own.umask();
  } catch {
    // Not allowed to ask (Deno without --allow-sys): then only its user may read new files.
    return 0o077;
  }
}

/** Permissions of a published file. Read once: asking for the mask changes it for a moment. */
export const publishedMode = 0o666 & ~currentMask();
