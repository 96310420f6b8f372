/** This user's own folder in the system's temporary folder: notes of temporary files, and private folders of foreign programs. */
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realPath } from "../disk/disk.ts";
import { userId } from "./temp-name.ts";

/** Its real path, made when `create`; undefined where it is not ours alone. Anybody can make folders in /tmp, so this is checked. */
export function userTempFolder(create: boolean): string | undefined {
  const user = userId();
  const folder = join(realPath(tmpdir()), `pdfd-${user ?? "notes"}`);
  if (create) {
    try {
      mkdirSync(folder, { mode: 0o700 });
      chmodSync(folder, 0o700);
    } catch {
      // It exists, or cannot be made: the check decides.
    }
  }
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  if (user !== undefined && (stats.uid !== user || (stats.mode & 0o077) !== 0)) return undefined;
  return folder;
}
