/**
 * Writing large files past the page cache (Linux, O_DIRECT). Through the cache every byte is copied once more, into memory
 * that is taken from other files and, in a virtual machine, often has to be fetched from the host first: that costs two to
 * ten times the processor time, and a file that is made durable at once gains nothing from it.
 */
import { constants } from "node:fs";
import { codeOf, type Disk, noFollow, quietly } from "./disk.ts";

/** Files that grow beyond this are written past the cache; smaller ones are likely to be read again soon. */
export const largeBytes = 8 << 20;

/** Places, lengths and memory are multiples of this: no disk and no file system in use asks for more. */
export const directUnit = 4096;

/** Bytes of one write: the disk is waited for after each. */
const memoryBytes = 4 << 20;

/** Absent where the system has no such thing. */
const directFlag: number | undefined = constants.O_DIRECT;

let spare: Uint8Array | undefined;

/** Memory that begins at a page's border, for one file at a time; undefined where there is none to be had. */
export function takeDirectMemory(): Uint8Array | undefined {
  const memory = spare;
  spare = undefined;
  if (memory !== undefined) return memory;
  try {
    // The memory of WebAssembly lies at a page's border in every runtime; other arrays do not say where they lie.
    return new Uint8Array(new WebAssembly.Memory({ initial: memoryBytes >> 16 }).buffer);
  } catch {
    return undefined;
  }
}

export function giveDirectMemory(memory: Uint8Array): void {
  spare = memory;
}

/** Opens a file a second time, for writes past the cache; undefined where its file system has none. */
export function openDirect(path: string, disk: Disk): number | undefined {
  if (directFlag === undefined) return undefined;
  let fd: number | undefined;
  quietly(() => {
    fd = disk.open(path, constants.O_WRONLY | noFollow | directFlag);
  });
  return fd;
}

/** Whether a write failed only because it went past the cache. */
export function refusesDirect(error: unknown): boolean {
  return ["EINVAL", "EOPNOTSUPP", "ENOTSUP"].includes(codeOf(error) ?? "");
}
