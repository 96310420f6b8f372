/** An append-only file of lines that tolerates kills: its incomplete last line can be dropped. Opening it changes nothing. */
import { closeSync, constants, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { codeOf } from "../core/problem.ts";
import { openRegular, readFrom } from "./regular-file.ts";
import { OutputError } from "./terminal/terminal.ts";

export interface LineFile extends Disposable {
  /** Whether standard input comes from the same file. */
  readonly isInput: boolean;
  /** The start of its incomplete last line; empty if all lines are complete. */
  readonly cutLine: Uint8Array;
  /** The bytes of its complete lines, in pieces. */
  pieces(): AsyncGenerator<Uint8Array>;
  /** Removes the incomplete last line. */
  dropCutLine(): void;
  /** Appends lines. Does nothing if standard output goes to the same file and already wrote them. Throws `OutputError`. */
  append(lines: string): void;
}

const blockBytes = 65_536;

/** Opens or creates a file. Throws the system's error. */
export function openLineFile(path: string): LineFile {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;
  const { fd, size } = openRegular(path, { flags, mode: 0o666, follow: true });
  const end = endOfLines(fd, size);
  const isPrinted = isStream(fd, 1);
  const cutLine = Buffer.alloc(Math.min(blockBytes, size - end));
  readFrom(fd, cutLine, end);

  return {
    isInput: isStream(fd, 0),
    cutLine,
    async *pieces() {
      for (let at = 0; ; ) {
        // The consumer keeps the pieces of a line until it is complete.
        const block = Buffer.alloc(Math.min(blockBytes, end - at));
        const length = readFrom(fd, block, at);
        if (length === 0) return;
        at += length;
        yield block.subarray(0, length);
      }
    },
    dropCutLine() {
      // Another process may have written since.
      if (end < size && fstatSync(fd).size === size) ftruncateSync(fd, end);
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

/** The position after the file's last line break. */
function endOfLines(fd: number, size: number): number {
  const block = Buffer.alloc(blockBytes);

  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - blockBytes);
    const length = readFrom(fd, block.subarray(0, end - from), from);
    const at = block.subarray(0, length).lastIndexOf(10);
    if (at >= 0) return from + at + 1;
    end = from;
  }

  return 0;
}

function isStream(fd: number, stream: 0 | 1): boolean {
  try {
    const [own, standard] = [fstatSync(fd, { bigint: true }), fstatSync(stream, { bigint: true })];
    return own.dev === standard.dev && own.ino === standard.ino;
  } catch {
    return false;
  }
}
