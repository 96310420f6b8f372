/** An append-only file of lines that tolerates kills: an incomplete last line is dropped when the file is opened. */
import { closeSync, constants, fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import { codeOf } from "../core/problem.ts";
import { openRegular } from "./regular-file.ts";
import { OutputError } from "./terminal/terminal.ts";

export interface LineFile extends Disposable {
  /** Its bytes from the start, in pieces. */
  pieces(): AsyncGenerator<Uint8Array>;
  /** Appends lines. Does nothing if standard output goes to the same file and already wrote them. Throws `OutputError`. */
  append(lines: string): void;
}

const blockBytes = 65_536;

/** Opens or creates a file. Throws the system's error. */
export function openLineFile(path: string): LineFile {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;
  const { fd } = openRegular(path, { flags, mode: 0o666, follow: true });
  dropCutLine(fd);
  const isPrinted = isStandardOutput(fd);

  return {
    async *pieces() {
      for (let at = 0; ; ) {
        // The consumer keeps the pieces of a line until it is complete.
        const block = Buffer.alloc(blockBytes);
        const length = readSync(fd, block, 0, blockBytes, at);
        if (length === 0) return;
        at += length;
        yield block.subarray(0, length);
      }
    },
    append(lines) {
      if (isPrinted) return;
      const bytes = Buffer.from(lines);
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      } catch (error) {
        throw new OutputError(codeOf(error) ?? "unknown", "the file of answers");
      }
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}

/** Cuts off everything after the file's last line break. */
function dropCutLine(fd: number): void {
  const { size } = fstatSync(fd);
  const block = Buffer.alloc(blockBytes);

  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - blockBytes);
    const length = readSync(fd, block, 0, end - from, from);
    const at = block.subarray(0, length).lastIndexOf(10);
    end = at < 0 ? from : from + at + 1;
    if (at < 0 && from > 0) continue;
    if (end < size) ftruncateSync(fd, end);
    return;
  }
}

function isStandardOutput(fd: number): boolean {
  try {
    const [own, standard] = [fstatSync(fd, { bigint: true }), fstatSync(1, { bigint: true })];
    return own.dev === standard.dev && own.ino === standard.ino;
  } catch {
    return false;
  }
}
