/** What is not read with certainty of a font. */
import { CosError } from "../../../../cos/syntax/error.ts";

/** Why a font is not read here: thrown while it is opened, and caught there. */
export class FontDoubt extends Error {
  override readonly name = "FontDoubt";
}

/** What a damaged document leads to, whoever finds it: a `DataView` throws a RangeError where data end too early. */
export function isDoubt(error: unknown): error is Error {
  if (error instanceof CosError) return error.reason !== "work";
  return error instanceof FontDoubt || error instanceof RangeError;
}

/** What `read` gives, or undefined for what cannot be read with certainty. */
export function unlessDoubtful<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDoubt(error)) return undefined;
    throw error;
  }
}
