/**
 * Where temporary files lie, noted before they are made in this user's own temporary folder: a small file for each note. A killed
 * process leaves its notes: whoever killed it, or the next start, removes what they name.
 */

import { lstatSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { randomHex } from "../../core/builtins.ts";
import { codeOf } from "../../core/problem.ts";
import { readRegular } from "../../host/regular-file.ts";
import { diskFailure, entryAt, quietly } from "../disk/disk.ts";
import { isTemp, type Maker, ownMaker, ownTag, userTempFolder } from "./temp-name.ts";

const pattern = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-[0-9a-f]{12}\.note$/;

/** Far more than the longest path has. */
const maxNoteBytes = 65_536;

/** The files of this process's notes, by what is noted. */
const mine = new Map<string, string>();

/**
 * Notes a temporary file that is about to be made; false where there is no place for notes. 422 when this process has no handle
 * left: what it made now could not be removed either.
 */
export function note(text: string): boolean {
  if (mine.has(text)) return true;
  try {
    const folder = userTempFolder(false) ?? userTempFolder(true);
    if (folder === undefined) return false;
    const { pid, start } = ownMaker();
    const path = join(folder, `${ownTag()}-${pid}-${start}-${randomHex(6)}.note`);
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    mine.set(text, path);
    return true;
  } catch (error) {
    if (["EMFILE", "ENFILE"].includes(codeOf(error) ?? "")) throw diskFailure(error, "make a temporary file");
    return false;
  }
}

/** Forgets what this process noted and is gone. */
export function forget(text: string): void {
  const path = mine.get(text);
  if (path === undefined) return;
  mine.delete(text);
  quietly(() => unlinkSync(path));
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
  return notesOf(pid).some(({ text }) => text === publishing(call));
}

/** The process groups that a process has noted and not forgotten. */
export function groupsOf(pid: number): readonly number[] {
  const texts = notesOf(pid).map(({ text }) => text);
  return texts.filter((text) => /^group \d+$/.test(text)).map((text) => Number(text.slice(group.length)));
}

/** What a process noted. */
export interface Note {
  readonly path: string;
  /** Who wrote it; undefined: a process of another computer or container, of which we cannot know whether it lives. */
  readonly maker: Maker | undefined;
  /** When it was written. */
  readonly modifiedMs: number;
  readonly text: string;
}

function read(folder: string, name: string): Note | undefined {
  const [, host, pid, start = "0"] = pattern.exec(name) ?? [];
  if (host === undefined) return undefined;
  const path = join(folder, name);
  return {
    path,
    maker: host === ownTag() ? { pid: Number(pid), start } : undefined,
    modifiedMs: lstatSync(path).mtimeMs,
    text: readRegular(path, { maxBytes: maxNoteBytes }).toString("utf8"),
  };
}

/** The temporary file or folder that a note names; undefined where it is a note of something else. */
export function tempOf({ text }: Note): string | undefined {
  return isAbsolute(text) && isTemp(text) ? text : undefined;
}

/** The socket that a note names. */
export function socketOf({ text }: Note): string | undefined {
  const path = text.slice(socket.length);
  return text.startsWith(socket) && isAbsolute(path) ? path : undefined;
}

/** All notes that there are; with `pid`, those of one process of this computer. */
export function notesOf(pid?: number): Note[] {
  const found: Note[] = [];
  quietly(() => {
    const folder = userTempFolder(false);
    if (folder === undefined) return;
    for (const name of readdirSync(folder)) {
      if (pid !== undefined && !name.startsWith(`${ownTag()}-${pid}-`)) continue;
      quietly(() => {
        const one = read(folder, name);
        if (one !== undefined) found.push(one);
      });
    }
  });
  return found;
}

/** Removes the note of a process that has ended. */
export function dropNote({ path, text }: Note): void {
  if (mine.get(text) === path) forget(text);
  else quietly(() => unlinkSync(path));
}
