/** Removing temporary files that nobody needs: of an engine that was killed, and at the start those of dead processes. */
import { readdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { entryAt, quietly } from "./disk.ts";
import { dropNotes, forget, noted, tidyNotes } from "./journal.ts";
import { removeOutside } from "./outside.ts";
import type { Scope } from "./scope.ts";
import { isStale, isTemp, lives } from "./temp-name.ts";

function remove(path: string): void {
  quietly(() => {
    const kind = entryAt(path)?.kind;
    // Links inside a folder are removed, never followed.
    if (kind === "folder") {
      removeOutside(path);
      // Tried again: a program that was killed with its engine may have been about to write there.
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    }
    if (kind !== undefined && kind !== "folder") unlinkSync(path);
  });
  forget(path);
}

/** Removes one temporary file or folder whose maker is gone. Throws on any path that is not named like one. */
export function removeTemp(path: string): void {
  if (!isTemp(path)) throw new Error("removeTemp: not the name of a temporary file");
  remove(path);
}

/** Removes what a process that has ended noted and left. */
export function removeTempsOf(pid: number): void {
  for (const path of noted(pid)) remove(path);
  dropNotes(pid);
}

/**
 * At the start of the service: removes what dead processes of this computer left, where their notes say and at the top of
 * the allowed folders. `alive` tells whether a process lives. Returns how many were removed; never throws.
 */
export function removeStaleTemps(scope: Scope, alive: (pid: number) => boolean = lives): number {
  const found = new Set(noted());
  for (const root of scope.roots) {
    quietly(() => {
      for (const name of readdirSync(root.path)) if (isTemp(name)) found.add(join(root.path, name));
    });
  }
  const stale = [...found].filter((path) => isStale(path, alive));
  stale.forEach(remove);
  tidyNotes(alive);
  return stale.length;
}
