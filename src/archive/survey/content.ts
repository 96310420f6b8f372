/** Content streams as PDF/A sees them: which operators, colors, fonts and objects they use (ISO 32000-2, 8 and 9). */
import { classOf, regular } from "../../cos/syntax/characters.ts";
import { inlineImage } from "../../cos/syntax/content/inline-image.ts";
import { contentOperators, operatorCode } from "../../cos/syntax/content/operators.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { readValue } from "../../cos/syntax/parser.ts";
import { type Cursor, cursorOn, skipSpace } from "../../cos/syntax/tokenizer.ts";
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isName,
  isString,
  latin1,
} from "../../cos/syntax/value.ts";
import { sanitizeContent } from "../../document/pages/sanitize-content.ts";

export interface Operation {
  readonly operator: string;
  readonly operands: readonly CosValue[];
  /** Of an inline image: its dictionary. */
  readonly image?: CosDict;
}

/** Whether an operator is one of PDF's. */
export const isOperator = (operator: string): boolean =>
  operator.length <= 3 && contentOperators.has(operatorCode(operator));

const words = new Set(["true", "false", "null"]);

function operatorAt(cursor: Cursor): string | undefined {
  const { bytes, at, end } = cursor;
  const first = bytes[at] ?? 0;
  if (classOf[first] !== regular || (first >= 0x2b && first <= 0x39)) return undefined;
  let stop = at;
  while (stop < end && classOf[bytes[stop] ?? 0] === regular) stop++;
  const word = latin1(bytes, at, stop);
  if (words.has(word)) return undefined;
  cursor.at = stop;
  return word;
}

/** The operations of content in order. What can't be read is skipped, and `onDamage` called. */
export function* operations(content: Uint8Array, onDamage: () => void): Generator<Operation> {
  let bytes = content;
  let cursor = cursorOn(bytes);
  let operands: CosValue[] = [];
  let isClean = false;

  for (;;) {
    skipSpace(cursor);
    if (cursor.at >= cursor.end) return;
    const operator = operatorAt(cursor);
    try {
      if (operator === undefined) {
        operands.push(readValue(cursor));
        continue;
      }
      if (operator === "BI") {
        const { dict, end } = inlineImage(bytes, cursor.at);
        cursor.at = end;
        yield { operator, operands: [], image: dict };
      } else yield { operator, operands };
      operands = [];
    } catch (error) {
      if (!(error instanceof CosError) && !(error instanceof Unsupported)) throw error;
      onDamage();
      if (isClean) return;
      bytes = sanitizeContent(bytes.subarray(cursor.at));
      cursor = cursorOn(bytes);
      operands = [];
      isClean = true;
    }
  }
}

/** Values of operands, with those in arrays and dictionaries. */
export function* valuesIn(operands: readonly CosValue[], depth = 0): Generator<CosValue> {
  for (const value of operands) {
    yield value;
    if (depth > 20) continue;
    if (isArray(value)) yield* valuesIn(value, depth + 1);
    else if (isDict(value)) yield* valuesIn([...value.values()], depth + 1);
  }
}

export const nameOf = (value: CosValue | undefined): string | undefined =>
  isName(value) ? value.name : undefined;

export function stringsOf(operands: readonly CosValue[]): Uint8Array[] {
  return operands.flatMap((value) => {
    if (isString(value)) return [value.bytes];
    return isArray(value) ? stringsOf(value) : [];
  });
}
