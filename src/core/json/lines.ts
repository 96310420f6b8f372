/** One JSON value per line: the way this program's processes communicate. Input from a child is validated before use. */
import * as v from "valibot";

/**
 * Splits pieces of bytes into lines. Holds at most `maxBytes` of an incomplete line; beyond that, `onTooLong` is called once
 * and everything after is dropped.
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

/** Parses JSON that matches the schema; undefined if it doesn't, or isn't JSON. */
export function parseAs<const S extends v.GenericSchema>(
  schema: S,
  text: string,
): v.InferOutput<S> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}
