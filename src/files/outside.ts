/**
 * What a program leaves outside its private folder when it is killed: LibreOffice has its socket in /tmp, whatever it is
 * told. A file in the folder names it, so that whoever removes the folder removes it, too.
 */
import { lstatSync, readFileSync, unlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { quietly } from "./disk.ts";
import { userId } from "./temp-name.ts";

/** The file's name. */
export const outsideName = "outside.path";

/** LibreOffice's, and nothing else. */
const socketName = /[/\\]OSL_PIPE_\d+_SingleOfficeIPC_[0-9a-f]{16,32}$/;

/** Removes what the file of a private folder names, if it is such a socket of ours. */
export function removeOutside(folder: string): void {
  quietly(() => {
    const path = readFileSync(join(folder, outsideName), "utf8");
    if (!isAbsolute(path) || !socketName.test(path)) return;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSocket() && (userId() === undefined || stats.uid === userId())) unlinkSync(path);
  });
}
