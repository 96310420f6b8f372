/**
 * How tools see files: by interface. `files/` implements it on `node:fs`; tests implement it in memory.
 * All of it is synchronous: an engine process runs one call at a time, and nothing else waits for it.
 */

/** Random access to the bytes of one document. */
export interface ByteSource {
  /** Length in bytes, fixed for the life of the source. */
  readonly size: number;
  /**
   * The bytes from `offset`, `length` of them or fewer at the end of the file. The result may be a view of shared memory
   * that is never written again: treat it as read-only, and copy what is kept long (a small view keeps its whole window).
   */
  read(offset: number, length: number): Uint8Array;
}

/** Bytes in memory as a source: nothing is copied, so they must not be written again. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(Math.max(0, offset), Math.max(0, offset + length)),
  };
}

/** Two sources as one. */
export function joined(first: ByteSource, second: ByteSource): ByteSource {
  return {
    size: first.size + second.size,
    read(offset, length) {
      const before = first.read(offset, length);
      const behind = second.read(Math.max(0, offset - first.size), length - before.length);
      if (before.length === 0 || behind.length === 0) return before.length === 0 ? behind : before;
      return Buffer.concat([before, behind]);
    },
  };
}

/** A sequential writer. */
export interface ByteSink {
  /** Bytes written so far. */
  readonly position: number;
  /** Appends bytes; the array may be reused by the caller afterwards. */
  write(bytes: Uint8Array): void;
}

/** An input that passed the path rule (docs/decisions/0008): opened once, read only through this handle. */
export interface InputFile extends ByteSource, Disposable {
  /** Absolute path as results show it. */
  readonly path: string;
  /** File name without folder and without extension. */
  readonly stem: string;
  /** The request field it came from, for errors. */
  readonly field: string;
}

/**
 * A file that does not exist yet. Bytes go to a hidden temporary file beside it; `publish` gives it its name, which
 * an existing name always wins (409). Disposing an unpublished file removes every trace.
 */
export interface NewFile extends ByteSink, Disposable {
  /** Absolute final path. */
  readonly path: string;
  /** The bytes written so far, to check them before they are published; valid until the next file is read again. Flushes first. */
  reread(): ByteSource;
  /** Makes the file durable and gives it its name; throws 409 when the name is taken. */
  publish(): { readonly path: string; readonly bytes: number };
}

/** `NewFolder.settle` after so many new files finds all of them still open; a folder holds no more. */
export const settledTogether = 7;

/** New files that appear together or not at all, in a folder that is created when missing (pdf_split, pdf_run_batch). */
export interface NewFolder extends Disposable {
  /** Absolute path of the folder. */
  readonly path: string;
  /** Throws 409 on the folder's field if any of the names is taken. */
  reserve(names: readonly string[]): void;
  /** A new file in the folder, to be published by itself (pdf_run_batch: one file's failure leaves the others) or with all. */
  create(name: string): NewFile;
  /**
   * Makes every file created since the last time durable, many at once, while others may be created; without it, publishing
   * does so. Nothing is written to them after.
   */
  settle(): Promise<void>;
  /** Publishes every created file; when one name is taken, those already published by this call are removed, then 409. */
  publishAll(): void;
}

export interface FileEntry {
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** ISO 8601 timestamp, UTC. */
  readonly modified: string;
}

/** The allowed folders as one tool call may use them. `field` names the request field in errors. */
export interface Files {
  /** A path as results name it: absolute, by its text alone. One that no path can be is given back as it is. */
  absolute(path: string): string;
  /** 422 on `field` when outside, missing, or not a regular file. */
  openInput(path: string, field: string): InputFile;
  /** 409 on `field` when the name is taken, 422 when outside or the folder is missing. Nothing is written yet. */
  newFile(path: string, field: string): NewFile;
  newFolder(path: string, field: string): NewFolder;
  /** PDF files of one folder, natural name order; omitted: the first allowed folder. `below`: then those of the folders in it. */
  listPdf(
    folder: string | undefined,
    field: string,
    below?: boolean,
  ): { readonly folder: string; readonly files: readonly FileEntry[] };
}
