/**
 * Layout thresholds with unit and reason: all are in this folder, so that each number has one name and one value.
 * Numbers that limit work on hostile pages aren't tolerances.
 */
interface Tolerance {
  readonly unit: "em" | "pt" | "share" | "count";
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
/** A fraction of something, or a ratio. */
export const share = define("share");
/** Of lines, characters, pages. */
export const count = define("count");
