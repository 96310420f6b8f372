/** New files that appear together, in a folder that is made when missing (pdf_split, pdf_run_batch). */

import * as paths from "node:path";
import { basename, dirname, join } from "node:path";
import type { NewFile, NewFolder } from "../core/document-io.ts";
import { invalid } from "../core/problem.ts";
import { codeOf, diskFailure, entryAt, quietly, realPath } from "./disk.ts";
import { checkName, outside, shown } from "./names.ts";
import { checkFree, type Writing, writableFolder } from "./new-file.ts";
import { checkFolder, type Folder, giveName, syncFolder, takeBack } from "./publish.ts";
import { checkRoot, contains, locate, resolveReal, type Scope, type Spot } from "./scope.ts";
import { TempFile } from "./temp-file.ts";

/** The deepest folder that exists on the way, by its real path, and the names that are missing below it. */
interface Ground {
  readonly folder: Folder;
  readonly missing: readonly string[];
}

/** 422 on the field when the way leads outside, or through something that is no folder. */
function findGround(scope: Scope, spot: Spot, path: string, field: string): Ground {
  const missing: string[] = [];
  let at = spot.path;
  // Entries at the path itself: a dangling link is there, and is no place for a folder.
  for (;;) {
    try {
      if (entryAt(at) !== undefined) break;
    } catch (error) {
      // A file on the way: its own turn comes.
      if (codeOf(error) !== "ENOTDIR") break;
    }
    if (at === spot.root?.path || dirname(at) === at) break;
    missing.unshift(basename(at));
    at = dirname(at);
  }
  // The path as it was asked for, so that the answer for outside is always the same.
  const real = resolveReal(scope, { ...spot, path: at }, path, field);
  return { folder: writableFolder(real, at, field), missing };
}

interface Level {
  readonly path: string;
  readonly id: string;
}

interface Member {
  readonly name: string;
  readonly temp: TempFile;
  state: "open" | "published" | "removed";
}

/** Checks where the folder lies; makes nothing yet. */
export function newFolder(path: string, field: string, writing: Writing): NewFolder {
  const { scope, disk } = writing;
  const spot = locate(scope, path, field, "folder");
  checkRoot(spot.root, field);
  const ground = findGround(scope, spot, path, field);
  const target = join(ground.folder.path, ...ground.missing);

  const members: Member[] = [];
  /** Levels this call made, outermost first. */
  const levels: Level[] = [];
  let made: Folder | undefined;
  let temps: string | undefined;
  let current: Member | undefined;
  let published = 0;
  let ended = false;

  /** Where the temporary files lie: on the same file system as the target, and nothing else is made before the end. */
  function tempFolder(): string {
    if (temps !== undefined) return temps;
    checkFolder(ground.folder, field);
    const folder = writing.newTemp(ground.folder.path);
    try {
      disk.mkdir(folder, 0o700);
    } catch (error) {
      writing.forgetTemp(folder);
      throw diskFailure(error, `write to ${shown(ground.folder.path)}`);
    }
    temps = folder;
    return folder;
  }

  /** The target folder, its missing levels made one by one: links that appear meanwhile are not followed. */
  function makeTarget(): Folder {
    if (made !== undefined) {
      checkFolder(made, field);
      return made;
    }
    checkFolder(ground.folder, field);
    let at: Folder = ground.folder;
    for (const name of ground.missing) {
      const next = join(at.path, name);
      let fresh = true;
      try {
        disk.mkdir(next);
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw diskFailure(error, `make the folder ${shown(next)}`);
        fresh = false;
      }
      const entry = entryAt(next);
      if (entry?.kind !== "folder") throw invalid(field, `${shown(next)} is not a folder`);
      at = { path: next, id: entry.id };
      if (fresh) levels.push(at);
    }
    const real = realPath(at.path);
    if (real !== target && !contains(scope, real)) throw outside(path, field);
    made = at;
    return at;
  }

  /** Removes the levels made by this call as far as they are empty. */
  function removeLevels(): void {
    for (const level of levels.reverse())
      quietly(() => {
        if (entryAt(level.path)?.id === level.id) disk.rmdir(level.path);
      });
    levels.length = 0;
    made = undefined;
  }

  function discard(member: Member): void {
    if (member.state === "open") member.state = "removed";
    member.temp[Symbol.dispose]();
    if (current === member) current = undefined;
  }

  function publishTogether(chosen: readonly Member[]): void {
    const named: Level[] = [];
    try {
      for (const member of chosen) member.temp.seal();
      writing.beforePublish();
      const folder = makeTarget();
      for (const member of chosen) {
        const final = join(folder.path, member.name);
        named.push({ path: final, id: giveName(member.temp, final, folder, field, disk) });
      }
    } catch (error) {
      for (const { path: final, id } of named) takeBack(final, id, disk);
      if (published === 0) removeLevels();
      throw error;
    }
    published += chosen.length;
    for (const member of chosen) {
      member.state = "published";
      discard(member);
    }
    syncFolder(target, disk);
    for (const level of levels) syncFolder(dirname(level.path), disk);
  }

  function memberFile(member: Member): NewFile {
    const { temp } = member;
    return {
      path: join(target, member.name),
      get position() {
        return temp.position;
      },
      write: (bytes) => temp.write(bytes),
      reread: () => temp.source(),
      publish() {
        publishTogether([member]);
        return { path: join(target, member.name), bytes: temp.position };
      },
      [Symbol.dispose]: () => discard(member),
    };
  }

  const handles = new WeakMap<NewFile, Member>();

  return {
    path: target,
    reserve(names) {
      for (const name of names) {
        checkName(name, field, paths);
        if (ground.missing.length > 0) continue;
        checkFree(join(target, name), field);
      }
    },
    create(name) {
      if (ended) throw new Error("use of a new folder after its end");
      checkName(name, field, paths);
      // One open handle at a time: the file before is written out, and opened again only if somebody asks.
      if (current?.state === "open") current.temp.park();
      const temp = new TempFile(join(tempFolder(), `${members.length + 1}`), name, disk);
      const member: Member = { name, temp, state: "open" };
      members.push(member);
      current = member;
      const file = memberFile(member);
      handles.set(file, member);
      return file;
    },
    publishAll() {
      publishTogether(members.filter((member) => member.state === "open"));
    },
    publish(file) {
      const member = handles.get(file);
      if (member === undefined) throw new Error("publish: a file of another folder");
      publishTogether([member]);
    },
    [Symbol.dispose]() {
      if (ended) return;
      ended = true;
      for (const member of members) discard(member);
      const folder = temps;
      if (folder !== undefined) {
        quietly(() => disk.rmdir(folder));
        writing.forgetTemp(folder);
      }
      if (published === 0) removeLevels();
    },
  };
}
