/** One new file in a folder that exists. */
import { accessSync, constants } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { NewFile } from "../../core/document-io.ts";
import { codeOf, invalid } from "../../core/problem.ts";
import { type Disk, type Entry, entryAt, pathFailure } from "../disk/disk.ts";
import { type Folder, holdFolder } from "../scope/folder-handle.ts";
import { shown } from "../scope/names.ts";
import { checkRoot, locate, resolveReal, type Scope } from "../scope/scope.ts";
import { looksTemp } from "../temporary/temp-name.ts";
import { forgetRemoved } from "../temporary/temp-registry.ts";
import { type Again, giveNames, type Output, taken } from "./publish.ts";
import { TempFile } from "./temp-file.ts";

/** State shared by writes within one call. */
export interface Writing {
  readonly scope: Scope;
  readonly disk: Disk;
  /** A new temporary name in a folder, announced and noted. */
  newTemp(folder: string): string;
  /** For a call that may have been made before. */
  readonly again?: Again | undefined;
  /** Called before the first file gets its name. Throws if an input has changed. */
  beforePublish(outputs: readonly Output[]): void;
}

/** The folder at a real path; 422 if it isn't a folder or isn't writable. */
export function writableFolder(real: string, path: string, field: string): Folder {
  const folder = folderAt(real, path, field);
  checkWritable(real, path, field);
  return folder;
}

function folderAt(real: string, path: string, field: string): Folder {
  const entry = entryAt(real);
  if (entry?.kind !== "folder") throw invalid(field, `${shown(path)} is not a folder`);
  return { path: real, id: entry.id };
}

function checkWritable(real: string, path: string, field: string): void {
  try {
    accessSync(real, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (codeOf(error) === "EROFS")
      throw invalid(field, `${shown(path)} is on a read-only file system; choose another folder`);
    throw pathFailure(error, field, shown(path));
  }
}

/** 422 if a name looks like a temporary file's, which a later start would remove. */
export function checkNotTemp(name: string, field: string): void {
  if (looksTemp(name))
    throw invalid(
      field,
      `${shown(name)} looks like a temporary file of this program, which would be removed; choose another name`,
    );
}

/**
 * 409 if the name is taken: by a file, a folder, or a dangling link. A file that the call may itself have written before is
 * judged once there is something to compare it with.
 */
export function checkFree(path: string, field: string, again: Again | undefined): void {
  let entry: Entry | undefined;
  try {
    entry = entryAt(path);
  } catch (error) {
    throw pathFailure(error, field, shown(path));
  }
  if (entry !== undefined && !(again?.covers(path) && entry.kind === "file")) throw taken(path, field);
}

/** Where a new file gets its name. */
type Target = ReturnType<typeof findTarget>;

/** Checks where a new file would go (docs/decisions/0008): 422 on the field, or 409 if the name is taken. */
function findTarget(path: string, field: string, { scope, again }: Writing) {
  const requested = locate(scope, path, field, "file");
  checkRoot(requested);
  const name = basename(requested.path);
  checkNotTemp(name, field);
  // The root itself has no parent in the scope, and is taken.
  if (requested.root?.path === requested.path) throw taken(requested.path, field);

  const parentPath = dirname(requested.path);
  const above = { ...requested, path: parentPath };
  const real = resolveReal(scope, above, `the folder ${shown(parentPath)}`);
  const parent = folderAt(real, parentPath, field);
  // An existing name is 409 wherever it is, even if nothing could be written there.
  checkFree(join(real, name), field, again);
  checkWritable(real, parentPath, field);
  return { path: join(real, name), parent };
}

/** A temporary file, and its folder, held until the file gets its name. */
function openTemp({ path, parent }: Target, field: string, { disk, newTemp }: Writing) {
  const folder = holdFolder(parent, field, disk);
  let noted = "";
  let file: TempFile | undefined;
  const end = () => {
    file?.[Symbol.dispose]();
    folder[Symbol.dispose]();
    if (noted !== "") forgetRemoved(noted);
  };

  try {
    noted = newTemp(parent.path);
    file = new TempFile(folder.at(basename(noted)), basename(path), disk);
    // Checked again before writing: swapping the folder for a link just as the file is created gets no data. A folder with a
    // handle can't be swapped, and is checked once more before the file gets its name.
    if (!folder.held) folder.check();
    if (entryAt(noted)?.id !== file.id)
      throw invalid(field, `the folder ${shown(parent.path)} was replaced in the meantime`);
    return { file, folder, [Symbol.dispose]: end };
  } catch (error) {
    end();
    throw error;
  }
}

export function newFile(requested: string, field: string, writing: Writing): NewFile {
  const target = findTarget(requested, field, writing);
  const { path } = target;
  let temp: ReturnType<typeof openTemp> | undefined;
  let ended = false;

  const end = () => {
    if (!ended) temp?.[Symbol.dispose]();
    ended = true;
  };

  const open = () => {
    if (ended) throw new Error("use of a new file after its end");
    try {
      temp ??= openTemp(target, field, writing);
      return temp;
    } catch (error) {
      ended = true;
      throw error;
    }
  };

  return {
    path,
    get position() {
      return temp?.file.position ?? 0;
    },
    write: (bytes) => open().file.write(bytes),
    reread: () => open().file.source(),
    publish() {
      const { file, folder } = open();
      const { disk, again } = writing;
      try {
        file.seal();
        writing.beforePublish([{ path, id: file.id }]);
        giveNames([{ temp: file, name: basename(path) }], { folder, field, disk, again });
        folder.sync();
        return { path, bytes: file.position };
      } finally {
        end();
      }
    },
    [Symbol.dispose]: end,
  };
}
