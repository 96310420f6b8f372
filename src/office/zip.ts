/**
 * ZIP files through zip.js: an office file's entries for inspection before a converter sees it, and a new package of the
 * inspected entries. Its strictest mode rejects anything ambiguous; callers count inflated bytes.
 */
// Its smallest build, which leaves inflating to the runtime: the JSR package has little room.
import {
  type FileEntry,
  Reader,
  Uint8ArrayReader,
  Writer,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js/dist/zip-core-external.min.js";
import type { ByteSource } from "../core/document-io.ts";

/** The file isn't an unambiguous ZIP; the message gives the reason. */
export class ZipError extends Error {
  override readonly name = "ZipError";
}

/** Bit 0: encrypted. 6: strongly. 13: the directory is (APPNOTE 4.4.4). */
const encryptedFlags = 1 | (1 << 6) | (1 << 13);
/** Bytes zip.js reads at once: at most a directory, which is enough for ten thousand names of sane length. */
const maxReadBytes = 16_000_000;
/** The longest comment that the format allows, or data that a program appended. */
const maxAppendedBytes = 0xffff;

class SourceReader extends Reader<ByteSource> {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super(source);
    this.#source = source;
    this.size = source.size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length > maxReadBytes) throw new ZipError("its directory is too large");
    return this.#source.read(index, length);
  }
}

/** Passes on a file's bytes as they arrive. */
class PieceWriter extends Writer<void> {
  readonly #onPiece: (piece: Uint8Array) => void;

  constructor(onPiece: (piece: Uint8Array) => void) {
    super();
    this.#onPiece = onPiece;
  }

  override async writeUint8Array(piece: Uint8Array): Promise<void> {
    this.#onPiece(piece);
  }
}

/** An inspected entry, and its replacement content in the new package. */
export interface InspectedEntry {
  readonly entry: FileEntry;
  readonly replacement?: Uint8Array | undefined;
}

export interface ZipEntries {
  /** Files only, in directory order; names use forward slashes even if their writer didn't. */
  readonly entries: readonly FileEntry[];
  readonly encrypted: boolean;
}

/** The file's entries. Throws `ZipError` for anything ambiguous, and for more than `maxEntries`. */
export async function readEntries(source: ByteSource, maxEntries: number): Promise<ZipEntries> {
  const zip = new ZipReader(new SourceReader(source), {
    strictness: "strict",
    // The new package has none of the old local headers.
    checkLocalDirectory: false,
    checkOverlappingEntry: true,
    filenameValidation: "balanced",
    maxAppendedDataSize: maxAppendedBytes,
    normalizeFilename: (name) => name.replaceAll("\\", "/"),
    useWebWorkers: false,
  });
  const entries: FileEntry[] = [];
  const names = new Set<string>();
  let encrypted = false;
  await translated(async () => {
    for await (const entry of zip.getEntriesGenerator()) {
      if (names.size === maxEntries) throw new ZipError(`it has more than ${maxEntries} entries`);
      // Some readers distinguish names by case, some don't.
      const key = entry.filename.toLowerCase();
      if (names.has(key)) throw new ZipError(`it has two entries named ${JSON.stringify(key.slice(0, 80))}`);
      if (key.includes("\0")) throw new ZipError("the name of an entry contains a zero");
      names.add(key);
      encrypted ||= ((entry.rawBitFlag ?? 0) & encryptedFlags) !== 0;
      if (!entry.directory) entries.push(entry);
    }
  });

  return { entries, encrypted };
}

/** An entry's inflated bytes, in pieces. Errors thrown by `onPiece` end the reading and are rethrown. */
export async function inflate(entry: FileEntry, onPiece: (piece: Uint8Array) => void): Promise<void> {
  await translated(() => entry.getData(new PieceWriter(onPiece)));
}

/** A package of exactly these entries: those not replaced are copied in compressed form. */
export async function repack(
  inspected: readonly InspectedEntry[],
  onPiece: (piece: Uint8Array) => void,
): Promise<void> {
  const zip = new ZipWriter(new PieceWriter(onPiece), {
    level: 0,
    dataDescriptor: false,
    extendedTimestamp: false,
    useWebWorkers: false,
  });
  await translated(async () => {
    for (const { entry, replacement } of inspected) {
      if (replacement) await zip.add(entry.filename, new Uint8ArrayReader(replacement));
      else {
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
        await Promise.all([
          entry.getData(writable, { passThrough: true, checkOverlappingEntry: false }),
          zip.add(entry.filename, readable, { entry, passThrough: true, dataDescriptor: false }),
        ]);
      }
    }
    await zip.close();
  });
}

/** zip.js throws plain errors whose short messages say what is wrong with the file. */
async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && error.name === "Error")) throw error;
    throw new ZipError(error.message.toLowerCase(), { cause: error });
  }
}
