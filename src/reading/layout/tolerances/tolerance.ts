/**
 * A threshold of the layout with its unit, its reason, and files of the corpus that it decides something in: all of them are in
 * this folder, so that one number has one name and one value. A number that bounds work on hostile pages is no tolerance.
 */
interface Tolerance {
  readonly unit: "em" | "pt" | "share" | "count";
  readonly value: number;
  readonly why: string;
  readonly examples: readonly string[];
}

/** Every tolerance that was loaded, for the tests. */
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
/** A part of something, or how many times larger. */
export const share = define("share");
/** Of lines, characters, pages. */
export const count = define("count");
