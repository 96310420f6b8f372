/** Helpers for the content that we draw. pdf-lib writes its operators (ISO 32000-2, annex A). */
import {
  concatTransformationMatrix,
  PDFOperator,
  PDFOperatorNames,
  rectangle,
  setFillingCmykColor,
  setFillingGrayscaleColor,
  setFillingRgbColor,
  setStrokingCmykColor,
  setStrokingGrayscaleColor,
  setStrokingRgbColor,
} from "pdf-lib";
import type { Matrix } from "../pages/matrix.ts";

/** Content with these operators, one per line. */
export function contentOf(operators: readonly PDFOperator[]): string {
  let content = "";
  for (const operator of operators) content += `${operator}\n`;
  return content;
}

/** A number with its significant digits: finer than any device shows. */
export function precise(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written: PDF numbers are finite`);
  if (Math.abs(value) >= 1) return Math.round(value * 1e4) / 1e4;
  // Large units make small factors, for which the number of digits matters.
  return Number(value.toPrecision(7));
}

export function preciseMatrix([a, b, c, d, e, f]: Matrix): Matrix {
  return [precise(a), precise(b), precise(c), precise(d), precise(e), precise(f)];
}

/** `cm` */
export function transform(matrix: Matrix): PDFOperator {
  return concatTransformationMatrix(...preciseMatrix(matrix));
}

/** `re` */
export function box(x: number, y: number, width: number, height: number): PDFOperator {
  return rectangle(precise(x), precise(y), precise(width), precise(height));
}

/** `BMC`, or `BDC` with a property list in content syntax. */
export function beginMarked(tag: string, properties?: string): PDFOperator {
  return properties === undefined
    ? PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [`/${tag}`])
    : PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [`/${tag}`, properties]);
}

/** Sets a color with 1, 3 or 4 components; undefined for any other number. */
export function setColor(parts: readonly number[], stroke = false): PDFOperator | undefined {
  // Readers clip values to the valid range (8.6.4).
  const [a = 0, b = 0, c = 0, d = 0] = parts.map((part) => precise(Math.min(1, Math.max(0, part))));

  switch (parts.length) {
    case 1:
      return stroke ? setStrokingGrayscaleColor(a) : setFillingGrayscaleColor(a);
    case 3:
      return stroke ? setStrokingRgbColor(a, b, c) : setFillingRgbColor(a, b, c);
    case 4:
      return stroke ? setStrokingCmykColor(a, b, c, d) : setFillingCmykColor(a, b, c, d);
    default:
      return undefined;
  }
}
