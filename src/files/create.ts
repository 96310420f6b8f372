/** The files of one scope, as tool calls use them: `core/document-io.ts` on the disk. */
import type { Files } from "../core/document-io.ts";
import { type Disk, nodeDisk } from "./disk/disk.ts";
import { openInput, type TrackedInput } from "./scope/input.ts";
import { listPdf } from "./scope/list.ts";
import { absolutePath, type Scope } from "./scope/scope.ts";
import { newTempPath } from "./temporary/temp-name.ts";
import { note } from "./temporary/temp-registry.ts";
import { newFile, type Writing } from "./write/new-file.ts";
import { newFolder } from "./write/new-folder.ts";
import type { Again, Output } from "./write/publish.ts";

export interface FilesOptions {
  /** Called with the path of a temporary file or folder before it is created, and whether it is noted for cleanup after a kill. */
  readonly onTemp?: (path: string, noted: boolean) => void;
  /** Called before the first file in a group gets its name: from here on, the call can't be stopped. */
  readonly onPublish?: (outputs: readonly Output[]) => void;
  /** For a call that may have been made before: an existing file with the same content is no conflict. */
  readonly again?: Again | undefined;
  /** The file system calls; tests make them fail. */
  readonly disk?: Disk;
}

/** Files in a scope: one per call, or one for an engine's calls, which run one after another. */
export function createFiles(scope: Scope, options: FilesOptions = {}): Files {
  const disk = options.disk ?? nodeDisk;
  const inputs = new Set<TrackedInput>();
  const writing: Writing = {
    scope,
    disk,
    again: options.again,
    newTemp(folder) {
      const path = newTempPath(folder);
      const noted = note(path);
      options.onTemp?.(path, noted);
      return path;
    },
    beforePublish(outputs) {
      for (const input of inputs) input.checkUnchanged();
      options.onPublish?.(outputs);
    },
  };

  return {
    absolute: (path) => absolutePath(scope, path),
    openInput(path, field) {
      const input = openInput(scope, path, field, disk);
      inputs.add(input);
      return {
        ...input,
        [Symbol.dispose]() {
          inputs.delete(input);
          input[Symbol.dispose]();
        },
      };
    },
    newFile: (path, field) => newFile(path, field, writing),
    newFolder: (path, field) => newFolder(path, field, writing),
    listPdf: (folder, field, below) => listPdf(scope, folder, { field, below }, disk),
  };
}
