/** New files that appear together, in a folder that is made when missing (pdf_split, pdf_run_batch). */
import * as paths from "node:path";
import { type NewFile, type NewFolder, settledTogether } from "../core/document-io.ts";
import { type Anchor, anchor } from "./anchor.ts";
import { diskFailure, entryAt, quietly } from "./disk.ts";
import { checkName, shown } from "./names.ts";
import { checkFree, type Writing } from "./new-file.ts";
import { giveNames } from "./publish.ts";
import { checkRoot, locate } from "./scope.ts";
import { findGround, makeTarget } from "./target-folder.ts";
import { TempFile } from "./temp-file.ts";
import { publishedMode } from "./temp-name.ts";

/** Enough for the disk to write many files in one go, and few handles. */
const syncedAtOnce = 32;

interface Member {
  readonly name: string;
  readonly temp: TempFile;
  open: boolean;
}

/** The folder of the temporary files. */
interface Nest extends Disposable {
  readonly folder: Anchor;
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
  /** Members that were made durable, or are being. */
  let settled = 0;
  let ended = false;

  /** One temporary folder on the target's file system; nothing else is made before the end, so nothing else can be left. */
  function makeNest(): Nest {
    const above = anchor(ground.folder, field, disk);
    const temp = writing.newTemp(ground.folder.path);
    const at = above.at(paths.basename(temp));
    const remove = () => {
      quietly(() => disk.rmdir(at));
      writing.forgetTemp(temp);
      above[Symbol.dispose]();
    };
    try {
      disk.mkdir(at, 0o700);
      const folder = anchor({ path: temp, id: entryAt(at)?.id ?? "" }, field, disk);
      return {
        folder,
        [Symbol.dispose]() {
          folder[Symbol.dispose]();
          remove();
        },
      };
    } catch (error) {
      remove();
      throw diskFailure(error, `write to ${shown(ground.folder.path)}`);
    }
  }

  function discard(member: Member): void {
    member.open = false;
    member.temp[Symbol.dispose]();
  }

  function publishTogether(chosen: readonly Member[]): void {
    for (const member of chosen) member.temp.seal();
    writing.beforePublish();
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

  async function settle(): Promise<void> {
    held.length = 0;
    const open = members.slice(settled).filter((member) => member.open);
    settled = members.length;
    for (let at = 0; at < open.length; at += syncedAtOnce) {
      const group = open.slice(at, at + syncedAtOnce);
      // All of them have ended before any of them is removed.
      const ends = await Promise.allSettled(group.map(({ temp }) => temp.sealSoon()));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    }
  }

  return {
    path: target,
    settle,
    reserve(names) {
      for (const name of names) {
        checkName(name, field, paths);
        if (ground.missing.length === 0) checkFree(paths.join(target, name), field);
      }
    },
    create(name) {
      if (ended) throw new Error("use of a new folder after its end");
      checkName(name, field, paths);
      // Few open handles: a file before is written out, and opened again only if somebody asks.
      if (held.length >= settledTogether) held.shift()?.temp.park();
      nest ??= makeNest();
      // Nobody else looks into the nest: its files can have the permissions that they are published with.
      const temp = new TempFile(nest.folder.at(`${members.length + 1}`), name, disk, publishedMode);
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
