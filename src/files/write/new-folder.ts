/** New files that appear together, in a folder that is created if missing (pdf_split, pdf_run_batch). */
import * as paths from "node:path";
import { type NewFile, type NewFolder, settledTogether } from "../../core/document-io.ts";
import { checkName } from "../scope/names.ts";
import { checkRoot, locate } from "../scope/scope.ts";
import { publishedMode } from "../temporary/temp-name.ts";
import { checkFree, checkNotTemp, type Writing } from "./new-file.ts";
import { giveNames } from "./publish.ts";
import { makeStagingFolder, type StagingFolder } from "./staging-folder.ts";
import { findNearestExisting, makeTarget } from "./target-folder.ts";
import { TempFile } from "./temp-file.ts";

/** Enough for the disk to write several files at once, with few handles. */
const syncedAtOnce = 32;

interface Member {
  readonly name: string;
  readonly temp: TempFile;
  open: boolean;
}

/** Checks the folder's location; creates nothing yet. */
export function newFolder(path: string, field: string, writing: Writing): NewFolder {
  const { scope, disk } = writing;
  const requested = locate(scope, path, field, "folder");
  checkRoot(requested.root, field);
  const nearest = findNearestExisting(scope, requested, path, field);
  for (const name of nearest.missing) checkNotTemp(name, field);
  const target = paths.join(nearest.folder.path, ...nearest.missing);

  const members: Member[] = [];
  let staging: StagingFolder | undefined;
  /** Members whose files may be open, oldest first. */
  const held: Member[] = [];
  /** Number of members that are durable, or about to be. */
  let settled = 0;
  let ended = false;

  /** Names that have been checked. */
  const checked = new Set<string>();

  function checkNew(name: string): void {
    checkName(name, field, paths);
    checkNotTemp(name, field);
    checked.add(name);
  }

  function discard(member: Member): void {
    member.open = false;
    member.temp[Symbol.dispose]();
  }

  function publishTogether(chosen: readonly Member[]): void {
    for (const { temp } of chosen) temp.seal();
    writing.beforePublish(chosen.map(({ name, temp }) => ({ path: paths.join(target, name), id: temp.id })));
    using goal = makeTarget(nearest, field, disk);
    try {
      giveNames(chosen, { folder: goal.folder, field, disk, again: writing.again });
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
      reread: () => temp.source(),
      publish() {
        publishTogether([member]);
        return { path: final, bytes: temp.position };
      },
      [Symbol.dispose]: () => discard(member),
    };
  }

  async function settle(): Promise<void> {
    held.length = 0;
    const chosen = members.slice(settled).filter(({ open }) => open);
    settled = members.length;
    for (let at = 0; at < chosen.length; at += syncedAtOnce) {
      const group = chosen.slice(at, at + syncedAtOnce);
      // Waits for all of the group before removing any.
      const ends = await Promise.allSettled(group.map(({ temp }) => temp.sealSoon()));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    }
  }

  /** A file in the staging folder. With only a path it could end up elsewhere, so it is checked before and after. */
  function makeTemp(name: string): TempFile {
    staging ??= makeStagingFolder(nearest.folder, field, writing);
    const { folder } = staging;
    if (!folder.held) folder.check();
    const path = folder.at(staging.nameOf(members.length + 1));
    // Nobody else looks into the staging folder, so its files can have their final permissions.
    const temp = new TempFile(path, name, disk, publishedMode);

    try {
      if (!folder.held) folder.check();
      return temp;
    } catch (error) {
      temp[Symbol.dispose]();
      throw error;
    }
  }

  return {
    path: target,
    settle,
    reserve(names) {
      for (const name of names) {
        checkNew(name);
        if (nearest.missing.length === 0) checkFree(paths.join(target, name), field, writing.again);
      }
    },
    create(name) {
      if (ended) throw new Error("use of a new folder after its end");
      if (!checked.has(name)) checkNew(name);
      // Keeps few handles: an earlier file is written out, and reopened only on request.
      if (held.length >= settledTogether) held.shift()?.temp.park();
      const temp = makeTemp(name);
      const member: Member = { name, temp, open: true };
      members.push(member);
      held.push(member);
      return memberFile(member);
    },
    publishAll() {
      publishTogether(members.filter((member) => member.open));
    },
    [Symbol.dispose]() {
      if (ended) return;
      ended = true;
      members.forEach(discard);
      staging?.[Symbol.dispose]();
    },
  };
}
