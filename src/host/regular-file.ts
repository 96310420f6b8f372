/**
 * The one way to open a file where others may have planted something else: never blocks (a FIFO), follows links only on
 * request, and reads nothing before the open handle is known to be a regular file of acceptable size.
 */
import { Buffer } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";

export interface OpenOptions {
  /** Flags of open(2); by default for reading. Windows lacks some. */
  readonly flags?: number;
  /** Permissions of a new file. */
  readonly mode?: number;
  /** Maximum size in bytes. */
  readonly maxBytes?: number;
  /** Whether a link to a regular file is acceptable. */
  readonly follow?: boolean;
}

export interface OpenFile {
  readonly fd: number;
  /** Its size in bytes when opened. */
  readonly size: number;
}

const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

function refusal(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

/** Opens a regular file. Throws the system's error, `EFTYPE` for any other kind, `EOVERFLOW` if it is too large. */
export function openRegular(
  path: string,
  { flags = O_RDONLY, mode, maxBytes = Number.POSITIVE_INFINITY, follow = false }: OpenOptions = {},
): OpenFile {
  // Checked before opening: opening a device can already have side effects.
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

/** All bytes of a regular file, which must not grow beyond `maxBytes` while being read. */
export function readRegular(path: string, options: OpenOptions & { readonly maxBytes: number }): Buffer {
  const { fd, size } = openRegular(path, options);
  try {
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readFrom(fd, bytes, 0));
  } finally {
    closeSync(fd);
  }
}

/** Fills `bytes` from an offset in a file; returns the number of bytes read, fewer at its end. */
export function readFrom(fd: number, bytes: Uint8Array, position: number): number {
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(fd, bytes, done, bytes.length - done, position + done);
    if (count === 0) return done;
    done += count;
  }
  return bytes.length;
}
