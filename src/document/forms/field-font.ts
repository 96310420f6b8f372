/** The font in a field's default appearance (ISO 32000-2, 12.7.4.3), if text can be set in it with certainty. */
import {
  beginText,
  endText,
  moveText,
  PDFHexString,
  type PDFOperator,
  setFillingGrayscaleColor,
  setFontAndSize,
  showText,
} from "pdf-lib";
import type { CosDocument } from "../../cos/document.ts";
import { type CosValue, dictOf, isRef } from "../../cos/syntax/value.ts";
import { typedCodes } from "../../fonts/typed-codes.ts";
import { claimOf } from "../conformance/claim.ts";
import type { EditSession } from "../edit.ts";
import { contentOf, precise, setColor } from "../stamp/operators.ts";
import { dictAt, memo } from "../typed-get.ts";
import { appearanceOperations } from "./default-appearance.ts";
import type { Pen } from "./field-layout.ts";

export interface FieldFont extends Pen {
  /** Whether it has all characters. */
  has(text: string): boolean;
}

/** The style of a field's text. */
export interface TextLook {
  readonly font: string | undefined;
  /** 0: to fit. */
  readonly size: number;
  readonly color: PDFOperator;
}

/** Larger sizes are invalid. */
const maxSize = 2000;

/** Bytes of a default appearance to read. */
const maxAppearance = 2000;
/** Operators that set the fill color of text, and their number of operands. */
const colorOperators: ReadonlyMap<string, number> = new Map([
  ["g", 1],
  ["rg", 3],
  ["k", 4],
]);

/** Reads a default appearance string. */
export function textLook(appearance: Uint8Array | undefined): TextLook {
  let font: string | undefined;
  let size = 0;
  let color = [0];

  for (const { operator, operands } of appearanceOperations(
    (appearance ?? none).subarray(0, maxAppearance),
  )) {
    const values = operands.map(({ value }) => value);
    const [name, number] = values.slice(-2);
    const components = values.slice(-(colorOperators.get(operator) ?? 1)).filter(isNumber);
    if (operator === "Tf" && typeof name === "string" && isNumber(number))
      [font, size] = [name, Math.abs(number)];
    else if (components.length === colorOperators.get(operator)) color = components;
  }

  return {
    font,
    size: size <= maxSize ? size : 0,
    color: setColor(color) ?? setFillingGrayscaleColor(0),
  };
}

const none = new Uint8Array(0);
const isNumber = (value: unknown): value is number => typeof value === "number";

/** The font in which to set text; undefined if its codes are uncertain. */
export function fieldFont(session: EditSession, value: CosValue | undefined): FieldFont | undefined {
  const { cos } = session;
  const dict = dictAt(cos, value);
  if (!dict) return undefined;
  // PDF/A and its like want every font embedded.
  const codes = typedCodes(cos, dict, !claimsAny(cos));
  if (!codes) return undefined;

  return {
    resources: dictOf({ Font: dictOf({ F: isRef(value) ? value : session.add(dict) }) }),
    has: (text) => [...text].every((char) => codes(char)),
    measure: (text) => [...text].reduce((sum, char) => sum + (codes(char)?.width ?? 0), 0) / 1000,
    show({ text, x, y, size }) {
      const hex = [...text].map((char) => codes(char)?.hex ?? "").join("");
      return contentOf([
        beginText(),
        setFontAndSize("F", precise(size)),
        moveText(precise(x), precise(y)),
        showText(PDFHexString.of(hex)),
        endText(),
      ]);
    },
  };
}

const claimsAny = memo((cos: CosDocument) => Object.values(claimOf(cos)).some(Boolean));
