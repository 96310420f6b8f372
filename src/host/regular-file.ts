/**
 * The one way to open a file that lies where others may have put something else: never waits (a FIFO), never follows a link
 * unless asked to, and reads no byte before the open handle was seen to be a regular file of a bearable size.
 */
import { Buffer } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";

export interface OpenOptions {
  /** Those of open(2), for reading where omitted. Windows lacks some of them. */
  readonly flags?: number;
  /** Permissions of a file that is made. */
  readonly mode?: number;
  /** Most bytes it may have. */
  readonly maxBytes?: number;
  /** A link to a regular file will do. */
  readonly follow?: boolean;
}

export interface OpenFile {
  readonly fd: number;
  /** Bytes it had when it was opened. */
  readonly size: number;
}

const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

function refusal(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

/** Opens a regular file. Throws the system's error, `EFTYPE` for anything else, `EOVERFLOW` for one that is too large. */
export function openRegular(
  path: string,
  { flags = O_RDONLY, mode, maxBytes = Number.POSITIVE_INFINITY, follow = false }: OpenOptions = {},
): OpenFile {
  // Before it is opened: opening a device can already do something.
  const there = (follow ? statSync : lstatSync)(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw refusal("EFTYPE", "not a regular file");
  const fd = openSync(path, flags | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW), mode);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw refusal("EFTYPE", "not a regular file");
    if (stats.size > maxBytes) throw refusal("EOVERFLOW", `more than ${maxBytes} bytes`);
    return { fd, size: stats.size };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** All bytes of a regular file, which must not grow beyond `maxBytes` while they are read. */
export function readRegular(path: string, options: OpenOptions & { readonly maxBytes: number }): Buffer {
  const { fd, size } = openRegular(path, options);
  try {
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readFrom(fd, bytes, 0));
  } finally {
    closeSync(fd);
  }
}

/** Fills `bytes` from a place in a file; returns how many there were, fewer at its end. */
export function readFrom(fd: number, bytes: Uint8Array, position: number): number {
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(fd, bytes, done, bytes.length - done, position + done);
    if (count === 0) return done;
    done += count;
  }
  return bytes.length;
}
