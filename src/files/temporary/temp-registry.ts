/**
 * Notes where temporary files are, before they are created: one small file per note in this user's own temporary folder. A
 * killed process leaves its notes; its killer, or the next start, removes the files they name.
 */

import { lstatSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { randomHex } from "../../core/builtins.ts";
import { codeOf } from "../../core/problem.ts";
import { readRegular } from "../../host/regular-file.ts";
import { diskFailure, entryAt, quietly } from "../disk/disk.ts";
import { isTemp, type Maker, ownMaker, ownTag, userTempFolder } from "./temp-name.ts";

const pattern = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-[0-9a-f]{12}\.note$/;

/** Far more than the longest path. */
const maxNoteBytes = 65_536;

/** The files of this process's notes, by their text. */
const mine = new Map<string, string>();

/**
 * Notes a temporary file about to be created; false if there is no place for notes. 422 if this process is out of handles: it
 * couldn't remove a file created now either.
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
    if (["EMFILE", "ENFILE"].includes(codeOf(error) ?? ""))
      throw diskFailure(error, "create a temporary file");
    return false;
  }
}

/** Drops this process's note of something that is gone. */
export function forget(text: string): void {
  const path = mine.get(text);
  if (path === undefined) return;
  mine.delete(text);
  quietly(() => unlinkSync(path));
}

/** Drops the note of a temporary file or folder that is gone; if it couldn't be removed, a later start tries again. */
export function forgetRemoved(path: string): void {
  quietly(() => {
    if (entryAt(path) === undefined) forget(path);
  });
}

/** Notes other than paths of temporary files begin with one of these words, so they can't be mistaken for such a path. */
const publishing = (call: number) => `publishing ${call}`;
const socket = "socket ";
const group = "group ";

/** An external program's process group, noted while the program runs. */
export const groupNote = (number: number): string => group + number;
/** A socket that an external program creates outside its private folder. */
export const socketNote = (path: string): string => socket + path;

/** Notes that this process is publishing the files of a call, if that can be noted. */
export function notePublishing(call: number): void {
  quietly(() => note(publishing(call)));
}

/** The call has been answered. */
export function forgetPublishing(call: number): void {
  forget(publishing(call));
}

/** Whether a process has noted that it is publishing the files of its call. */
export function publishes(pid: number, call: number): boolean {
  return notesOf(pid).some(({ text }) => text === publishing(call));
}

/** The process groups that a process has noted and not dropped. */
export function groupsOf(pid: number): readonly number[] {
  const texts = notesOf(pid).map(({ text }) => text);
  return texts.filter((text) => /^group \d+$/.test(text)).map((text) => Number(text.slice(group.length)));
}

/** A process's note. */
export interface Note {
  readonly path: string;
  /** The process that wrote it; undefined for one on another computer or in another container, which may or may not be alive. */
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

/** The temporary file or folder that a note names; undefined if the note is about something else. */
export function tempOf({ text }: Note): string | undefined {
  return isAbsolute(text) && isTemp(text) ? text : undefined;
}

/** The socket that a note names. */
export function socketOf({ text }: Note): string | undefined {
  const path = text.slice(socket.length);
  return text.startsWith(socket) && isAbsolute(path) ? path : undefined;
}

/** All notes; with `pid`, only those of one process on this computer. */
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

/** Drops the note of an ended process. */
export function dropNote({ path, text }: Note): void {
  if (mine.get(text) === path) forget(text);
  else quietly(() => unlinkSync(path));
}
