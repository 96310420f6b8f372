/** The file system calls in use as one value, so that tests can make each of them fail, and what their errors mean. */
import * as fs from "node:fs";
import { codeOf, failed, invalid, ProblemError } from "../../core/problem.ts";

/** Calls that change the disk or read documents. */
export interface Disk {
  open(path: string, flags: number, mode?: number): number;
  close(fd: number): void;
  read(fd: number, into: Uint8Array, at: number, length: number, position: number): number;
  write(fd: number, from: Uint8Array, at: number, length: number, position: number): number;
  sync(fd: number): void;
  /** As `sync`, several at once; absent: one after the other. */
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

/** Windows has neither flag; its open does not follow or block in the ways they stop. */
export const noFollow = fs.constants.O_NOFOLLOW ?? 0;
export const nonBlock = fs.constants.O_NONBLOCK ?? 0;

/** What a path leads to, without following a link at its end. */
export interface Entry {
  readonly kind: "file" | "folder" | "link" | "other";
  /** Device and inode: two entries of the same id are the same file. */
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
    // Made when asked for: most entries are looked at for something else.
    get id() {
      return `${stats.dev}:${stats.ino}`;
    },
    size: Number(stats.size),
    modifiedMs: Number(stats.mtimeMs),
    modifiedNs: stats.mtimeNs,
  };
}

/** The entry at a path itself; undefined when there is none. Other errors are thrown. */
export function entryAt(path: string): Entry | undefined {
  const stats = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && entryOf(stats);
}

/** The entry of an open file. */
export function entryOfOpen(fd: number): Entry {
  return entryOf(fs.fstatSync(fd, { bigint: true }));
}

export const realPath: (path: string) => string = fs.realpathSync.native;

const pathErrors: Record<string, string> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist: a part of its path is not a folder",
  ELOOP: "cannot be reached: its links run in a circle",
  ENAMETOOLONG: "is too long for this file system",
  EACCES: "may not be used by this program's user (permission denied)",
  EPERM: "may not be used by this program's user (not permitted)",
};

/** 422 on the field for errors of finding and opening; others are what `diskFailure` makes of them. */
export function pathFailure(error: unknown, field: string, what: string): Error {
  const reason = pathErrors[codeOf(error) ?? ""];
  return reason === undefined ? diskFailure(error, `open ${what}`) : invalid(field, `${what} ${reason}`);
}

const diskErrors: Record<string, string> = {
  ENOSPC: "no space is left on the disk; free some and try again",
  EDQUOT: "the disk quota of this program's user is used up; free some space and try again",
  EFBIG: "the file is too large for this file system",
  EFTYPE: "it is not a regular file",
  EOVERFLOW: "it is larger than such a file ever is",
  EROFS: "the file system is read-only; choose another folder",
  EIO: "the disk reported an error",
  EMFILE: "this program has too many open files",
  ENFILE: "this computer has too many open files",
  EACCES: "permission denied",
  EPERM: "not permitted",
  ENOENT: "it was removed meanwhile",
  ENOTDIR: "its folder was replaced meanwhile",
  ESTALE: "the network file system lost it",
  ENODEV: "the device is gone",
  ENXIO: "the device is gone",
  EBUSY: "another program uses it",
  ETXTBSY: "another program uses it",
  EINTR: "the call was interrupted; try again",
  EAGAIN: "the disk was busy; try again",
  ENOMEM: "this computer has no memory left",
};

/** 422 `operation_failed` that names what the disk refused; errors of another kind pass unchanged. */
export function diskFailure(error: unknown, action: string): Error {
  if (error instanceof ProblemError) return error;
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  return failed(`Cannot ${action}: ${diskErrors[code] ?? `the system answered ${code}`}`, { cause: error });
}

/** Runs a clean-up step whose failure must not hide the result. */
export function quietly(step: () => void): void {
  try {
    step();
  } catch {
    // The result stands; what could not be removed is removed at the next start (stale.ts).
  }
}
