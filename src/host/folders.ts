/** Whether folders of this computer can be written to. */
import { accessSync, constants, statSync } from "node:fs";
import { tmpdir } from "node:os";

export const temporaryFolder: () => string = tmpdir;

/** Whether this program's user may make files in the folder, as far as the system tells beforehand. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
