/** Parses default appearance strings (ISO 32000-2, 12.7.4.3) into operators. */
import { type ContentToken, nameText, scanContent } from "../../cos/syntax/content/scan.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { cursorOn, readNumber } from "../../cos/syntax/tokenizer.ts";
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
  const scan = scanContent(bytes);
  let operands: Operand[] = [];

  while (scan.next()) {
    const { token, start, end } = scan;
    if (token === "comment") continue;
    if (token === "operator") yield { operator: latin1(bytes, start, end), operands };
    const value = operandOf(token, bytes, start, end);
    operands = token === "operator" ? [] : [...operands.slice(1 - mostOperands), { value, start, end }];
  }
}

function operandOf(token: ContentToken, bytes: Uint8Array, start: number, end: number): Operand["value"] {
  if (token === "name") return nameText(bytes, start, end);
  if (token !== "number") return null;
  try {
    return readNumber(cursorOn(bytes, start));
  } catch (error) {
    if (error instanceof CosError) return null;
    throw error;
  }
}
