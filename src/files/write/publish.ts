/** Giving a finished temporary file its name, which an existing name always wins (docs/decisions/0007). */
import { constants } from "node:fs";
import { join } from "node:path";
import type { ByteSource } from "../../core/document-io.ts";
import { codeOf, conflict, type ProblemError } from "../../core/problem.ts";
import { type Disk, diskFailure, entryAt, entryOfOpen, noFollow, nonBlock, quietly } from "../disk/disk.ts";
import { freshBytes, openSource } from "../disk/source.ts";
import type { FolderHandle } from "../scope/folder-handle.ts";
import { shown } from "../scope/names.ts";
import { publishedMode } from "../temporary/temp-name.ts";

/** A file that is written whole: where it is or will be found, and the id by which it is known to be this one. */
export interface Output {
  readonly path: string;
  readonly id: string;
}

/** Those of the files that have got their names: a file is whole before it gets it. */
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

/** What a link call answers where the file system has no hard links; the last three are those of Windows. */
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

/** Where there are no links: an exclusive file of the final name, removed on failure. A crash can leave it incomplete. */
function copyExclusively(
  temp: Output,
  name: string,
  folder: FolderHandle,
  field: string,
  disk: Disk,
): string {
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

/** A name that was given: by which path the disk finds it, and device and inode of what has it. */
interface Given {
  readonly at: string;
  readonly id: () => string;
}

/** A call that may have been made before, and ended before it could be answered (docs/decisions/0031). */
export interface Again {
  /** Whether a file that has the name holds what the call has written. */
  isSame(there: ByteSource, written: ByteSource): boolean;
  /** Told of each name that was not given, as the file that has it is the same. */
  onFound(): void;
}

/** Whether the name is taken by a regular file like the one that was written. */
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

/** Links, or copies where there are no links; undefined where the same file is there. The folder is not looked at. 409 when the name is taken. */
function link(temp: Output, name: string, { folder, field, disk, again }: Place): Given | undefined {
  const at = folder.at(name);
  try {
    disk.link(temp.path, at);
  } catch (error) {
    const code = codeOf(error) ?? "";
    // A network file system may repeat a link it has already made: then the name is taken by ourselves.
    if (code === "EEXIST") {
      if (entryAt(at)?.id === temp.id) return { at, id: () => temp.id };
      if (!again || !isThere(at, temp, disk, again)) throw taken(join(folder.folder.path, name), field);
      again.onFound();
      return undefined;
    } else if (noLinks.has(code)) {
      const id = copyExclusively(temp, name, folder, field, disk);
      return { at, id: () => id };
    } else {
      throw diskFailure(error, `write ${shown(name)}`);
    }
  }
  return { at, id: () => temp.id };
}

/**
 * Gives files their names in the folder, all or none: 409 when one is taken, 422 when the folder was replaced. After the last
 * link has succeeded nothing but a replaced folder turns the answer into an error.
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
      // By its path the next name could go elsewhere; a held folder is only asked at the end whether it still has its path.
      if (!folder.held) folder.check();
    }
    folder.check();
  } catch (error) {
    for (const { at, id } of given) takeBack(at, id(), disk);
    throw error;
  }
}

/** Removes a name given before, only while it is still the same file. */
function takeBack(path: string, id: string, disk: Disk): void {
  quietly(() => {
    if (entryAt(path)?.id === id) disk.unlink(path);
  });
}
