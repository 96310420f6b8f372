/** One process at a time: a lock file that names its process, so that a dead process's lock is no obstacle. */

import { constants, copyFileSync, linkSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { codeOf } from "../../core/problem.ts";
import { readRegular } from "../../host/regular-file.ts";
import { diskFailure, quietly } from "../disk/disk.ts";
import { abandonedMs, isStale, makerOf, newTempPath } from "../temporary/temp-name.ts";

/** A lock holds only a name. */
const maxLockBytes = 4096;

/** The lock, held until disposed; undefined while another process holds it. Throws 422 if the folder isn't writable. */
export function takeLock(path: string): Disposable | undefined {
  // The name includes the process and its computer; it is also the lock's content.
  const mine = newTempPath(dirname(path));

  try {
    writeFileSync(mine, basename(mine), { flag: "wx", mode: 0o644 });
    // Tries again, in case the first lock belonged to a dead process.
    if (!place(mine, path) && !(removeStale(path) && place(mine, path))) return undefined;
  } catch (error) {
    throw diskFailure(error, `write ${path}`);
  } finally {
    quietly(() => rmSync(mine, { force: true }));
  }

  return {
    [Symbol.dispose]() {
      quietly(() => {
        if (holderOf(path) === basename(mine)) rmSync(path, { force: true });
      });
    },
  };
}

/**
 * Whether the holder is gone. On another computer or in another container we can't know: there, a lock counts as abandoned
 * only after longer than any download takes.
 */
function isDead(path: string, holder: string): boolean {
  if (makerOf(holder) !== undefined) return isStale(holder);
  const modifiedMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modifiedMs !== undefined && Date.now() - modifiedMs > abandonedMs;
}

/** Creates the lock with its content already in it; false if there is one. */
function place(mine: string, path: string): boolean {
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
  }

  // A file system without links: the content is written right after the name.
  try {
    copyFileSync(mine, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes a dead process's lock. It is moved away first, so that only one of two processes that find it dead removes it. */
function removeStale(path: string): boolean {
  const holder = holderOf(path);
  if (holder === undefined) return true;
  if (!isDead(path, holder)) return false;

  const away = newTempPath(dirname(path));
  try {
    renameSync(path, away);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  }

  // Another process was quicker, and this is its live lock: put it back.
  const wrong = holderOf(away) !== holder;
  if (wrong) quietly(() => linkSync(away, path));
  quietly(() => rmSync(away, { force: true }));

  return !wrong;
}

function holderOf(path: string): string | undefined {
  try {
    return readRegular(path, { maxBytes: maxLockBytes }).toString("utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
