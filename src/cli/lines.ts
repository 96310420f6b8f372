/** Lines out of pieces of bytes, in memory bounded by the longest line that is accepted. */

/**
 * Lines without their ends; the last one needs none. Undefined stands for a line of more than `limit` bytes, whose
 * bytes are dropped as they come.
 */
export async function* splitLines(
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > limit ? undefined : Buffer.concat(parts).toString("utf8").replace(/\r$/, "");
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
