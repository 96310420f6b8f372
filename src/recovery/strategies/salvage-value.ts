/** Salvages a value that contains meaningless bytes: keeps every readable part of it, and nothing else. */
import { afterRegular } from "../../cos/syntax/characters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { maxNesting } from "../../cos/syntax/limits.ts";
import { readValue } from "../../cos/syntax/parser.ts";
import { type Cursor, cursorOn, skipSpace, takeKeyword } from "../../cos/syntax/tokenizer.ts";
import { type CosArray, type CosDict, type CosValue, isDict, isName } from "../../cos/syntax/value.ts";

/** Unterminated strings looked for in one object: each may cost the whole object. */
const maxFaults = 20;

/** An open array or dictionary, and the key awaiting its value. */
interface Frame {
  readonly value: CosArray | CosDict;
  key: string | undefined;
}

const [openAngle, closeAngle, openSquare, closeSquare] = [0x3c, 0x3e, 0x5b, 0x5d] as const;

export interface SalvagedValue {
  /** Undefined if no part of it is a value, or it is nested too deep. */
  readonly value: CosValue | undefined;
  /** Whether nothing had to be skipped. */
  readonly isWhole: boolean;
}

/** Larger integers keep some readers from reading the values beside them. */
const maxInteger = 999_999_999_999_999;

/** Reads up to the keyword that ends an object, or to the cursor's end, and leaves the cursor there. */
export function salvageValue(cursor: Cursor): SalvagedValue {
  const { bytes, end } = cursor;
  const frames: Frame[] = [];
  let result: CosValue | undefined;
  let faults = 0;
  let isWhole = true;

  const put = (value: CosValue) => {
    const frame = frames.at(-1);
    if (!frame) result ??= value;
    else if (!isDict(frame.value)) frame.value.push(value);
    else if (frame.key !== undefined) {
      if (value !== null) frame.value.set(frame.key, value);
      frame.key = undefined;
    } else if (isName(value)) frame.key = value.name;
    else isWhole = false;
  };

  const close = () => {
    const frame = frames.pop();
    if (frame) put(frame.value);
  };

  /** A closing token that doesn't match the innermost open container is skipped. */
  const closeIf = (isClosed: boolean, length: number) => {
    cursor.at += length;
    if (isClosed) close();
    else isWhole = false;
  };

  const skip = (start: number) => {
    isWhole = false;
    cursor.at = Math.min(end, Math.max(start + 1, afterRegular(bytes, start)));
    // Replaces a value along with its key, so that the next key doesn't become the value.
    const frame = frames.at(-1);
    if (frame) frame.key = undefined;
  };

  const scalar = () => {
    const start = cursor.at;
    const isString = bytes[start] === 0x28 || bytes[start] === openAngle;
    if ((isString && faults === maxFaults) || !mayBeScalar(cursor)) return skip(start);

    try {
      const value = readValue(cursor);
      const isLarge = Number.isInteger(value) && Math.abs(Number(value)) > maxInteger;
      put(isLarge ? Math.sign(Number(value)) * maxInteger : value);
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      if (isString) faults++;
      skip(start);
    }
  };

  for (skipSpace(cursor); cursor.at < end && !endsValue(cursor); skipSpace(cursor)) {
    const byte = bytes[cursor.at];
    const isDouble = bytes[cursor.at + 1] === byte;
    const inner = frames.at(-1)?.value;
    if (frames.length > maxNesting) return { value: undefined, isWhole: false };
    if (byte === openAngle && isDouble) {
      frames.push({ value: new Map(), key: undefined });
      cursor.at += 2;
    } else if (byte === openSquare) {
      frames.push({ value: [], key: undefined });
      cursor.at++;
    } else if (byte === closeAngle && isDouble) closeIf(isDict(inner), 2);
    else if (byte === closeSquare) closeIf(Array.isArray(inner), 1);
    else scalar();
  }

  if (frames.length > 0) isWhole = false;
  while (frames.length > 0) close();

  return { value: result, isWhole };
}

/** Whether a value may begin here; most bytes outside objects can't start one. */
function mayBeScalar({ bytes, at, end }: Cursor): boolean {
  if (/[0-9+\-./(<]/.test(String.fromCharCode(bytes[at] ?? 0))) return true;
  const ahead = cursorOn(bytes, at, end);
  return ["true", "false", "null"].some((word) => takeKeyword(ahead, word));
}

/** Whether a keyword that ends an object's value is here. */
function endsValue({ bytes, at, end }: Cursor): boolean {
  const byte = bytes[at];
  if (byte !== 0x65 && byte !== 0x73) return false;
  const ahead = cursorOn(bytes, at, end);
  return takeKeyword(ahead, "endobj") || takeKeyword(ahead, "stream");
}
