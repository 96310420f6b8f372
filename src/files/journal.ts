/**
 * Where temporary files lie, noted before they are made in a private folder of the system's temporary folder: one small
 * file each. A killed process leaves its notes, and the next start removes what they name. Failing to note is no error.
 */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { quietly } from "./disk.ts";
import { isTemp, userId } from "./temp-name.ts";

const suffix = ".path";

/** The notes' folder when it is ours alone; created when `create`. Anybody can make folders in /tmp, so this is checked. */
function folderOfNotes(create: boolean): string | undefined {
  const user = userId();
  const folder = join(tmpdir(), `pdfd-${user ?? "notes"}`);
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

function notePath(folder: string, temp: string): string {
  return join(folder, basename(temp).slice(1) + suffix);
}

/** Notes a temporary file that is about to be made. */
export function note(temp: string): void {
  quietly(() => {
    const folder = folderOfNotes(true);
    if (folder !== undefined) writeFileSync(notePath(folder, temp), temp, { flag: "wx", mode: 0o600 });
  });
}

/** Forgets a temporary file that is gone. */
export function forget(temp: string): void {
  quietly(() => {
    const folder = folderOfNotes(false);
    if (folder !== undefined) unlinkSync(notePath(folder, temp));
  });
}

/** The temporary files noted and not forgotten. */
export function noted(): string[] {
  const temps: string[] = [];
  quietly(() => {
    const folder = folderOfNotes(false);
    if (folder === undefined) return;
    for (const name of readdirSync(folder)) {
      if (!name.endsWith(suffix)) continue;
      quietly(() => {
        const temp = readFileSync(join(folder, name), "utf8");
        if (isAbsolute(temp) && isTemp(temp) && notePath(folder, temp) === join(folder, name))
          temps.push(temp);
      });
    }
  });
  return temps;
}
