/** The temporary folder of files that appear together: all of it is removed unless it is published. */
import { basename, join } from "node:path";
import { type Anchor, anchor, type Folder } from "./anchor.ts";
import { diskFailure, entryAt, quietly } from "./disk.ts";
import { shown } from "./names.ts";
import type { Writing } from "./new-file.ts";

export interface Nest extends Disposable {
  /** The folder of the files: in a folder that keeps others out, with the permissions that a published one has. */
  readonly folder: Anchor;
  /** Gives the folder of the files, and with it all of them, another name. False: that cannot be had here. */
  move(to: string): boolean;
  /** The opposite, as far as it can be done. */
  moveBack(from: string): void;
}

/** Makes the folders on the target's file system; nothing else is made before the end, so nothing else can be left. */
export function makeNest(ground: Folder, field: string, { newTemp, forgetTemp, disk }: Writing): Nest {
  const above = anchor(ground, field, disk);
  const temp = newTemp(ground.path);
  const outer = above.at(basename(temp));
  const inner = join(outer, "files");
  let folder: Anchor | undefined;
  const remove = () => {
    folder?.[Symbol.dispose]();
    quietly(() => disk.rmdir(inner));
    quietly(() => disk.rmdir(outer));
    forgetTemp(temp);
    above[Symbol.dispose]();
  };
  try {
    disk.mkdir(outer, 0o700);
    disk.mkdir(inner);
    const id = entryAt(inner)?.id ?? "";
    const files = anchor({ path: join(temp, "files"), id }, field, disk);
    folder = files;
    const moveBack = (from: string) => quietly(() => disk.moveNew?.(from, inner));
    return {
      folder: files,
      move(to) {
        if (!files.held || disk.moveNew?.(inner, to) !== true) return false;
        // The path led to it a moment ago, and no further.
        const moved = entryAt(to)?.id === id;
        if (!moved) moveBack(to);
        return moved;
      },
      moveBack,
      [Symbol.dispose]: remove,
    };
  } catch (error) {
    remove();
    throw diskFailure(error, `write to ${shown(ground.path)}`);
  }
}
