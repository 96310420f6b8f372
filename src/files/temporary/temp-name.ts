/** Names of temporary files: they hold the process that made the file, so that a later start knows which ones nobody needs any more. */

import { chmodSync, lstatSync, mkdirSync, readlinkSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
// The module, not the global: it is the same in the three runtimes. A namespace, as Windows lacks some of its names.
import * as own from "node:process";
import { randomHex } from "../../core/builtins.ts";
import { codeOf } from "../../core/problem.ts";
import { processStat } from "../../host/process/memory.ts";
import { realPath } from "../disk/disk.ts";

/** Who made a temporary file: a process id means something only on one computer, in one process namespace. */
function hostTag(): string {
  let namespace = "";
  try {
    // Linux: containers of one host name count their processes apart. Deno shows it only to who may do everything, so that a child,
    // which may do less, would have another mark than its parent.
    if (own.versions.deno === undefined) namespace = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Elsewhere the host name is enough.
  }
  return fnv1a(`${hostname()}\0${namespace}`).toString(16).padStart(8, "0");
}

/** FNV-1a of 32 bits: it distinguishes computers and hides nothing. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

let tag: string | undefined;

/** Marks this computer's files. Found out when it is needed: most commands that only read need no name. */
export function ownTag(): string {
  tag ??= hostTag();
  return tag;
}

/** A process, distinguished from a later one of the same number by when it began; "0" where the system does not report that. */
export interface Maker {
  readonly pid: number;
  readonly start: string;
}

/** The 22nd field: when the process began, in ticks since the computer did. */
const startOf = (stat: readonly string[] | undefined) => stat?.[19] ?? "0";

let maker: Maker | undefined;

/** This process. */
export function ownMaker(): Maker {
  maker ??= { pid: own.pid, start: startOf(processStat("self")) };
  return maker;
}

const pattern = /^\.pdfd-([0-9a-f]{8})-(\d{1,10})-(?:(\d{1,20})-)?([0-9a-f]{24})\.tmp$/;

/** A new name in a folder; 96 random bits, so that nobody can be there first. */
export function newTempPath(folder: string): string {
  const { pid, start } = ownMaker();
  return join(folder, `.pdfd-${ownTag()}-${pid}-${start}-${randomHex(12)}.tmp`);
}

/** Whether the last name of a path is a temporary file's. */
export function isTemp(path: string): boolean {
  return pattern.test(basename(path));
}

/** Whether a file of this name could be taken for a temporary one, also where letters of both cases are the same. */
export function looksTemp(name: string): boolean {
  return /^\.pdfd-.*\.tmp$/is.test(name);
}

const part = /^([0-9a-f]{24})-\d{1,9}\.part$/;

/** Names of files in a temporary folder: as random as the folder's own. */
export function partNames(folder: string): (index: number) => string {
  const random = pattern.exec(basename(folder))?.[4];
  return (index) => `${random}-${index}.part`;
}

/** Whether a name is that of a file which was made in this temporary folder. */
export function isPartOf(folder: string, name: string): boolean {
  const random = part.exec(name)?.[1];
  return random !== undefined && random === pattern.exec(basename(folder))?.[4];
}

/** Whether a process of this computer lives. One that only waits to be collected, in a container perhaps for ever, does not. */
export function lives({ pid, start }: Maker): boolean {
  const stat = processStat(pid);
  if (stat) return !/[ZX]/.test(stat[0] ?? "") && (start === "0" || start === startOf(stat));
  try {
    own.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return codeOf(error) !== "ESRCH";
  }
}

/** The process that made a temporary file on this computer; undefined: another computer's. */
export function makerOf(path: string): Maker | undefined {
  const [, host, pid, start = "0"] = pattern.exec(basename(path)) ?? [];
  return host === ownTag() ? { pid: Number(pid), start } : undefined;
}

/** Whether a temporary file was made on this computer by a process that is gone. */
export function isStale(path: string, alive: (maker: Maker) => boolean = lives): boolean {
  const madeBy = makerOf(path);
  return madeBy !== undefined && !alive(madeBy);
}

/**
 * Without anything being written to it for so long, nobody needs a temporary file any more, whoever made it. Of a process on
 * another computer or in another container, which may share the folder, there is no other sign.
 */
export const abandonedMs = 24 * 60 * 60 * 1000;

/** The user's number; undefined on Windows. */
export function userId(): number | undefined {
  return own.getuid?.();
}

/**
 * This user's own folder in the system's temporary folder, for notes of temporary files and private folders of foreign programs:
 * its real path, made when `create`; undefined where it is not ours alone. Anybody can make folders in /tmp, so this is
 * checked.
 */
export function userTempFolder(create: boolean): string | undefined {
  const user = userId();
  const folder = join(realPath(tmpdir()), `pdfd-${user ?? "notes"}`);
  if (create) {
    try {
      mkdirSync(folder, { mode: 0o700 });
      chmodSync(folder, 0o700);
    } catch {
      // It exists, or cannot be made: the check decides.
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
    // Not allowed to ask (Deno without --allow-sys): then only its user may read new files.
    return 0o077;
  }
}

/** Permissions of a published file. Read once: asking for the mask changes it for a moment. */
export const publishedMode = 0o666 & ~currentMask();
