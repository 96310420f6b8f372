/**
 * A layout threshold with its unit, its reason, and corpus files for which it matters: all of them are in this folder, so that
 * each number has one name and one value. Numbers that limit work on hostile pages aren't tolerances.
 */
interface Tolerance {
  readonly unit: "em" | "pt" | "share" | "count";
  readonly value: number;
  readonly why: string;
  readonly examples: readonly string[];
}

/** Every loaded tolerance, for the tests. */
export const tolerances: Tolerance[] = [];

type Define = (value: number, why: string, ...examples: readonly string[]) => number;

const define =
  (unit: Tolerance["unit"]): Define =>
  (value, why, ...examples) => {
    tolerances.push({ unit, value, why, examples });
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
