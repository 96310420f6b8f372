/** One JSON value per line: how processes of this program talk. What a child says is judged before it is believed. */

/**
 * Splits pieces of bytes into lines. Holds at most `maxBytes` of an unfinished line; `onTooLong` is called once when
 * that is exceeded, and everything after it is dropped.
 */
export function lineReader(
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (piece: Uint8Array) => void {
  let parts: Uint8Array[] = [];
  let held = 0;
  let failed = false;
  return (piece) => {
    let start = 0;
    while (!failed) {
      const end = piece.indexOf(10, start);
      const part = piece.subarray(start, end < 0 ? piece.length : end);
      held += part.length;
      if (held > maxBytes) {
        failed = true;
        parts = [];
        onTooLong();
        return;
      }
      parts.push(part);
      if (end < 0) return;
      const line = Buffer.concat(parts).toString("utf8");
      parts = [];
      held = 0;
      start = end + 1;
      onLine(line);
    }
  };
}

/** A line as an object, or undefined when it is none: a child's output is judged before it is believed. */
export function decode(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
