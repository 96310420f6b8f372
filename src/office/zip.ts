/**
 * ZIP files by zip.js: what an office file holds, to be looked at before a converter sees it, and a new package of what was
 * looked at. Its strictest reading refuses whatever two readers could take in two ways; inflated bytes are counted by who asks.
 */
// Its smallest build, which leaves inflating to the runtime: the package for JSR has little room.
import {
  type FileEntry,
  Reader,
  Uint8ArrayReader,
  Writer,
  ZipReader,
  ZipWriter,
} from "@zip.js/zip.js/dist/zip-core-external.min.js";
import type { ByteSource } from "../core/document-io.ts";

/** The file is no ZIP that can be read with certainty; the message says why. */
export class ZipError extends Error {
  override readonly name = "ZipError";
}

/** Bit 0: encrypted. 6: strongly. 13: the directory is (APPNOTE 4.4.4). */
const encryptedFlags = 1 | (1 << 6) | (1 << 13);
/** What zip.js reads at once: at most a directory, which needs no more for ten thousand names of any sane length. */
const maxReadBytes = 16_000_000;
/** A comment as long as the format lets it be, or what some program left behind the end. */
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

/** Hands on the bytes of a file as they come. */
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

/** An entry that was inspected, and what stands in the new package instead of its content. */
export interface InspectedEntry {
  readonly entry: FileEntry;
  readonly replacement?: Uint8Array | undefined;
}

export interface ZipEntries {
  /** Files alone, in the directory's order; names have forward slashes, which some writers do not use. */
  readonly entries: readonly FileEntry[];
  readonly encrypted: boolean;
}

/** What is in the file. Throws `ZipError` for whatever two readers could take in two ways, and for more than `maxEntries`. */
export async function readEntries(source: ByteSource, maxEntries: number): Promise<ZipEntries> {
  const zip = new ZipReader(new SourceReader(source), {
    strictness: "strict",
    // The new package has no local headers of the old one.
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
      // Some readers tell names apart by their case, some do not.
      const key = entry.filename.toLowerCase();
      if (names.has(key)) throw new ZipError(`it has two entries named ${JSON.stringify(key.slice(0, 80))}`);
      if (key.includes("\0")) throw new ZipError("the name of an entry holds a zero");
      names.add(key);
      encrypted ||= ((entry.rawBitFlag ?? 0) & encryptedFlags) !== 0;
      if (!entry.directory) entries.push(entry);
    }
  });
  return { entries, encrypted };
}

/** The bytes of an entry, inflated, in pieces. What `onPiece` throws ends the reading and is thrown. */
export async function inflate(entry: FileEntry, onPiece: (piece: Uint8Array) => void): Promise<void> {
  await translated(() => entry.getData(new PieceWriter(onPiece)));
}

/** A package of exactly these entries: what is not replaced is copied as it is packed. */
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

/** zip.js throws plain errors, whose messages say in few words what is wrong with the file. */
async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && error.name === "Error")) throw error;
    throw new ZipError(error.message.toLowerCase(), { cause: error });
  }
}
