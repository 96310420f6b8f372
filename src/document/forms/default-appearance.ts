/** Parses default appearance strings (ISO 32000-2, 12.7.4.3) into operators. */
import { afterHex, afterRegular, afterString, classOf, delimiter } from "../../cos/syntax/characters.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type Cursor, cursorOn, readName, readNumber, skipSpace } from "../../cos/syntax/tokenizer.ts";
import { latin1 } from "../../cos/syntax/value.ts";

/** A number, or the text of a name; null for anything else. */
export interface Operand {
  readonly value: number | string | null;
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
    const end = cursor.at;
    if (value === undefined) yield { operator: latin1(bytes, start, end), operands };
    operands = value === undefined ? [] : [...operands.slice(1 - mostOperands), { value, start, end }];
  }
}

/** Undefined for an operator. */
function readOperand(cursor: Cursor): Operand["value"] | undefined {
  const { bytes, at } = cursor;
  const byte = bytes[at] ?? 0;

  try {
    if (byte === 0x2f) return readName(cursor).name;
    if (/[-+.\d]/.test(String.fromCharCode(byte))) return readNumber(cursor);
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    cursor.at = afterRegular(bytes, at + 1);
    return null;
  }

  const isOperator = classOf[byte] !== delimiter;
  if (isOperator) cursor.at = afterRegular(bytes, at);
  else if (byte === 0x28) cursor.at = afterString(bytes, at);
  else cursor.at = byte === 0x3c ? afterHex(bytes, at) : at + 1;

  return isOperator ? undefined : null;
}
