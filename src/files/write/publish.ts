/** Gives a finished temporary file its name, never overwriting an existing one (docs/decisions/0007). */
import { constants } from "node:fs";
import { join } from "node:path";
import type { ByteSource } from "../../core/document-io.ts";
import { codeOf, conflict, type ProblemError } from "../../core/problem.ts";
import { type Disk, diskFailure, entryAt, entryOfOpen, noFollow, nonBlock, quietly } from "../disk/disk.ts";
import { freshBytes, openSource } from "../disk/source.ts";
import type { FolderHandle } from "../scope/folder-handle.ts";
import { shown } from "../scope/names.ts";
import { publishedMode } from "../temporary/temp-name.ts";

/** A completely written file: its current or future path, and the id that identifies it. */
export interface Output {
  readonly path: string;
  readonly id: string;
}

/** The files that have got their names: each was complete before. */
export function namedOutputs(outputs: readonly Output[]): readonly string[] {
  const isThere = ({ path, id }: Output) => {
    try {
      return entryAt(path)?.id === id;
    } catch {
      return false;
    }
  };
  return outputs.filter(isThere).map(({ path }) => path);
}

/** What a link call returns if the file system has no hard links; the last three are from Windows. */
const noLinks = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EISDIR",
  "EINVAL",
  "UNKNOWN",
]);

/** 409: the name is taken. */
export function taken(path: string, field: string): ProblemError {
  return conflict(field, `${shown(path)} already exists; nothing was written. Choose another name`);
}

/** Without links: exclusively creates a file with the final name, removed on failure. A crash can leave it incomplete. */
function copyExclusively(temp: Output, name: string, { folder, field, disk }: Place): string {
  const path = folder.at(name);
  let to: number;

  try {
    to = disk.open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | noFollow, publishedMode);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw taken(join(folder.folder.path, name), field);
    throw diskFailure(error, `write ${shown(name)}`);
  }

  let from: number | undefined;
  try {
    from = disk.open(temp.path, constants.O_RDONLY | noFollow);
    const buffer = freshBytes(1 << 20);
    for (let at = 0; ; ) {
      const got = disk.read(from, buffer, 0, buffer.length, at);
      if (got <= 0) break;
      for (let done = 0; done < got; ) done += disk.write(to, buffer, done, got - done, at + done);
      at += got;
    }
    disk.sync(to);
    return entryAt(path)?.id ?? "";
  } catch (error) {
    // Ours alone: it was opened exclusively a moment ago.
    quietly(() => disk.unlink(path));
    throw diskFailure(error, `write ${shown(name)}`);
  } finally {
    const source = from;
    if (source !== undefined) quietly(() => disk.close(source));
    quietly(() => disk.close(to));
  }
}

/** A name that was given: the path under which the disk finds it, and the device and inode now there. */
interface Given {
  readonly at: string;
  readonly id: () => string;
}

/** A call that may have been made before, and ended before it could be answered (docs/decisions/0031). */
export interface Again {
  /** Whether the call may have written the file at this absolute path. */
  covers(path: string): boolean;
  /** Whether an existing file holds the content that the call has written. */
  isSame(there: ByteSource, written: ByteSource): boolean;
  /** Called for each name that wasn't given, because the existing file is the same. */
  onFound(): void;
}

/** Whether the name is taken by a regular file identical to the written one. */
function isThere(at: string, temp: Output, disk: Disk, again: Again): boolean {
  if (entryAt(at)?.kind !== "file") return false;

  const open = (path: string) => disk.open(path, constants.O_RDONLY | noFollow | nonBlock);
  const there = open(at);

  try {
    const written = open(temp.path);
    try {
      const source = (fd: number) => openSource(() => fd, entryOfOpen(fd).size, "the file", disk);
      return again.isSame(source(there), source(written));
    } finally {
      quietly(() => disk.close(written));
    }
  } finally {
    quietly(() => disk.close(there));
  }
}

/** Where new files get their names. */
export interface Place {
  readonly folder: FolderHandle;
  readonly field: string;
  readonly disk: Disk;
  readonly again?: Again | undefined;
}

/** Links, or copies without link support; undefined if the same file is there. Doesn't check the folder. 409 if it is taken. */
function link(temp: Output, name: string, place: Place): Given | undefined {
  const { folder, field, disk, again } = place;
  const at = folder.at(name);

  try {
    disk.link(temp.path, at);
  } catch (error) {
    const code = codeOf(error) ?? "";
    // A network file system may repeat a link it has already made: then we took the name ourselves.
    if (code === "EEXIST") {
      if (entryAt(at)?.id === temp.id) return { at, id: () => temp.id };
      const path = join(folder.folder.path, name);
      if (!again?.covers(path) || !isThere(at, temp, disk, again)) throw taken(path, field);
      again.onFound();
      return undefined;
    } else if (noLinks.has(code)) {
      const id = copyExclusively(temp, name, place);
      return { at, id: () => id };
    } else {
      throw diskFailure(error, `write ${shown(name)}`);
    }
  }

  return { at, id: () => temp.id };
}

/**
 * Gives files their names in the folder, all or none: 409 if one is taken, 422 if the folder was replaced. After the last
 * link, only a replaced folder can turn the result into an error.
 */
export function giveNames(
  files: Iterable<{ readonly temp: Output; readonly name: string }>,
  place: Place,
): void {
  const { folder, disk } = place;
  const given: Given[] = [];
  folder.check();

  try {
    for (const { temp, name } of files) {
      const one = link(temp, name, place);
      if (one) given.push(one);
      // With only a path, the next name could go elsewhere; a folder with a handle is checked once, at the end.
      if (!folder.held) folder.check();
    }
    folder.check();
  } catch (error) {
    for (const { at, id } of given) takeBack(at, id(), disk);
    throw error;
  }
}

/** Removes a name given before, if it is still the same file. */
function takeBack(path: string, id: string, disk: Disk): void {
  quietly(() => {
    if (entryAt(path)?.id === id) disk.unlink(path);
  });
}
