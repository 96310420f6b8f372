/** Marks anything about a font that can't be read with certainty. */
import { CosError } from "../../cos/syntax/error.ts";

/** Why a font can't be read here: thrown while opening it, and caught there. */
export class FontDoubt extends Error {
  override readonly name = "FontDoubt";
}

/** Whether an error comes from a damaged document: a `DataView` throws a RangeError for truncated data. */
export function isDoubt(error: unknown): error is Error {
  if (error instanceof CosError) return error.reason !== "work";
  return error instanceof FontDoubt || error instanceof RangeError;
}

/** The result of `read`, or undefined if it can't be read with certainty. */
export function unlessDoubtful<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDoubt(error)) return undefined;
    throw error;
  }
}
