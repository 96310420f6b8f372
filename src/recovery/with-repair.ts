/** Damage inside a file shows only when it is touched: then the file is recovered first, and all begins again. */
import { CosError } from "../cos/syntax/error.ts";
import { problemOf } from "../document/translate-errors.ts";

/** What was found damaged in a document. Tools hand it on and look at nothing in it: they import no objects of PDF. */
export type Damage = CosError;

/**
 * Runs `work`; where an object turns out unreadable on the way, once more with that damage, for it to hand to `openDocument`.
 */
export async function withRepair<T>(
  name: string,
  work: (damage: Damage | undefined) => Promise<T>,
): Promise<T> {
  let damage: Damage | undefined;
  for (;;) {
    try {
      return await work(damage);
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      if (damage || error.reason !== "syntax") throw problemOf(name, error, damage !== undefined);
      damage = error;
    }
  }
}
