/** New files that appear together, in a folder that is made when missing (pdf_split, pdf_run_batch). */
import * as paths from "node:path";
import { type NewFile, type NewFolder, settledTogether } from "../core/document-io.ts";
import { ProblemError } from "../core/problem.ts";
import { diskFailure } from "./disk.ts";
import { checkName, shown } from "./names.ts";
import { makeNest, type Nest } from "./nest.ts";
import { checkFree, type Writing } from "./new-file.ts";
import { giveNames } from "./publish.ts";
import { checkRoot, locate } from "./scope.ts";
import { findGround, makeTarget } from "./target-folder.ts";
import { TempFile } from "./temp-file.ts";
import { publishedMode } from "./temp-name.ts";
import { manyFiles, uncached } from "./together.ts";

/** Enough for the disk to write several files in one go, and few handles. */
const syncedAtOnce = 32;

interface Member {
  readonly name: string;
  readonly temp: TempFile;
  open: boolean;
}

/** Checks where the folder lies; makes nothing yet. */
export function newFolder(path: string, field: string, writing: Writing): NewFolder {
  const { scope, disk } = writing;
  const spot = locate(scope, path, field, "folder");
  checkRoot(spot.root, field);
  const ground = findGround(scope, spot, path, field);
  const target = paths.join(ground.folder.path, ...ground.missing);

  const members: Member[] = [];
  const handles = new WeakMap<NewFile, Member>();
  let nest: Nest | undefined;
  /** Those whose files may have handles, oldest first. */
  const held: Member[] = [];
  /** Members that were made durable, or are being, or wait for others. */
  let settled = 0;
  /** Names that were reserved before the first file, and whose files are not created yet. */
  let awaited: Set<string> = new Set();
  /** So many that they are made durable together, with the last of them. */
  let together = false;
  /** Whether each of the nest's files has the name that it will be published with. */
  let named = true;
  /** The disk as the files use it. */
  let memberDisk = disk;
  let ended = false;

  function discard(member: Member): void {
    member.open = false;
    member.temp[Symbol.dispose]();
  }

  /** Where nothing has the target's name, the nest's folder gets it: all files at once, and a kill leaves all or none. */
  function move(chosen: readonly Member[]): boolean {
    const levels = ground.missing.slice(0, -1);
    const name = ground.missing.at(-1);
    // All that ever was in it, and nothing that could not be removed.
    const whole = awaited.size === 0 && chosen.length === members.length;
    if (!together || !named || !whole || name === undefined || nest === undefined) return false;
    using goal = makeTarget({ ...ground, missing: levels }, field, disk);
    const at = goal.folder.at(name);
    let done = false;
    try {
      goal.folder.check();
      done = goal.folder.held && nest.move(at);
      if (done) goal.folder.check();
    } catch (error) {
      if (done) nest.moveBack(at);
      goal.remove();
      if (error instanceof ProblemError) throw error;
      // Whatever stops it: file by file it can be done, or there is a better word for it.
      return false;
    }
    if (!done) {
      goal.remove();
      return false;
    }
    for (const member of chosen) {
      member.open = false;
      member.temp.leave();
    }
    nest.folder.sync();
    goal.sync();
    // It has become the target: nothing more is made in it.
    nest[Symbol.dispose]();
    nest = undefined;
    return true;
  }

  function publishTogether(chosen: readonly Member[]): void {
    for (const { temp } of chosen) temp.seal();
    writing.beforePublish();
    if (move(chosen)) return;
    using goal = makeTarget(ground, field, disk);
    try {
      giveNames(chosen, goal.folder, field, disk);
    } catch (error) {
      goal.remove();
      throw error;
    }
    chosen.forEach(discard);
    goal.sync();
  }

  function memberFile(member: Member): NewFile {
    const { name, temp } = member;
    const final = paths.join(target, name);
    return {
      path: final,
      get position() {
        return temp.position;
      },
      write: (bytes) => temp.write(bytes),
      copy: (from, offset, length) => temp.copy(from, offset, length),
      reread: () => temp.source(),
      publish() {
        publishTogether([member]);
        return { path: final, bytes: temp.position };
      },
      [Symbol.dispose]: () => discard(member),
    };
  }

  /** Makes them durable by one call; false: not to be had. */
  function syncAll(chosen: readonly Member[]): boolean {
    const bytes = chosen.reduce((sum, { temp }) => sum + temp.position, 0);
    try {
      if (nest?.folder.syncAll(bytes) !== true) return false;
    } catch (error) {
      throw diskFailure(error, `write to ${shown(target)}`);
    }
    for (const { temp } of chosen) temp.sealedWithAll();
    return true;
  }

  async function settle(): Promise<void> {
    held.length = 0;
    let chosen = members.slice(settled).filter(({ open }) => open);
    settled = members.length;
    if (together) {
      for (const { temp } of chosen) temp.finish();
      // All of them wait for the last.
      if (chosen.length === 0 || awaited.size > 0) return;
      chosen = members.filter(({ open }) => open);
      if (syncAll(chosen)) return;
    }
    for (let at = 0; at < chosen.length; at += syncedAtOnce) {
      const group = chosen.slice(at, at + syncedAtOnce);
      // All of them have ended before any of them is removed.
      const ends = await Promise.allSettled(group.map(({ temp }) => temp.sealSoon()));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    }
  }

  function openNest(): Nest {
    const made = makeNest(ground.folder, field, writing);
    together = awaited.size >= manyFiles && made.folder.syncsAll();
    if (together) memberDisk = uncached(disk);
    return made;
  }

  return {
    path: target,
    settle,
    reserve(names) {
      for (const name of names) {
        checkName(name, field, paths);
        if (ground.missing.length === 0) checkFree(paths.join(target, name), field);
      }
      if (members.length === 0) awaited = new Set(names);
    },
    create(name) {
      if (ended) throw new Error("use of a new folder after its end");
      if (!awaited.has(name)) checkName(name, field, paths);
      // Few open handles: a file before is written out, and opened again only if somebody asks.
      if (held.length >= settledTogether) held.shift()?.temp.park();
      nest ??= openNest();
      named &&= awaited.delete(name) && together;
      // Nobody else looks into the nest: its files can have the permissions that they are published with.
      const temp = new TempFile(
        nest.folder.at(named ? name : `${members.length + 1}`),
        name,
        memberDisk,
        publishedMode,
      );
      const member: Member = { name, temp, open: true };
      members.push(member);
      held.push(member);
      const file = memberFile(member);
      handles.set(file, member);
      return file;
    },
    publishAll() {
      publishTogether(members.filter((member) => member.open));
    },
    publish(file) {
      const member = handles.get(file);
      if (member === undefined) throw new Error("publish: a file of another folder");
      publishTogether([member]);
    },
    [Symbol.dispose]() {
      if (ended) return;
      ended = true;
      members.forEach(discard);
      nest?.[Symbol.dispose]();
    },
  };
}
