/**
 * Where temporary files lie, noted before they are made in a private folder of the system's temporary folder: one small file
 * for each process, so that noting makes no file. A killed process leaves its notes: whoever killed it, or the next start,
 * removes what they name. Failing to note is no error.
 */
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
// The module, not the global: it is the same in the three runtimes.
import own from "node:process";
import { quietly } from "./disk.ts";
import { isTemp, makerOf, ownTag, userId } from "./temp-name.ts";

const suffix = ".paths";

/** Room for the longest path (4,096 bytes) and the NUL behind it. */
const slotBytes = 4352;

/** The file is kept this long after its last note was forgotten, in milliseconds: busy processes make it once. */
const idleMs = 1000;

/** The notes' folder when it is ours alone; created when `create`. Anybody can make folders in /tmp, so this is checked. */
function folderOfNotes(create: boolean): string | undefined {
  const user = userId();
  const folder = join(tmpdir(), `pdfd-${user ?? "notes"}`);
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

/** This process's file: the slots of its notes by path. */
interface OwnNotes {
  readonly path: string;
  readonly fd: number;
  readonly slots: Map<string, number>;
}

let mine: OwnNotes | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let endsWithProcess = false;

function closeMine(): void {
  const notes = mine;
  mine = undefined;
  clearTimeout(idle);
  if (notes === undefined) return;
  quietly(() => closeSync(notes.fd));
  quietly(() => unlinkSync(notes.path));
}

function openMine(): OwnNotes | undefined {
  if (mine !== undefined) return mine;
  const folder = folderOfNotes(true);
  if (folder === undefined) return undefined;
  // Random, as several threads of one process each have their own.
  const path = join(folder, `${prefixOf(own.pid)}${randomBytes(6).toString("hex")}${suffix}`);
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
  mine = { path, fd: openSync(path, flags, 0o600), slots: new Map() };
  if (!endsWithProcess) own.on("exit", () => mine?.slots.size === 0 && closeMine());
  endsWithProcess = true;
  return mine;
}

const prefixOf = (pid: number) => `${ownTag()}-${pid}-`;

/** Notes a temporary file that is about to be made; false: it could not be noted. */
export function note(temp: string): boolean {
  if (mine?.slots.has(temp)) return true;
  let done = false;
  quietly(() => {
    const text = Buffer.from(`${temp}\0`);
    const notes = text.length <= slotBytes ? openMine() : undefined;
    if (notes === undefined) return;
    clearTimeout(idle);
    const used = new Set(notes.slots.values());
    let slot = 0;
    while (used.has(slot)) slot += 1;
    writeSync(notes.fd, text, 0, text.length, slot * slotBytes);
    notes.slots.set(temp, slot);
    done = true;
  });
  return done;
}

const nothing = new Uint8Array(1);

/** Forgets a temporary file that is gone; one that another process made only once that has ended. */
export function forget(temp: string): void {
  const slot = mine?.slots.get(temp);
  if (mine === undefined || slot === undefined) {
    quietly(() => forgetForeign(temp));
    return;
  }
  const { fd, slots } = mine;
  slots.delete(temp);
  quietly(() => writeSync(fd, nothing, 0, 1, slot * slotBytes));
  if (slots.size > 0) return;
  idle = setTimeout(closeMine, idleMs);
  idle.unref();
}

/** What stands in a slot while a call gives files their names: no path, so that nobody takes it for a temporary file. */
const publishing = (call: number) => `publishing ${call}`;

/** Notes that this process begins to give the files of a call their names; false: it could not be noted. */
export function notePublishing(call: number): boolean {
  return note(publishing(call));
}

/** The call has been answered. */
export function forgetPublishing(call: number): void {
  if (mine?.slots.has(publishing(call))) forget(publishing(call));
}

/** Whether a process has noted that it gives the files of its call their names. */
export function publishes(pid: number, call: number): boolean {
  return filesOfNotes(prefixOf(pid)).some(({ marks }) => marks.includes(publishing(call)));
}

/** The file goes with its last note that names something. */
function forgetForeign(temp: string): void {
  const pid = makerOf(temp);
  if (pid === undefined) return;
  for (const { path, temps } of filesOfNotes(prefixOf(pid))) {
    if (path === mine?.path) continue;
    const left = temps.filter((other) => other !== temp && lstatSync(other, { throwIfNoEntry: false }));
    if (left.length === 0) quietly(() => unlinkSync(path));
  }
}

interface FileOfNotes {
  readonly path: string;
  /** The process that wrote it. */
  readonly pid: number;
  readonly temps: readonly string[];
  /** What else is noted. */
  readonly marks: readonly string[];
}

function filesOfNotes(prefix = `${ownTag()}-`): FileOfNotes[] {
  const found: FileOfNotes[] = [];
  quietly(() => {
    const folder = folderOfNotes(false);
    if (folder === undefined) return;
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
      quietly(() => {
        const path = join(folder, name);
        const bytes = readFileSync(path);
        const temps: string[] = [];
        const marks: string[] = [];
        for (let at = 0; at < bytes.length; at += slotBytes) {
          const end = bytes.indexOf(0, at);
          const temp = bytes.toString("utf8", at, end < 0 ? at : end);
          if (isAbsolute(temp) && isTemp(temp)) temps.push(temp);
          else marks.push(temp);
        }
        found.push({ path, pid: Number(name.split("-")[1]), temps, marks });
      });
    }
  });
  return found;
}

/** The temporary files noted and not forgotten; with `pid`, those of one process. */
export function noted(pid?: number): string[] {
  return filesOfNotes(pid === undefined ? undefined : prefixOf(pid)).flatMap(({ temps }) => temps);
}

/** Removes the notes of a process that has ended; those that name what could not be removed stay for the next start. */
export function dropNotes(pid: number): void {
  for (const { path, temps } of filesOfNotes(prefixOf(pid))) {
    if (path === mine?.path) continue;
    if (!temps.some((temp) => lstatSync(temp, { throwIfNoEntry: false }))) quietly(() => unlinkSync(path));
  }
}

/** Removes the notes of dead processes that name nothing that is left. */
export function tidyNotes(alive: (pid: number) => boolean): void {
  for (const { path, pid, temps } of filesOfNotes()) {
    if (path === mine?.path || alive(pid)) continue;
    if (!temps.some((temp) => lstatSync(temp, { throwIfNoEntry: false }))) quietly(() => unlinkSync(path));
  }
}
