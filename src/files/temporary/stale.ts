/**
 * Removing temporary files that nobody needs: of an engine that was killed, and at the start those of dead processes. Only what
 * bears a name that we gave goes, each file by itself, through the handle of its folder; a folder goes when it is empty.
 */
import { lstatSync, opendirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { entryAt, nodeDisk, quietly, realPath } from "../disk/disk.ts";
import { type FolderHandle, holdFolder } from "../scope/folder-handle.ts";
import type { Scope } from "../scope/scope.ts";
import { removeEntry, removeTree } from "./remove-tree.ts";
import { abandonedMs, isPartOf, isTemp, lives, type Maker, userId, userTempFolder } from "./temp-name.ts";
import { dropNote, forgetRemoved, type Note, notesOf, socketOf, tempOf } from "./temp-registry.ts";

/** Entries of an allowed folder that a start looks at. */
const maxEntries = 100_000;

/** Matches LibreOffice's socket, which lies in /tmp whatever TMPDIR is, and nothing else. */
const socketName = /[/\\]OSL_PIPE_\d+_SingleOfficeIPC_[0-9a-f]{16,32}$/;

function removeSocket(path: string): void {
  if (!socketName.test(path)) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSocket() && (userId() === undefined || stats.uid === userId())) nodeDisk.unlink(path);
}

/** A temporary file, or a folder with the files that were made in it; what else is in it stays, and the folder with it. */
function removeIn(above: FolderHandle, name: string): void {
  const isPart = (each: string, at: string) => isPartOf(name, each) && entryAt(at)?.kind === "file";
  removeEntry(above, name, nodeDisk, isPart);
}

function removeAt(path: string): void {
  const parent = dirname(path);
  // Nobody but us can put anything there.
  if (parent === userTempFolder(false)) {
    removeTree(path);
    return;
  }
  const entry = entryAt(parent);
  // The folder's place is taken by something else: what was noted is not there.
  if (entry?.kind !== "folder" || realPath(parent) !== parent) return;
  using above = holdFolder({ path: parent, id: entry.id }, "path", nodeDisk);
  removeIn(above, basename(path));
}

/** Removes one temporary file or folder whose maker is gone. Throws on any path that is not named like one. */
export function removeTemp(path: string): void {
  if (!isTemp(path)) throw new Error("removeTemp: not the name of a temporary file");
  quietly(() => removeAt(path));
  forgetRemoved(path);
}

/** A note that names what could not be removed stays for the next start. */
function removeNoted(note: Note): void {
  const [temp, socket] = [tempOf(note), socketOf(note)];
  quietly(() => {
    if (temp !== undefined) removeAt(temp);
    if (socket !== undefined) removeSocket(socket);
  });
  quietly(() => {
    const named = temp ?? socket;
    if (named === undefined || entryAt(named) === undefined) dropNote(note);
  });
}

/** Removes what a process noted that has ended, where it is still there. */
export function removeTempsOf(pid: number): void {
  notesOf(pid).forEach(removeNoted);
}

/** Those at the top of an allowed folder that nobody noted where we can read it, and that were abandoned long ago. */
function abandonedIn(folder: FolderHandle, now: number): string[] {
  const found: string[] = [];
  const entries = opendirSync(folder.at("."));
  try {
    for (let looked = 0; looked < maxEntries; looked += 1) {
      const name = entries.readSync()?.name;
      if (name === undefined) break;
      if (!isTemp(name)) continue;
      const entry = entryAt(folder.at(name));
      if (entry !== undefined && now - entry.modifiedMs > abandonedMs) found.push(name);
    }
  } finally {
    entries.closeSync();
  }
  return found;
}

export interface StaleOptions {
  /** Whether a process of this computer lives. */
  readonly alive?: (maker: Maker) => boolean;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** Removes what dead processes noted, killed commands among them. Never throws. */
export function removeNotedTemps({ alive = lives, now = Date.now() }: StaleOptions = {}): void {
  for (const note of notesOf()) {
    const dead = note.maker ? !alive(note.maker) : now - note.modifiedMs > abandonedMs;
    if (dead) removeNoted(note);
  }
}

/**
 * At the start of the service: removes temporary files of dead processes: those that their notes name and, once they were abandoned long ago,
 * at the top of the allowed folders. Never throws.
 */
export function removeStaleTemps(scope: Scope, options: StaleOptions = {}): void {
  removeNotedTemps(options);
  const { now = Date.now() } = options;
  for (const root of scope.roots)
    quietly(() => {
      using folder = holdFolder(root, "path", nodeDisk);
      for (const name of abandonedIn(folder, now)) quietly(() => removeIn(folder, name));
    });
}
