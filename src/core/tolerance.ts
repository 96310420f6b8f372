/**
 * Thresholds with unit and reason. Those of the layout are in `reading/layout/tolerances`, those of recognition in
 * `ocr/tolerances`, so that each number has one name and one value. Numbers that limit work on hostile pages aren't tolerances.
 */
interface Tolerance {
  readonly unit: "em" | "pt" | "inch" | "share" | "count" | "confidence" | "gray";
  readonly value: number;
  readonly why: string;
}

/** Every loaded tolerance, for the tests. */
export const tolerances: Tolerance[] = [];

const define = (unit: Tolerance["unit"]) => (value: number, why: string) => {
  tolerances.push({ unit, value, why });
  return value;
};

/** In font sizes. */
export const em = define("em");
/** In points. */
export const pt = define("pt");
/** In inches of the paper. */
export const inch = define("inch");
/** A fraction of something, or a ratio. */
export const share = define("share");
/** Of lines, characters, pages. */
export const count = define("count");
/** A recognizer's confidence, 0 to 100. */
export const confidence = define("confidence");
/** A gray value, 0 (black) to 255. */
export const gray = define("gray");
