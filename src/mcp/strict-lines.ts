/** Reads messages on standard input, one a line, by the rules of HTTP bodies: the SDK's own reader accepts bytes that are not UTF-8. */
import { Buffer } from "node:buffer";
import { parseJson } from "../core/json/strict.ts";
import { ProblemError } from "../core/problem.ts";

/** A message longer than this ends the input, in bytes: nobody knows where the next one begins. */
const maxLineBytes = 10_000_000;
const newline = 0x0a;

/** The lines that can be read, each with its newline; the others are for `refuse`. */
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

/** Empty lines are passed over in silence, as between messages of other programs. */
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
