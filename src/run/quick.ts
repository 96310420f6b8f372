/**
 * A call in this process, for commands that run one and end: starting an engine costs more than most page work takes.
 * What may take long, or reads with engines that hostile files can hold up, is not begun here: it belongs into an
 * engine, which can be stopped.
 */
import type { ByteSource, Files, InputFile } from "../core/document-io.ts";
import type { Readers } from "../core/readers.ts";
import type { Progress, Tool } from "../core/tool.ts";
import { createFiles } from "../files/create.ts";
import { type Disk, nodeDisk } from "../files/disk.ts";
import type { Scope } from "../files/scope.ts";
import { execute } from "./execute.ts";

/**
 * Bytes of all inputs together: the object core goes through this much in well under a second. Where a tool reads little of an
 * input that is larger, bytes that were read.
 */
const maxQuickBytes = 16_000_000;
/** Inputs of one call. */
const maxQuickInputs = 500;
/** Files that are made durable one after the other: the threads that could do it at once cost a command more to start. */
const syncedAlone = 8;

export interface QuickContext {
  readonly onProgress?: ((state: Progress) => void) | undefined;
  /** Throws when the command was interrupted. */
  readonly onPause?: (() => Promise<void>) | undefined;
  /** Hears of temporary files before they are made, so that an interrupted command can remove them. */
  readonly onTemp?: ((path: string) => void) | undefined;
}

/** Thrown through a tool that turns out to need an engine; it never leaves this module. */
class NeedsEngine extends Error {}

/**
 * The tool's result, or undefined when the call needs an engine; nothing has been published then. `input` has passed the
 * tool's schema. Not for tools that go on after a failure of one file: they would take the need of an engine for one.
 */
export async function runQuick(
  tool: Tool,
  input: object,
  scope: Scope,
  { onProgress = () => {}, onPause, onTemp }: QuickContext = {},
): Promise<object | undefined> {
  let needed = false;
  let published = false;
  const refuse = (): never => {
    needed = true;
    throw new NeedsEngine();
  };
  // A tool that makes do without what it asked for must not publish what it made that way.
  const onPublish = () => {
    if (needed) refuse();
    published = true;
  };
  const files = withinLimits(
    createFiles(scope, { disk: withoutThreads(nodeDisk), onPublish, ...(onTemp && { onTemp }) }),
    refuse,
    tool.readsLittle === true,
  );
  // Whichever of them it is, and whatever is asked of it.
  const readers: Readers = new Proxy(Object.create(null), { get: () => refuse });
  try {
    const result = await execute(tool, input, {
      files,
      readers,
      office: { convert: refuse },
      reading: { ready: refuse, read: refuse },
      onProgress,
      onPause,
    });
    // What only reads may never have paused.
    if (!published) await onPause?.();
    return needed ? undefined : result;
  } catch (error) {
    if (needed) return undefined;
    throw error;
  }
}

function withoutThreads(disk: Disk): Disk {
  let synced = 0;
  return {
    ...disk,
    async syncSoon(fd) {
      if (++synced > syncedAlone && disk.syncSoon) await disk.syncSoon(fd);
      else disk.sync(fd);
    },
  };
}

function withinLimits(files: Files, refuse: () => never, readsLittle: boolean): Files {
  let bytes = 0;
  let count = 0;
  let read = 0;
  const took = (more: number) => {
    read += more;
    if (read > maxQuickBytes) refuse();
  };
  return {
    absolute: (path) => files.absolute(path),
    newFile: (path, field) => files.newFile(path, field),
    newFolder: (path, field) => files.newFolder(path, field),
    listPdf: (folder, field) => files.listPdf(folder, field),
    openInput(path, field, lent) {
      const file = files.openInput(path, field, lent);
      count += 1;
      if (readsLittle && file.size > maxQuickBytes) return counted(file, took);
      bytes += file.size;
      if (bytes <= maxQuickBytes && count <= maxQuickInputs) return file;
      file[Symbol.dispose]();
      return refuse();
    },
  };
}

/** The same input, which tells how much is read of it. */
function counted(file: InputFile, took: (bytes: number) => void): InputFile {
  const { path, stem, field, size, fill } = file;
  const read: ByteSource["read"] = (offset, length) => {
    const bytes = file.read(offset, length);
    took(bytes.length);
    return bytes;
  };
  return {
    path,
    stem,
    field,
    size,
    read,
    fill:
      fill &&
      ((offset, into) => {
        fill(offset, into);
        took(into.length);
      }),
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}
