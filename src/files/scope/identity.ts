/** Which file a path of a request leads to now, for recognizing it again: nothing is opened. */

import { entryAt } from "../disk/disk.ts";
import { contains, locate, resolveReal, type Scope } from "./scope.ts";

/** Device, inode, size and time of the last change; undefined for what no call may read. Never throws. */
export function identityOf(scope: Scope, path: string): string | undefined {
  try {
    const real = resolveReal(scope, locate(scope, path, "", "file"), path, "");
    const entry = contains(scope, real) ? entryAt(real) : undefined;
    return entry?.kind === "file" ? `${entry.id}:${entry.size}:${entry.modifiedNs}` : undefined;
  } catch {
    return undefined;
  }
}
