/** Reads messages from standard input, one per line, by the same rules as HTTP bodies: the SDK's own reader accepts invalid UTF-8. */
import { Buffer } from "node:buffer";
import { parseJson } from "../core/json/strict.ts";
import { ProblemError } from "../core/problem.ts";

/** A longer message, in bytes, ends the input: the start of the next one is unknown. */
const maxLineBytes = 10_000_000;
const newline = 0x0a;

/** The readable lines, each with its newline; the others go to `refuse`. */
export async function* strictLines(
  input: AsyncIterable<Uint8Array>,
  refuse: (problem: ProblemError) => void,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;

  for await (const piece of input) {
    let rest = piece;
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      const line = Buffer.concat([...parts, rest.subarray(0, end + 1)]);
      rest = rest.subarray(end + 1);
      parts = [];
      length = 0;
      if (isSound(line, refuse)) yield line;
    }
    parts.push(rest);
    length += rest.length;
    if (length > maxLineBytes) throw new Error(`a message is longer than ${maxLineBytes} bytes`);
  }
}

/** Silently skips empty lines, which some programs send between messages. */
function isSound(line: Buffer, refuse: (problem: ProblemError) => void): boolean {
  if (line.toString("latin1").trim() === "") return false;
  try {
    parseJson(line);
    return true;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    refuse(error);
    return false;
  }
}
