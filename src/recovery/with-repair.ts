/** Some damage only shows when an object is read. The file is then recovered, and the operation starts over. */
import type { InputFile } from "../core/document-io.ts";
import { CosError } from "../cos/syntax/error.ts";
import type { PdfDocument } from "../document/open.ts";
import { problemOf } from "../document/translate-errors.ts";
import { openDocument } from "./open-document.ts";

/** Damage found in a document. Tools pass it on without looking inside: they import no PDF objects. */
export type Damage = CosError;

/** The file being read: its key, and the name that errors use. */
export interface FileAtWork {
  key: string;
  name: string;
}

/** Files that may turn out to be damaged; each makes the operation start over. */
const maxRestarts = 20;

/**
 * Runs `work`, which records the file it is reading in `at`. If an object turns out to be unreadable, runs it again with that
 * damage under the file's key, for it to pass to `openDocument`.
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
        throw problemOf(at.name, error, { repaired: isKnown });
      damages.set(at.key, error);
    }
  }
}

/** The same, for work on one file. */
export async function withRepair<T>(
  name: string,
  work: (damage: Damage | undefined) => Promise<T>,
): Promise<T> {
  return withRepairs((damages, at) => {
    at.name = name;
    return work(damages.get(at.key));
  });
}

/** Opens a document and works on it; once more, with the damage repaired, if the work finds damage. Throws as `openDocument`. */
export async function withDocument<T>(
  source: InputFile,
  context: Parameters<typeof openDocument>[1],
  password: string | undefined,
  work: (document: PdfDocument) => Promise<T>,
): Promise<T> {
  return withRepair(source.path, async (damage) =>
    work(await openDocument(source, context, { password, damage })),
  );
}
