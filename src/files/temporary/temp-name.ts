/** Names of temporary files: they include the process that created the file, so that a later start knows which are abandoned. */

import { chmodSync, lstatSync, mkdirSync, readlinkSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
// The module, not the global: it is the same in all three runtimes. A namespace import, because Windows lacks some names.
import * as own from "node:process";
import { randomHex } from "../../core/builtins.ts";
import { once } from "../../core/once.ts";
import { codeOf } from "../../core/problem.ts";
import { processStat } from "../../host/process/memory.ts";
import { realPath } from "../disk/disk.ts";

/** Where a temporary file was created: a process id is only meaningful on one computer, in one process namespace. */
function hostTag(): string {
  let namespace = "";
  try {
    // On Linux, containers on one host number their processes separately. Deno reveals that only with all permissions, so that
    // a child with fewer would have a different tag than its parent.
    if (own.versions.deno === undefined) namespace = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Elsewhere, the host name suffices.
  }
  return fnv1a(`${hostname()}\0${namespace}`).toString(16).padStart(8, "0");
}

/** 32-bit FNV-1a: it distinguishes computers but hides nothing. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Tags this computer's files. Computed on demand: most read-only commands need no name. */
export const ownTag = once(hostTag);

/** A process, distinguished from a later one with the same number by its start time; "0" if the system doesn't report it. */
export interface Maker {
  readonly pid: number;
  readonly start: string;
}

/** The 22nd field: the process's start time, in ticks since boot. */
const startOf = (stat: readonly string[] | undefined) => stat?.[19] ?? "0";

/** This process. */
export const ownMaker = once((): Maker => ({ pid: own.pid, start: startOf(processStat("self")) }));

const pattern = /^\.pdfd-([0-9a-f]{8})-(\d{1,10})-(?:(\d{1,20})-)?([0-9a-f]{24})\.tmp$/;

/** A new name in a folder, with 96 random bits so that nobody can guess it. */
export function newTempPath(folder: string): string {
  const { pid, start } = ownMaker();
  return join(folder, `.pdfd-${ownTag()}-${pid}-${start}-${randomHex(12)}.tmp`);
}

/** Whether a path's last name is a temporary file's. */
export const isTemp = (path: string): boolean => pattern.test(basename(path));

/** Whether a file name could be mistaken for a temporary one, even if the file system ignores case. */
export const looksTemp = (name: string): boolean => /^\.pdfd-.*\.tmp$/is.test(name);

const part = /^([0-9a-f]{24})-\d{1,9}\.part$/;

/** Names for files in a temporary folder, as random as the folder's own. */
export function partNames(folder: string): (index: number) => string {
  const random = pattern.exec(basename(folder))?.[4];
  return (index) => `${random}-${index}.part`;
}

/** Whether a name is that of a file created in this temporary folder. */
export function isPartOf(folder: string, name: string): boolean {
  const random = part.exec(name)?.[1];
  return random !== undefined && random === pattern.exec(basename(folder))?.[4];
}

/** Whether a process on this computer is alive. A zombie, which may last forever in a container, is not. */
export function lives({ pid, start }: Maker): boolean {
  const stat = processStat(pid);
  if (stat) return !/[ZX]/.test(stat[0] ?? "") && (start === "0" || start === startOf(stat));
  try {
    own.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    return codeOf(error) !== "ESRCH";
  }
}

/** The process that created a temporary file on this computer; undefined if on another. */
export function makerOf(path: string): Maker | undefined {
  const [, host, pid, start = "0"] = pattern.exec(basename(path)) ?? [];
  return host === ownTag() ? { pid: Number(pid), start } : undefined;
}

/** Whether a temporary file was created on this computer by a process that is gone. */
export function isStale(path: string, alive: (maker: Maker) => boolean = lives): boolean {
  const madeBy = makerOf(path);
  return madeBy !== undefined && !alive(madeBy);
}

/**
 * A temporary file not written to for this long is abandoned, no matter who created it. For a process on another computer or in
 * another container, which may share the folder, there is no other indication.
 */
export const abandonedMs = 24 * 60 * 60 * 1000;

/** The user's id; undefined on Windows. */
export const userId = (): number | undefined => own.getuid?.();

/**
 * This user's own folder in the system's temporary folder, for notes about temporary files and private folders of external
 * programs: its real path, created if `create`; undefined if it isn't exclusively ours. Anyone can create folders in /tmp, so
 * this is checked.
 */
export function userTempFolder(create: boolean): string | undefined {
  const user = userId();
  const folder = join(realPath(tmpdir()), `pdfd-${user ?? "notes"}`);

  if (create) {
    try {
      mkdirSync(folder, { mode: 0o700 });
      chmodSync(folder, 0o700);
    } catch {
      // It exists, or can't be created: the check decides.
    }
  }

  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  if (user !== undefined && (stats.uid !== user || (stats.mode & 0o077) !== 0)) return undefined;

  return folder;
}

function currentMask(): number {
  try {
    return own.umask();
  } catch {
    // Not allowed to ask (Deno without --allow-sys): make new files readable by their user only.
    return 0o077;
  }
}

/** Permissions of a published file. Read once: asking for the mask changes it for a moment. */
export const publishedMode = 0o666 & ~currentMask();
