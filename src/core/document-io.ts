/**
 * The interface through which tools use files. `files/` implements it on `node:fs`, tests in memory. It is synchronous
 * throughout: an engine process runs one call at a time, and nothing else waits for it.
 */

/** Random access to a document's bytes. */
export interface ByteSource {
  /** Length in bytes, fixed for the life of the source. */
  readonly size: number;
  /**
   * `length` bytes at `offset`, fewer at the end of the file. The result may be a view of shared memory that is never written
   * again: treat it as read-only, and copy anything you keep for long (a small view keeps its whole window). If there is room
   * in `into`, it may be a view of that instead: new memory costs as much as reading.
   */
  read(offset: number, length: number, into?: Uint8Array): Uint8Array;
}

/** Bytes in memory as a source: they aren't copied, so they must not change. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(Math.max(0, offset), Math.max(0, offset + length)),
  };
}

/** Two sources concatenated. */
export function joined(first: ByteSource, second: ByteSource): ByteSource {
  return {
    size: first.size + second.size,
    read(offset, length) {
      const before = first.read(offset, length);
      const after = second.read(Math.max(0, offset - first.size), length - before.length);
      if (before.length === 0 || after.length === 0) return before.length === 0 ? after : before;
      return Buffer.concat([before, after]);
    },
  };
}

/** A sequential writer. */
export interface ByteSink {
  /** Bytes written so far. */
  readonly position: number;
  /** Appends bytes; the caller may reuse the array afterward. */
  write(bytes: Uint8Array): void;
}

/** A writer into memory. */
export function memorySink(): ByteSink & { bytes(): Uint8Array } {
  const parts: Uint8Array[] = [];
  let position = 0;
  return {
    get position() {
      return position;
    },
    write(bytes) {
      parts.push(Uint8Array.from(bytes));
      position += bytes.length;
    },
    bytes: () => Buffer.concat(parts),
  };
}

/** An input that passed the path rules (docs/decisions/0008): opened once, read only through this handle. */
export interface InputFile extends ByteSource, Disposable {
  /** Absolute path as shown in results. */
  readonly path: string;
  /** File name without folder and extension. */
  readonly stem: string;
  /** The request field it came from, for errors. */
  readonly field: string;
  /** Last change of its content, in milliseconds since 1970. */
  readonly modifiedMs: number;
}

/**
 * A file that doesn't exist yet. Bytes go to a hidden temporary file next to it; `publish` gives it its name, never
 * overwriting an existing file (409). Disposing of an unpublished file removes every trace.
 */
export interface NewFile extends ByteSink, Disposable {
  /** Absolute final path. */
  readonly path: string;
  /** The bytes written so far, for checks before publishing; valid until the next file is read again. Flushes first. */
  reread(): ByteSource;
  /** Makes the file durable and gives it its name; throws 409 if the name is taken. */
  publish(): { readonly path: string; readonly bytes: number };
}

/** If `NewFolder.settle` is called after this many new files, they are all still open; a folder keeps no more open. */
export const settledTogether = 7;

/** New files that appear together or not at all, in a folder that is created if missing (pdf_split, pdf_run_batch). */
export interface NewFolder extends Disposable {
  /** Absolute path of the folder. */
  readonly path: string;
  /** Throws 409 on the folder's field if any of the names is taken. */
  reserve(names: readonly string[]): void;
  /** A new file in the folder, published separately (pdf_run_batch: one file's failure doesn't affect the others) or with all. */
  create(name: string): NewFile;
  /**
   * Makes all files created since the last call durable, many at once, while others may be created; otherwise, publishing does
   * so. They can't be written to afterward.
   */
  settle(): Promise<void>;
  /** Publishes every created file; if a name is taken, removes those this call already published, then throws 409. */
  publishAll(): void;
}

export interface FileEntry {
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** ISO 8601 timestamp, UTC. */
  readonly modified: string;
}

export interface ListedFiles {
  /** Absolute path. */
  readonly folder: string;
  readonly files: readonly FileEntry[];
  /** Absolute paths of subfolders whose files aren't listed: they weren't wanted, or can't be read. */
  readonly skipped: readonly string[];
}

/** The allowed folders as available to one tool call. `field` names the request field in errors. */
export interface Files {
  /** A path as shown in results: absolute, judged by its text only. Text that can't be a path is returned unchanged. */
  absolute(path: string): string;
  /** 422 on `field` if outside, missing, or not a regular file. */
  openInput(path: string, field: string): InputFile;
  /** 409 on `field` if the name is taken, 422 if outside or the folder is missing. Writes nothing yet. */
  newFile(path: string, field: string): NewFile;
  newFolder(path: string, field: string): NewFolder;
  /** PDF files in one folder in natural name order; by default, the first allowed folder. `below`: then those in its subfolders. */
  listPdf(folder: string | undefined, field: string, below?: boolean): ListedFiles;
}
