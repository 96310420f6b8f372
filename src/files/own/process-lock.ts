/** One process at a time: a lock file that names its process, so that a dead process's lock is no obstacle. */

import { constants, copyFileSync, linkSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { codeOf } from "../../core/problem.ts";
import { readRegular } from "../../host/regular-file.ts";
import { diskFailure, quietly } from "../disk/disk.ts";
import { abandonedMs, isStale, makerOf, newTempPath } from "../temporary/temp-name.ts";

/** A name is all that a lock holds. */
const maxLockBytes = 4096;

/** The lock, until it is disposed; undefined while another process holds it. Throws 422 when the folder cannot be written to. */
export function takeLock(path: string): Disposable | undefined {
  // The name holds the process and its computer; it is the content of the lock, too.
  const mine = newTempPath(dirname(path));
  try {
    writeFileSync(mine, basename(mine), { flag: "wx", mode: 0o644 });
    // A second time: the first lock may have been a dead process's.
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
 * Whether the holder is gone. Of one on another computer or in another container there is no sign: nobody downloads for so
 * long as it takes for its lock to count as abandoned.
 */
function isDead(path: string, holder: string): boolean {
  if (makerOf(holder) !== undefined) return isStale(holder);
  const modifiedMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modifiedMs !== undefined && Date.now() - modifiedMs > abandonedMs;
}

/** Gives the lock its name with its content already in it; false when there is one. */
function place(mine: string, path: string): boolean {
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
  }
  // A file system without links: the content comes a moment after the name.
  try {
    copyFileSync(mine, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes a dead process's lock. Moved away first: of two that find it dead one removes it, and the other nothing. */
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
  // Another process was quicker, and what was moved away is its living lock: it is put back.
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
