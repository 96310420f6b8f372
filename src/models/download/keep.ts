/** `pdfd models verify` and `remove`: check an installed model byte by byte, or delete it. */
import { join } from "node:path";
import { codeOf, failed } from "../../core/problem.ts";
import { diskFailure } from "../../files/disk/disk.ts";
import { bytesOf, hashFile, makeFolder, namesIn, removeOwn, rename } from "../../files/own/own-files.ts";
import { newTempPath } from "../../files/temporary/temp-name.ts";
import type { ModelId } from "../store/catalog.ts";
import { installedModel, partialsFolder, type Store } from "../store/store.ts";
import { lockModel, type Transfer } from "./download.ts";
import { pinned } from "./hub.ts";

/** The result for one file. */
export interface VerifiedFile {
  readonly path: string;
  readonly ok: boolean;
  /** The problem with it. */
  readonly why?: string;
}

/** Hashes every file of an installed model. Throws 422 with the command that downloads it if there is none. */
export async function verifyModel(
  id: ModelId,
  store: Store,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (state: Transfer) => void },
): Promise<readonly VerifiedFile[]> {
  const { folder, files, bytes: total, verified } = await installedModel(id, store);
  const known = new Map(store.catalog[id].files.map((file) => [file.path, pinned(file)?.sha256]));
  const results: VerifiedFile[] = [];
  let done = 0;

  for (const { path, sha256 } of files) {
    const found = await hashFile(join(folder, path), {
      signal,
      onBytes(count) {
        done += count;
        onProgress({ done, total, file: path });
      },
    });
    // The manifest is stored with the files; the program's own data takes precedence.
    const wanted = (verified ? known.get(path) : undefined) ?? sha256;
    const why = `its SHA-256 is ${found} instead of ${wanted}`;
    results.push(found === wanted ? { path, ok: true } : { path, ok: false, why });
  }

  return results;
}

/** Removes a model or its partial download. Returns the freed bytes; 0 if there was nothing. */
export function removeModel(id: ModelId, store: Store): number {
  const above = join(store.folder, "models");
  const partials = partialsFolder(store);
  const begun = namesIn(partials).filter((name) => name.startsWith(`${id}-`));
  if (namesIn(join(above, id)).length === 0 && begun.length === 0) return 0;

  makeFolder(partials);
  using _lock = lockModel(id, store);
  const folders = [join(above, id), ...begun.map((name) => join(partials, name))];
  let freed = 0;

  for (const folder of folders) {
    freed += bytesBelow(folder);
    moveAway(folder, newTempPath(partials));
  }

  return freed;
}

/** Moved out of sight in one step, so that nobody finds half a model; processes reading it continue with the files they have open. */
function moveAway(folder: string, away: string): void {
  try {
    rename(folder, away);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return;
    // Windows keeps open files.
    if (code === "EBUSY" || code === "EPERM" || code === "EACCES")
      throw failed(
        `${folder} cannot be removed: a running pdfd is using it, or it belongs to another user. Stop pdfd, then try again.`,
        { cause: error },
      );
    throw diskFailure(error, `remove ${folder}`);
  }
  removeOwn(away);
}

function bytesBelow(folder: string): number {
  return namesIn(folder).reduce((sum, name) => {
    const path = join(folder, name);
    return sum + (bytesOf(path) ?? bytesBelow(path));
  }, 0);
}
