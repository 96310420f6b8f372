/** One JSON value per line: how processes of this program talk. What a child sends is checked before it is used. */
import * as v from "valibot";

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

/** JSON of the form that the schema knows; undefined where it is of another, or is no JSON. */
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
