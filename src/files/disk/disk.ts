/** The file system calls we use, as a value so that tests can make each fail, and what their errors mean. */
import * as fs from "node:fs";
import { codeOf, failed, invalid, ProblemError } from "../../core/problem.ts";

/** Calls that change the disk or read documents. */
export interface Disk {
  open(path: string, flags: number, mode?: number): number;
  close(fd: number): void;
  read(fd: number, into: Uint8Array, at: number, length: number, position: number): number;
  write(fd: number, from: Uint8Array, at: number, length: number, position: number): number;
  sync(fd: number): void;
  /** Like `sync`, for several at once; if absent, one after another. */
  syncSoon?(fd: number): Promise<void>;
  chmod(fd: number, mode: number): void;
  link(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode?: number): void;
  rmdir(path: string): void;
}

export const nodeDisk: Disk = {
  open: fs.openSync,
  close: fs.closeSync,
  read: fs.readSync,
  write: fs.writeSync,
  sync: fs.fsyncSync,
  syncSoon: (fd) =>
    new Promise((done, fail) => fs.fsync(fd, (error) => (error === null ? done() : fail(error)))),
  chmod: fs.fchmodSync,
  link: fs.linkSync,
  unlink: fs.unlinkSync,
  mkdir: (path, mode) => void fs.mkdirSync(path, mode),
  rmdir: fs.rmdirSync,
};

/** Windows has neither flag; its open neither follows links nor blocks in the cases they cover. */
export const noFollow = fs.constants.O_NOFOLLOW ?? 0;
export const nonBlock = fs.constants.O_NONBLOCK ?? 0;

/** The file system entry at a path, without following a final link. */
export interface Entry {
  readonly kind: "file" | "folder" | "link" | "other";
  /** Device and inode: two entries with the same id are the same file. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Last change of the content, in milliseconds since 1970. */
  readonly modifiedMs: number;
  /** The same in nanoseconds, to notice changes. */
  readonly modifiedNs: bigint;
}

function kindOf(stats: fs.BigIntStats): Entry["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}

function entryOf(stats: fs.BigIntStats): Entry {
  return {
    kind: kindOf(stats),
    // Created on demand: most entries are looked up for something else.
    get id() {
      return `${stats.dev}:${stats.ino}`;
    },
    size: Number(stats.size),
    modifiedMs: Number(stats.mtimeMs),
    modifiedNs: stats.mtimeNs,
  };
}

/** The entry at a path; undefined if there is none. Throws other errors. */
export function entryAt(path: string): Entry | undefined {
  const stats = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && entryOf(stats);
}

/** The entry of an open file. */
export const entryOfOpen = (fd: number): Entry => entryOf(fs.fstatSync(fd, { bigint: true }));

export const realPath: (path: string) => string = fs.realpathSync.native;

const pathErrors: Record<string, string> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist: part of its path is not a folder",
  ELOOP: "cannot be reached: its links form a loop",
  ENAMETOOLONG: "is too long for this file system",
  EACCES: "is not accessible to this program's user (permission denied)",
  EPERM: "is not accessible to this program's user (not permitted)",
};

/** 422 on the field for errors when finding and opening; other errors go through `diskFailure`. */
export function pathFailure(error: unknown, field: string, what: string): Error {
  const reason = pathErrors[codeOf(error) ?? ""];
  const home = what.startsWith('"~/') ? "; ~ is not expanded, so write the full path" : "";
  return reason === undefined
    ? diskFailure(error, `open ${what}`)
    : invalid(field, `${what} ${reason}${home}`);
}

const diskErrors: Record<string, string> = {
  ENOSPC: "no space is left on the disk; free some space and try again",
  EDQUOT: "the disk quota of this program's user is used up; free some space and try again",
  EFBIG: "the file is too large for this file system",
  EFTYPE: "it is not a regular file",
  EOVERFLOW: "it is too large for this system",
  EROFS: "the file system is read-only; choose another folder",
  EIO: "the disk reported an error",
  EMFILE: "this program has too many open files",
  ENFILE: "this computer has too many open files",
  EACCES: "permission denied",
  EPERM: "not permitted",
  ENOENT: "it was removed in the meantime",
  ENOTDIR: "its folder was replaced in the meantime",
  ESTALE: "the network file system lost it",
  ENODEV: "the device is gone",
  ENXIO: "the device is gone",
  EBUSY: "it is in use by another program",
  ETXTBSY: "it is in use by another program",
  EINTR: "the call was interrupted; try again",
  EAGAIN: "the disk was busy; try again",
  ENOMEM: "this computer has no memory left",
};

/** 422 `operation_failed` that names the refused action; errors of another kind pass unchanged. */
export function diskFailure(error: unknown, action: string): Error {
  if (error instanceof ProblemError) return error;
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  return failed(`Cannot ${action}: ${diskErrors[code] ?? `the system returned ${code}`}`, { cause: error });
}

/** Runs a cleanup step whose failure must not hide the result. */
export function quietly(step: () => void): void {
  try {
    step();
  } catch {
    // The result is final; anything left behind is removed at the next start (stale.ts).
  }
}
