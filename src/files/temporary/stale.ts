/**
 * Removes abandoned temporary files: those of a killed engine and, at startup, those of dead processes. Only entries with
 * names that we gave are removed, each file separately through its folder's handle; a folder is removed once it is empty.
 */
import { lstatSync, opendirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { entryAt, nodeDisk, quietly, realPath } from "../disk/disk.ts";
import { type FolderHandle, holdFolder } from "../scope/folder-handle.ts";
import type { Scope } from "../scope/scope.ts";
import { removeEntry, removeTree } from "./remove-tree.ts";
import { abandonedMs, isPartOf, isTemp, lives, type Maker, userId, userTempFolder } from "./temp-name.ts";
import { dropNote, forgetRemoved, type Note, notesOf, socketOf, tempOf } from "./temp-registry.ts";

/** Entries of an allowed folder to examine at startup. */
const maxEntries = 100_000;

/** Matches only LibreOffice's socket, which is in /tmp whatever TMPDIR is. */
const socketName = /[/\\]OSL_PIPE_\d+_SingleOfficeIPC_[0-9a-f]{16,32}$/;

function removeSocket(path: string): void {
  if (!socketName.test(path)) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSocket() && (userId() === undefined || stats.uid === userId())) nodeDisk.unlink(path);
}

/** Removes a temporary file, or a folder with the files created in it; anything else stays, and so does the folder. */
function removeIn(above: FolderHandle, name: string): void {
  const isPart = (each: string, at: string) => isPartOf(name, each) && entryAt(at)?.kind === "file";
  removeEntry(above, name, nodeDisk, isPart);
}

function removeAt(path: string): void {
  const parent = dirname(path);
  // Only we can put anything there.
  if (parent === userTempFolder(false)) {
    removeTree(path);
    return;
  }
  const entry = entryAt(parent);
  // Something else is in the folder's place: the noted entry is gone.
  if (entry?.kind !== "folder" || realPath(parent) !== parent) return;
  using above = holdFolder({ path: parent, id: entry.id }, "path", nodeDisk);
  removeIn(above, basename(path));
}

/** Removes a temporary file or folder whose creator is gone. Throws for any other kind of name. */
export function removeTemp(path: string): void {
  if (!isTemp(path)) throw new Error("removeTemp: not the name of a temporary file");
  quietly(() => removeAt(path));
  forgetRemoved(path);
}

/** If the named entry can't be removed, its note stays for the next start. */
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

/** Removes whatever remains of the entries that an ended process noted. */
export function removeTempsOf(pid: number): void {
  notesOf(pid).forEach(removeNoted);
}

/** Long-abandoned temporary files at the top of an allowed folder that no readable note mentions. */
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
  /** Whether a process on this computer is alive. */
  readonly alive?: (maker: Maker) => boolean;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** Removes the noted files of dead processes, including killed commands. Never throws. */
export function removeNotedTemps({ alive = lives, now = Date.now() }: StaleOptions = {}): void {
  for (const note of notesOf()) {
    const dead = note.maker ? !alive(note.maker) : now - note.modifiedMs > abandonedMs;
    if (dead) removeNoted(note);
  }
}

/**
 * When the service starts: removes temporary files of dead processes, by their notes and, once long abandoned, at the top of
 * the allowed folders. Never throws.
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
