/** Standard streams of a command that answers and exits: synchronous writes, and reads of everything or line by line. */
import { fstatSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { codeOf } from "../../core/problem.ts";

/** Whether a stream is a terminal (0: input, 1: output, 2: errors). The module that knows is loaded only if it may be. */
export async function isTerminal(stream: 0 | 1 | 2): Promise<boolean> {
  try {
    const device = fstatSync(stream);
    if (!device.isCharacterDevice() || device.rdev === nullDevice()) return false;
  } catch {
    return false;
  }
  return (await import("node:tty")).isatty(stream);
}

/** The null device, where scripts discard output; undefined if there is none. */
const nullDevice = (): number | undefined => statSync("/dev/null", { throwIfNoEntry: false })?.rdev;

/** Output that can't be written: the disk is full, for example. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  /** `code` is the system's. */
  constructor(code: string, where = "standard output") {
    super(`${where} cannot be written (${code}); written files stay`);
  }
}

/**
 * Writes text before returning, so that a program can exit right after. False if nobody reads any more (`pdfd tools | head
 * -1`). Throws `OutputError` if writing fails for another reason.
 */
export function print(stream: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text);

  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(stream, bytes, at);
    } catch (error) {
      const code = codeOf(error) ?? "unknown";
      if (code !== "EAGAIN" && (stream === 2 || code === "EPIPE" || code === "EOF")) return false;
      if (code !== "EAGAIN") throw new OutputError(code);
      // The pipe is full and non-blocking: its reader is slow, not gone.
      pause(1);
    }
  }

  return true;
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A small file named on the command line; undefined if it exceeds `limit` bytes. Throws the system's error. */
export function readSmallFile(path: string, limit: number): Uint8Array | undefined {
  const bytes = readFileSync(path);
  return bytes.length > limit ? undefined : bytes;
}

/** All of standard input; undefined if it exceeds `limit` bytes. */
export function readInput(limit: number): Uint8Array | undefined {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.alloc(65_536);
    const count = readSome(part);
    if (count === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, count));
    length += count;
    if (length > limit) return undefined;
  }
}

function readSome(into: Buffer): number {
  for (;;) {
    try {
      return readSync(0, into);
    } catch (error) {
      const code = codeOf(error);
      // Windows reports the end of a pipe this way.
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      pause(5);
    }
  }
}

/** Standard input in pieces as they arrive; a slow consumer slows the sender. */
export async function* inputPieces(): AsyncGenerator<Uint8Array> {
  for await (const piece of process.stdin) yield piece;
}
