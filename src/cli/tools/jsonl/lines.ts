/** Splits pieces of bytes into lines, in memory bounded by the longest accepted line. */
import { ProblemError } from "../../../core/problem.ts";

/** Keeps a byte order mark, and rejects invalid UTF-8: as text it would name a different file. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Lines without their line breaks; the last one needs none. A problem replaces a line of more than `limit` bytes, whose bytes
 * are dropped as they arrive, or one that isn't UTF-8.
 */
export async function* splitLines(
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string | ProblemError> {
  let parts: Uint8Array[] = [];
  let length = 0;

  const take = (): string | ProblemError => {
    const line =
      length > limit
        ? new ProblemError("payload_too_large", `the line is longer than ${limit} bytes`)
        : textOf(Buffer.concat(parts));
    parts = [];
    length = 0;
    return line;
  };

  for await (const piece of pieces) {
    let from = 0;
    for (;;) {
      const end = piece.indexOf(10, from);
      const part = piece.subarray(from, end < 0 ? undefined : end);
      length += part.length;
      if (length <= limit) parts.push(part);
      else parts = [];
      if (end < 0) break;
      yield take();
      from = end + 1;
    }
  }

  if (length > 0) yield take();
}

function textOf(line: Uint8Array): string | ProblemError {
  try {
    return utf8.decode(line).replace(/\r$/, "");
  } catch {
    return new ProblemError("bad_request", "the line is not valid UTF-8");
  }
}
