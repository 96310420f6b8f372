/** Damage inside a file shows only when it is touched: then the file is recovered first, and all begins again. */
import { CosError } from "../cos/syntax/error.ts";
import { problemOf } from "../document/translate-errors.ts";

/** What was found damaged in a document. Tools hand it on and look at nothing in it: they import no objects of PDF. */
export type Damage = CosError;

/** The file that is being read: what distinguishes it from the others, and what errors call it. */
export interface FileAtWork {
  key: string;
  name: string;
}

/** Files that turn out damaged on the way; each makes the work begin again. */
const maxRestarts = 20;

/**
 * Runs `work`, which notes in `at` what it is reading; where an object turns out unreadable on the way, once more with that
 * damage under the file's key, for it to hand to `openDocument`.
 */
export async function withRepairs<T>(
  work: (damages: ReadonlyMap<string, Damage>, at: FileAtWork) => Promise<T>,
): Promise<T> {
  const damages = new Map<string, Damage>();
  for (;;) {
    const at: FileAtWork = { key: "", name: "" };
    try {
      return await work(damages, at);
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      const isKnown = damages.has(at.key);
      if (isKnown || error.reason !== "syntax" || damages.size === maxRestarts)
        throw problemOf(at.name, error, { mended: isKnown });
      damages.set(at.key, error);
    }
  }
}

/** The same for work on one file. */
export async function withRepair<T>(
  name: string,
  work: (damage: Damage | undefined) => Promise<T>,
): Promise<T> {
  return withRepairs((damages, at) => {
    at.name = name;
    return work(damages.get(at.key));
  });
}
