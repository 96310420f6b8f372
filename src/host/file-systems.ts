/** What the system says of file systems (Linux). */
import { readFileSync, statfsSync } from "node:fs";

/**
 * Linux's numbers of those of which it is known that syncfs makes all durable, the names of files too, and tells what fails:
 * ext2 to ext4, XFS, Btrfs, F2FS, and tmpfs, where there is nothing to do. Others may pass over what a server or another
 * program has to do.
 */
const durable: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994]);

/** Whether what an open file lies on is one of those. */
export function syncsAsWhole(fd: number): boolean {
  try {
    return durable.has(statfsSync(`/proc/self/fd/${fd}`).type >>> 0);
  } catch {
    return false;
  }
}

/** Bytes in the cache that wait to be written to any disk; undefined where the system does not tell. */
export function waitingBytes(): number | undefined {
  try {
    const text = readFileSync("/proc/meminfo", "latin1");
    const sizes = [...text.matchAll(/^(?:Dirty|Writeback):\s+(\d+) kB$/gm)];
    return sizes.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
  } catch {
    return undefined;
  }
}
