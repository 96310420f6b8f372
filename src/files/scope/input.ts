/** Opens an input: checks its text, then its real path, opens it without following links, and checks the opened file. */
import { constants } from "node:fs";
import * as paths from "node:path";
import type { InputFile } from "../../core/document-io.ts";
import { maxDocumentBytes } from "../../core/limits.ts";
import { failed, invalid } from "../../core/problem.ts";
import { type Disk, entryAt, entryOfOpen, noFollow, nonBlock, pathFailure, quietly } from "../disk/disk.ts";
import { openSource } from "../disk/source.ts";
import { placeOf } from "./folder-handle.ts";
import { shown } from "./names.ts";
import { checkRoot, contains, locate, resolveReal, type Scope } from "./scope.ts";

/** An open input that knows whether its content has changed. */
export interface TrackedInput extends InputFile {
  /** 422 `operation_failed` if the content changed since it was opened. */
  checkUnchanged(): void;
}

const readOnly = constants.O_RDONLY | noFollow | nonBlock;

function checkKind(kind: string | undefined, path: string, field: string): void {
  if (kind === "folder") throw invalid(field, `${shown(path)} is a folder; give the path of a file`);
  if (kind !== "file") throw invalid(field, `${shown(path)} is not a regular file`);
}

/** Opens an input for reading (docs/decisions/0008). All later reads go through this one handle. */
export function openInput(scope: Scope, path: string, field: string, disk: Disk): TrackedInput {
  const requested = locate(scope, path, field, "file");
  checkRoot(requested);
  const real = resolveReal(scope, requested);
  // Checked before opening: opening a device can already have side effects.
  checkKind(entryAt(real)?.kind, path, field);

  let fd: number;
  try {
    fd = disk.open(real, readOnly);
  } catch (error) {
    throw pathFailure(error, field, shown(path));
  }

  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    quietly(() => disk.close(fd));
  };

  try {
    const opened = entryOfOpen(fd);
    checkKind(opened.kind, path, field);
    // The handle's real path as reported by the system, or else the path's current target.
    const place = placeOf(fd);
    const same =
      place === undefined ? entryAt(resolveReal(scope, requested))?.id === opened.id : contains(scope, place);
    if (!same) throw invalid(field, `${shown(path)} was replaced while it was being opened`);
    if (opened.size > maxDocumentBytes)
      throw failed(`${shown(path)} has ${opened.size} bytes; at most ${maxDocumentBytes} can be read`);
    const source = openSource(
      () => {
        if (closed) throw new Error("read from an input that was closed");
        return fd;
      },
      opened.size,
      shown(path),
      disk,
    );
    return {
      path: requested.path,
      stem: paths.parse(requested.path).name,
      field,
      modifiedMs: opened.modifiedMs,
      ...source,
      checkUnchanged() {
        if (closed) return;
        const now = entryOfOpen(fd);
        if (now.size !== opened.size || now.modifiedNs !== opened.modifiedNs)
          throw failed(`${shown(path)} was changed by another program while it was being read; try again`);
      },
      [Symbol.dispose]: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
