/**
 * Calls to the system that no runtime offers by itself: Linux in Bun and in the executable; undefined everywhere else,
 * where callers make do without. Nothing is loaded before the first of them is asked for.
 */
import { readFileSync } from "node:fs";
import { release } from "node:os";
import process from "node:process";
import { runtime } from "./runtime.ts";

export interface SystemCalls {
  /**
   * Makes durable whatever was written to the file system that an open file or folder lies on (syncfs). Fails where anything
   * could not be written since that was opened.
   */
  syncFileSystem(fd: number): void;
  /** Gives a file or folder another name on its file system; fails with EEXIST where anything has it (renameat2). */
  renameNew(from: string, to: string): void;
  /**
   * Writes as `fs.writeSync` does, and the bytes leave the cache once they are on the disk (pwritev2, RWF_DONTCACHE: Linux
   * 6.14). Undefined: nothing was written, as the system or the file system has no such thing.
   */
  writeUncached(
    fd: number,
    from: Uint8Array,
    at: number,
    length: number,
    position: number,
  ): number | undefined;
  /**
   * Writes bytes of one open file into another from the cache's own pages, for `to` open past the cache (O_DIRECT): nothing is
   * copied on the way. `offset` is a multiple of a page. Undefined: nothing was written, as it cannot be done or `from` has become
   * shorter. Nobody but the system looks at the pages: to the program, those that are gone would be the end.
   */
  send(from: number, offset: number, length: number, to: number, position: number): number | undefined;
}

/** The little that is used of `bun:ffi`. */
interface Ffi {
  dlopen(path: string, symbols: object): { readonly symbols: Readonly<Record<string, Call>> };
  ptr(bytes: Uint8Array, at: number): number;
  readonly read: { i32(pointer: number, offset: number): number };
}

type Call = (...values: readonly (number | Uint8Array)[]) => number;

/** Error numbers that callers tell apart: alike on all Linux but for machines that no runtime is made for. */
const names: Readonly<Record<number, string>> = {
  1: "EPERM",
  2: "ENOENT",
  5: "EIO",
  9: "EBADF",
  14: "EFAULT",
  13: "EACCES",
  17: "EEXIST",
  18: "EXDEV",
  22: "EINVAL",
  27: "EFBIG",
  28: "ENOSPC",
  30: "EROFS",
  38: "ENOSYS",
  95: "EOPNOTSUPP",
  122: "EDQUOT",
};

const currentFolder = -100;
const noReplace = 1;
const dontCache = 0x80;
/** PROT_READ and MAP_SHARED. */
const [readable, shared] = [1, 1];

let found: { readonly calls: SystemCalls | undefined } | undefined;

/** The calls, or undefined where they cannot be had. */
export function systemCalls(): SystemCalls | undefined {
  found ??= { calls: find() };
  return found.calls;
}

/** Before Linux 5.8 syncfs does not tell that something could not be written. */
function tellsErrors(): boolean {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 8);
}

/** The C library in use, by its path: a library is never looked for by a name that some folder may have. */
function libraryPath(): string | undefined {
  const maps = readFileSync("/proc/self/maps", "latin1");
  return /\s(\/\S*\/(?:libc\.so\.6|libc-2\.\d+\.so|(?:ld-|libc\.)musl-\w+\.so\.1))$/m.exec(maps)?.[1];
}

function find(): SystemCalls | undefined {
  if (runtime.name !== "bun" || process.platform !== "linux" || !tellsErrors()) return undefined;
  try {
    const path = libraryPath();
    // The runtime's own module, by the types of Ffi: it says nothing of them itself.
    const ffi = process.getBuiltinModule("bun:ffi") as unknown as Ffi | undefined;
    return path === undefined || ffi === undefined ? undefined : bind(ffi, path);
  } catch {
    // No /proc, or a system that lets no machine code be made.
    return undefined;
  }
}

/** What the library has under these names; none of them where one is missing. */
function symbolsOf({ dlopen }: Ffi, path: string, symbols: Readonly<Record<string, readonly string[]>>) {
  try {
    const wanted = Object.entries(symbols).map(([name, [returns, ...args]]) => [name, { args, returns }]);
    return dlopen(path, Object.fromEntries(wanted)).symbols;
  } catch {
    return {};
  }
}

function bind(ffi: Ffi, path: string): SystemCalls | undefined {
  const { syncfs, renameat2, __errno_location } = symbolsOf(ffi, path, {
    syncfs: ["i32", "i32"],
    renameat2: ["i32", "i32", "ptr", "i32", "ptr", "u32"],
    __errno_location: ["ptr"],
  });
  // By itself: musl has it since 1.2.5 only.
  const { pwritev2 } = symbolsOf(ffi, path, {
    pwritev2: ["i64_fast", "i32", "ptr", "i32", "i64_fast", "i32"],
  });
  const { mmap, munmap, pwrite } = symbolsOf(ffi, path, {
    mmap: ["i64_fast", "i64_fast", "i64_fast", "i32", "i32", "i32", "i64_fast"],
    munmap: ["i32", "i64_fast", "i64_fast"],
    pwrite: ["i64_fast", "i32", "i64_fast", "i64_fast", "i64_fast"],
  });
  if (!syncfs || !renameat2 || !__errno_location) return undefined;
  const failure = (call: string) => {
    const number = ffi.read.i32(__errno_location(), 0);
    const code = names[number] ?? "EIO";
    return Object.assign(new Error(`${code}: ${call} failed with error ${number}`), { code });
  };
  const check = (result: number, call: string) => {
    if (result !== 0) throw failure(call);
  };
  /** Bytes written; undefined where such a write is not to be had, or its bytes are not there. */
  const count = (result: number, call: string) => {
    const done = Number(result);
    if (done >= 0) return done;
    const error = failure(call);
    if (["EOPNOTSUPP", "EINVAL", "ENOSYS", "EFAULT"].includes(error.code)) return undefined;
    throw error;
  };
  const text = (value: string) => new TextEncoder().encode(`${value}\0`);
  const piece = new BigUint64Array(2);
  const pieces = new Uint8Array(piece.buffer);
  return {
    syncFileSystem: (fd) => check(syncfs(fd), "syncfs"),
    renameNew: (from, to) =>
      check(renameat2(currentFolder, text(from), currentFolder, text(to), noReplace), "renameat2"),
    writeUncached(fd, from, at, length, position) {
      if (pwritev2 === undefined || length === 0) return undefined;
      piece[0] = BigInt(ffi.ptr(from, at));
      piece[1] = BigInt(length);
      return count(pwritev2(fd, pieces, 1, position, dontCache), "pwritev2");
    },
    send(from, offset, length, to, position) {
      if (mmap === undefined || munmap === undefined || pwrite === undefined) return undefined;
      const place = Number(mmap(0, length, readable, shared, from, offset));
      if (place <= 0) return undefined;
      try {
        return count(pwrite(to, place, length, position), "pwrite");
      } finally {
        munmap(place, length);
      }
    },
  };
}
