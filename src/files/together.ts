/**
 * Many files in one call. To make each durable by itself makes the file system write its journal for each: three times the
 * work of writing a small file. `Disk.syncAll` writes it once.
 */
import type { Disk } from "./disk.ts";

/** Files that are worth it: with all of a file system, one waits for what others have written to it. */
export const manyFiles = 32;

/**
 * The disk for such files: what they hold goes past the cache where that can be. They are on the disk before the call has
 * ended, and thousands of them in the cache only take its memory from other files.
 */
export function uncached(disk: Disk): Disk {
  let refused = false;
  return {
    ...disk,
    write(fd, from, at, length, position) {
      const done = refused ? undefined : disk.writePast?.(fd, from, at, length, position);
      if (done !== undefined) return done;
      refused = true;
      return disk.write(fd, from, at, length, position);
    },
  };
}
