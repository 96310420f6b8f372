/** Parses default appearance strings (ISO 32000-2, 12.7.4.3) into operators. */
import { afterHex, afterRegular, afterString, classOf, delimiter } from "../../cos/syntax/characters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type Cursor, cursorOn, readName, readNumber, skipSpace } from "../../cos/syntax/tokenizer.ts";
import { latin1 } from "../../cos/syntax/value.ts";

/** A number, or the text of a name; undefined for anything else. */
export interface Operand {
  readonly value: number | string | undefined;
  readonly start: number;
  readonly end: number;
}

export interface Operation {
  readonly operator: string;
  /** The last operands before it. */
  readonly operands: readonly Operand[];
}

/** No operator here takes more operands than `k`. */
const mostOperands = 4;

export function* appearanceOperations(bytes: Uint8Array): Generator<Operation> {
  const cursor = cursorOn(bytes);
  let operands: Operand[] = [];

  for (skipSpace(cursor); cursor.at < bytes.length; skipSpace(cursor)) {
    const start = cursor.at;
    const value = readOperand(cursor);
    if (value !== "operator") {
      operands.push({ value: value.operand, start, end: cursor.at });
      if (operands.length > mostOperands) operands.shift();
      continue;
    }

    cursor.at = afterRegular(bytes, start);
    yield { operator: latin1(bytes, start, cursor.at), operands };
    operands = [];
  }
}

function readOperand(cursor: Cursor): { readonly operand: number | string | undefined } | "operator" {
  const { bytes, at } = cursor;
  const byte = bytes[at] ?? 0;

  try {
    if (byte === 0x2f) return { operand: readName(cursor).name };
    if (/[-+.\d]/.test(String.fromCharCode(byte))) return { operand: readNumber(cursor) };
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    cursor.at = afterRegular(bytes, at + 1);
    return { operand: undefined };
  }

  if (classOf[byte] !== delimiter) return "operator";

  if (byte === 0x28) cursor.at = afterString(bytes, at);
  else if (byte === 0x3c) cursor.at = afterHex(bytes, at);
  else cursor.at = at + 1;

  return { operand: undefined };
}
