/** New files that appear together, in a folder that is created if missing (pdf_split, pdf_run_batch). */
import * as paths from "node:path";
import { type NewFile, type NewFolder, settledTogether } from "../../core/document-io.ts";
import { checkName } from "../scope/names.ts";
import { checkRoot, locate } from "../scope/scope.ts";
import { publishedMode } from "../temporary/temp-name.ts";
import { checkFree, checkNotTemp, type Writing } from "./new-file.ts";
import { giveNames } from "./publish.ts";
import { makeStagingFolder, type StagingFolder } from "./staging-folder.ts";
import { findNearestExisting, makeTarget, type NearestExisting } from "./target-folder.ts";
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
  const { scope } = writing;
  const requested = locate(scope, path, field, "folder");
  checkRoot(requested);
  const nearest = findNearestExisting(scope, requested);
  for (const name of nearest.missing) checkNotTemp(name, field);
  return new StagedFolder(nearest, field, writing);
}

class StagedFolder implements NewFolder {
  readonly path: string;
  readonly #nearest: NearestExisting;
  readonly #field: string;
  readonly #writing: Writing;
  #staging: StagingFolder | undefined;
  readonly #members: Member[] = [];
  /** Members whose files may be open, oldest first. */
  readonly #held: Member[] = [];
  /** Number of members that are durable, or about to be. */
  #settled = 0;
  /** Names that have been checked. */
  readonly #checked = new Set<string>();
  #ended = false;

  constructor(nearest: NearestExisting, field: string, writing: Writing) {
    this.path = paths.join(nearest.folder.path, ...nearest.missing);
    this.#nearest = nearest;
    this.#field = field;
    this.#writing = writing;
  }

  reserve(names: Iterable<string>): void {
    for (const name of names) {
      this.#check(name);
      if (this.#nearest.missing.length === 0)
        checkFree(paths.join(this.path, name), this.#field, this.#writing.again);
    }
  }

  create(name: string): NewFile {
    if (this.#ended) throw new Error("use of a new folder after its end");
    if (!this.#checked.has(name)) this.#check(name);
    // Keeps few handles: an earlier file is written out, and reopened only on request.
    if (this.#held.length >= settledTogether) this.#held.shift()?.temp.park();
    const member: Member = { name, temp: this.#makeTemp(name), open: true };
    this.#members.push(member);
    this.#held.push(member);
    return this.#fileOf(member);
  }

  async settle(): Promise<void> {
    this.#held.length = 0;
    const chosen = this.#members.slice(this.#settled).filter(({ open }) => open);
    this.#settled = this.#members.length;
    for (let at = 0; at < chosen.length; at += syncedAtOnce) {
      const group = chosen.slice(at, at + syncedAtOnce);
      // Waits for all of the group before removing any.
      const ends = await Promise.allSettled(group.map(({ temp }) => temp.sealSoon()));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    }
  }

  publishAll(): void {
    this.#publish(this.#members.filter(({ open }) => open));
  }

  [Symbol.dispose](): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#members.forEach(discard);
    this.#staging?.[Symbol.dispose]();
  }

  #check(name: string): void {
    checkName(name, this.#field, paths);
    checkNotTemp(name, this.#field);
    this.#checked.add(name);
  }

  /** A file in the staging folder. With only a path it could end up elsewhere, so it is checked before and after. */
  #makeTemp(name: string): TempFile {
    this.#staging ??= makeStagingFolder(this.#nearest.folder, this.#field, this.#writing);
    const { folder, nameOf } = this.#staging;
    if (!folder.held) folder.check();
    // Nobody else looks into the staging folder, so its files can have their final permissions.
    const path = folder.at(nameOf(this.#members.length + 1));
    const temp = new TempFile(path, name, this.#writing.disk, publishedMode);

    try {
      if (!folder.held) folder.check();
      return temp;
    } catch (error) {
      temp[Symbol.dispose]();
      throw error;
    }
  }

  #fileOf(member: Member): NewFile {
    const { name, temp } = member;
    const path = paths.join(this.path, name);
    return {
      path,
      get position() {
        return temp.position;
      },
      write: (bytes) => temp.write(bytes),
      reread: () => temp.source(),
      publish: () => {
        this.#publish([member]);
        return { path, bytes: temp.position };
      },
      [Symbol.dispose]: () => discard(member),
    };
  }

  #publish(chosen: readonly Member[]): void {
    const { disk, again, beforePublish } = this.#writing;
    const field = this.#field;
    for (const { temp } of chosen) temp.seal();
    beforePublish(chosen.map(({ name, temp }) => ({ path: paths.join(this.path, name), id: temp.id })));

    using goal = makeTarget(this.#nearest, field, disk);
    try {
      giveNames(chosen, { folder: goal.folder, field, disk, again });
    } catch (error) {
      goal.remove();
      throw error;
    }
    chosen.forEach(discard);
    goal.sync();
  }
}

function discard(member: Member): void {
  member.open = false;
  member.temp[Symbol.dispose]();
}
