/**
 * Where temporary files lie, noted before they are made in this user's own temporary folder: one small file for each process, so
 * that noting makes no file. A killed process leaves its notes: whoever killed it, or the next start, removes what they name.
 */
import { Buffer } from "node:buffer";
import { closeSync, constants, lstatSync, openSync, readdirSync, unlinkSync, writeSync } from "node:fs";
import { isAbsolute, join } from "node:path";
// The module, not the global: it is the same in the three runtimes.
import own from "node:process";
import { randomHex } from "../../core/builtins.ts";
import { readRegular } from "../../host/regular-file.ts";
import { codeOf, diskFailure, entryAt, quietly } from "../disk/disk.ts";
import { isTemp, type Maker, ownMaker, ownTag, userTempFolder } from "./temp-name.ts";

const pattern = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-[0-9a-f]{12}\.paths$/;

/** Room for the longest path (4,096 bytes) and the NUL behind it. */
const slotBytes = 4352;

/** Far more than one process ever has at a time. */
const maxNotesBytes = 4096 * slotBytes;

/** The file is kept this long after its last note was forgotten, in milliseconds: busy processes make it once. */
const idleMs = 1000;

/** This process's file: the slots of its notes by their text. */
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
  const folder = userTempFolder(true);
  if (folder === undefined) return undefined;
  const { pid, start } = ownMaker();
  // Random, as several threads of one process each have their own.
  const path = join(folder, `${ownTag()}-${pid}-${start}-${randomHex(6)}.paths`);
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
  mine = { path, fd: openSync(path, flags, 0o600), slots: new Map() };
  if (!endsWithProcess) own.on("exit", () => mine?.slots.size === 0 && closeMine());
  endsWithProcess = true;
  return mine;
}

function write(text: string): boolean {
  const bytes = Buffer.from(`${text}\0`);
  const notes = bytes.length <= slotBytes ? openMine() : undefined;
  if (notes === undefined) return false;
  clearTimeout(idle);
  const used = new Set(notes.slots.values());
  let slot = 0;
  while (used.has(slot)) slot += 1;
  writeSync(notes.fd, bytes, 0, bytes.length, slot * slotBytes);
  notes.slots.set(text, slot);
  return true;
}

/**
 * Notes a temporary file that is about to be made; false where there is no place for notes. 422 when this process has no handle
 * left: what it made now could not be removed either.
 */
export function note(text: string): boolean {
  if (mine?.slots.has(text)) return true;
  try {
    return write(text);
  } catch (error) {
    if (["EMFILE", "ENFILE"].includes(codeOf(error) ?? "")) throw diskFailure(error, "make a temporary file");
    return false;
  }
}

const nothing = new Uint8Array(1);

/** Forgets what this process noted and is gone. */
export function forget(text: string): void {
  const slot = mine?.slots.get(text);
  if (mine === undefined || slot === undefined) return;
  const { fd, slots } = mine;
  slots.delete(text);
  quietly(() => writeSync(fd, nothing, 0, 1, slot * slotBytes));
  if (slots.size > 0) return;
  idle = setTimeout(closeMine, idleMs);
  idle.unref();
}

/** Forgets a temporary file or folder that is gone; one that could not be removed keeps its note, and a later start tries again. */
export function forgetRemoved(path: string): void {
  quietly(() => {
    if (entryAt(path) === undefined) forget(path);
  });
}

/** Besides paths of temporary files, what begins with one of these words is noted; none of it can be taken for such a path. */
const publishing = (call: number) => `publishing ${call}`;
const socket = "socket ";
const group = "group ";

/** A foreign program's process group, as it is noted while the program runs. */
export const groupNote = (number: number): string => group + number;
/** A socket that a foreign program makes outside its private folder. */
export const socketNote = (path: string): string => socket + path;

/** Notes that this process begins to give the files of a call their names, where that can be noted. */
export function notePublishing(call: number): void {
  quietly(() => note(publishing(call)));
}

/** The call has been answered. */
export function forgetPublishing(call: number): void {
  forget(publishing(call));
}

/** Whether a process has noted that it gives the files of its call their names. */
export function publishes(pid: number, call: number): boolean {
  return notesOf(pid).some(({ marks }) => marks.includes(publishing(call)));
}

/** The process groups that a process has noted and not forgotten. */
export function groupsOf(pid: number): readonly number[] {
  const marks = notesOf(pid).flatMap((notes) => notes.marks);
  return marks.flatMap((mark) => (/^group \d+$/.test(mark) ? [Number(mark.slice(group.length))] : []));
}

/** What one process noted. */
export interface Notes {
  readonly path: string;
  /** Who wrote them; undefined: a process of another computer or container, of which we cannot know whether it lives. */
  readonly maker: Maker | undefined;
  /** When they were last written to. */
  readonly modifiedMs: number;
  readonly temps: readonly string[];
  readonly sockets: readonly string[];
  /** What else is noted. */
  readonly marks: readonly string[];
}

function read(folder: string, name: string): Notes | undefined {
  const [, host, pid, start = "0"] = pattern.exec(name) ?? [];
  if (host === undefined) return undefined;
  const path = join(folder, name);
  const modifiedMs = lstatSync(path).mtimeMs;
  const bytes = readRegular(path, { maxBytes: maxNotesBytes });
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += slotBytes) {
    const end = bytes.indexOf(0, at);
    texts.push(bytes.toString("utf8", at, end < 0 ? bytes.length : end));
  }
  const sockets = texts.filter((text) => text.startsWith(socket)).map((text) => text.slice(socket.length));
  return {
    path,
    maker: host === ownTag() ? { pid: Number(pid), start } : undefined,
    modifiedMs,
    temps: texts.filter((text) => isAbsolute(text) && isTemp(text)),
    sockets: sockets.filter((path) => isAbsolute(path)),
    marks: texts,
  };
}

/** All notes that there are; with `pid`, those of one process of this computer. */
export function notesOf(pid?: number): Notes[] {
  const found: Notes[] = [];
  quietly(() => {
    const folder = userTempFolder(false);
    if (folder === undefined) return;
    for (const name of readdirSync(folder)) {
      if (pid !== undefined && !name.startsWith(`${ownTag()}-${pid}-`)) continue;
      quietly(() => {
        const notes = read(folder, name);
        if (notes !== undefined) found.push(notes);
      });
    }
  });
  return found;
}

/** Whether anything that is noted is still there. */
export function notesLeft({ temps, sockets }: Notes): boolean {
  return [...temps, ...sockets].some((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
}

/** Removes the notes of a process that has ended. */
export function dropNotes({ path }: Notes): void {
  if (path !== mine?.path) quietly(() => unlinkSync(path));
}
