/** A file being written under a hidden temporary name: buffered, readable again, made durable, removed on every failure. */
import { constants } from "node:fs";
import type { ByteSource } from "../core/document-io.ts";
import {
  directUnit,
  giveDirectMemory,
  largeBytes,
  openDirect,
  refusesDirect,
  takeDirectMemory,
} from "./direct.ts";
import { type Disk, diskFailure, type Entry, entryOfOpen, noFollow, quietly } from "./disk.ts";
import { freshBytes, openSource } from "./source.ts";
import { publishedMode } from "./temp-name.ts";

/** Bytes gathered before one write. */
const bufferBytes = 1 << 20;

/** From this size on bytes are written as they come, and copied without passing through more hands. */
const wholeFrom = 256 << 10;

/** The same for what nothing waits to be written before: mostly all of a small file. */
const aloneFrom = 16 << 10;

/** Files that grow beyond this by what they copy of large ones will mostly grow beyond `largeBytes`, too. */
const largePieces = 1 << 20;

/** Bytes that a source is asked to send at a time. */
const sentBytes = 16 << 20;

/** One buffer waits for the next file: a split of thousands of pages would else allocate thousands of megabytes. */
let spare: Uint8Array | undefined;

/** Memory to read small files again, one at a time: for thousands of them, fresh memory costs more than the reading. */
let lent: Uint8Array = new Uint8Array(0);

function lentMemory(length: number): Uint8Array {
  if (lent.length < length) lent = freshBytes(Math.max(length, lent.length * 2));
  return lent.subarray(0, length);
}

const createNew = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | noFollow;

export class TempFile implements Disposable {
  readonly path: string;
  readonly #disk: Disk;
  /** The final name's last part, for errors. */
  readonly #name: string;
  readonly #mode: number;
  #fd: number | undefined;
  /** The entry as it was when it was last looked at. */
  #entry: Entry | undefined;
  #created = false;
  #buffer: Uint8Array | undefined;
  #buffered = 0;
  #flushed = 0;
  #finished = false;
  #sealed = false;
  #gone = false;
  /** The same file, open for writes past the cache: once it is large, where that can be. */
  #direct: number | undefined;
  #directTried = false;
  #inDirectMemory = false;

  /** Creates the file. Nobody else may read it until it is published: its folder keeps others out, or `mode` does. */
  constructor(path: string, name: string, disk: Disk, mode = 0o600) {
    this.path = path;
    this.#name = name;
    this.#disk = disk;
    this.#mode = mode;
    this.#guard(() => {
      this.#fd = disk.open(path, createNew, mode);
      this.#created = true;
    });
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#flushed + this.#buffered;
  }

  /** Device and inode. */
  get id(): string {
    this.#entry ??= entryOfOpen(this.#handle());
    return this.#entry.id;
  }

  write(bytes: Uint8Array): void {
    this.#expect(bytes.length);
    const most = this.#buffered === 0 ? aloneFrom : wholeFrom;
    if (this.#direct === undefined && bytes.length >= most) {
      this.#flush();
      this.#writeOut(bytes, bytes.length);
      return;
    }
    this.#gather(bytes.length, (at, into) => into.set(bytes.subarray(at, at + into.length)));
  }

  /** Appends bytes of a source: large ones are read where they are written from. */
  copy(source: ByteSource, offset: number, length: number): void {
    const { fill, pour } = source;
    this.#expect(length, source.size > largeBytes ? largePieces : largeBytes);
    const sent = this.#send(source, offset, length);
    if (sent > 0) {
      if (sent < length) this.copy(source, offset + sent, length - sent);
      return;
    }
    if (fill !== undefined && length >= wholeFrom)
      this.#gather(length, (at, into) => fill(offset + at, into));
    else if (pour !== undefined) pour(offset, length, (piece) => this.write(piece));
    else
      for (let at = 0; at < length; at += bufferBytes)
        this.write(source.read(offset + at, Math.min(bufferBytes, length - at)));
  }

  /** Writes past the cache what the source can send by itself: the bytes done. */
  #send({ send }: ByteSource, offset: number, length: number): number {
    const aligned = this.position % directUnit === 0 && offset % directUnit === 0;
    if (this.#direct === undefined || send === undefined || !aligned || length < wholeFrom) return 0;
    this.#flush();
    // That write may have shown that nothing goes past the cache.
    const fd = this.#direct;
    if (fd === undefined) return 0;
    let done = 0;
    this.#guard(() => {
      while (length - done >= directUnit && done % directUnit === 0) {
        const rest = length - done;
        const count = send(offset + done, Math.min(sentBytes, rest - (rest % directUnit)), fd, this.#flushed);
        if (count === 0) break;
        this.#flushed += count;
        done += count;
      }
    });
    return done;
  }

  /** So many bytes are about to be written; a file that grows beyond `most` goes past the cache from here on. */
  #expect(count: number, most = largeBytes): void {
    if (this.#finished || this.#sealed) throw new Error("write to a file that is finished");
    if (this.#directTried || this.position + count <= most) return;
    this.#directTried = true;
    const fd = openDirect(this.path, this.#disk);
    if (fd === undefined) return;
    this.#guard(() => {
      this.#direct = fd;
      this.#checkSame(fd);
    });
    this.#toDirectMemory();
  }

  /** What is gathered goes on being gathered, in memory that can be written past the cache. */
  #toDirectMemory(): void {
    const gathered = this.#buffer?.subarray(0, this.#buffered);
    if (gathered === undefined) return;
    if (this.#flushed > 0) {
      this.#flush();
      return;
    }
    this.#release();
    this.#takeBuffer().set(gathered);
    this.#buffered = gathered.length;
  }

  /** Gathers bytes for few large writes: `put` is asked for those from `at` on, as many as `into` holds. */
  #gather(length: number, put: (at: number, into: Uint8Array) => void): void {
    for (let at = 0; at < length; ) {
      const buffer = this.#buffer ?? this.#takeBuffer();
      // What is written past the cache begins at a multiple of its unit: after the first write all of them do.
      const room = buffer.length - (this.#direct === undefined ? 0 : this.#flushed % directUnit);
      const end = Math.min(room, this.#buffered + length - at);
      put(at, buffer.subarray(this.#buffered, end));
      at += end - this.#buffered;
      this.#buffered = end;
      if (end === room) this.#flush();
    }
  }

  #takeBuffer(): Uint8Array {
    const direct = this.#direct === undefined ? undefined : takeDirectMemory();
    if (direct === undefined) this.#closeDirect();
    this.#inDirectMemory = direct !== undefined;
    const buffer = direct ?? spare ?? freshBytes(bufferBytes);
    if (direct === undefined) spare = undefined;
    this.#buffer = buffer;
    return buffer;
  }

  /** What was written so far, from the disk. Valid until the file is removed, or another one is read again. */
  source(): ByteSource {
    this.#flush();
    return openSource(() => this.#handle(), this.#flushed, this.#name, this.#disk, lentMemory);
  }

  /** Writes out and closes for now: a folder of thousands of files must not hold as many handles. */
  park(): void {
    if (this.#gone) return;
    this.#flush();
    this.#closeDirect();
    if (this.#fd === undefined) return;
    const fd = this.#fd;
    this.#guard(() => {
      this.#entry ??= entryOfOpen(fd);
      this.#fd = undefined;
      this.#disk.close(fd);
    });
  }

  /** The last write, but for its being durable: that comes with `seal`, or `sealedWithAll` tells of it. */
  finish(): void {
    if (this.#finished || this.#sealed) return;
    this.#complete();
    this.park();
    this.#finished = true;
  }

  /** What was finished has been made durable together with others. */
  sealedWithAll(): void {
    if (!this.#finished) throw new Error("durable before it was finished");
    this.#sealed = true;
  }

  /** As `seal`, while other files do the same: the disk makes many durable in the time of one. */
  async sealSoon(): Promise<void> {
    const { syncSoon } = this.#disk;
    if (this.#sealed || syncSoon === undefined) return;
    const fd = this.#complete();
    try {
      await syncSoon(fd);
    } catch (error) {
      this[Symbol.dispose]();
      throw diskFailure(error, `write ${this.#name}`);
    }
    this.park();
    this.#sealed = true;
  }

  /** The last write: length checked, durable, final permissions, closed. Nothing can be written afterwards. */
  seal(): void {
    if (this.#sealed) return;
    const fd = this.#complete();
    this.#guard(() => this.#disk.sync(fd));
    this.park();
    this.#sealed = true;
  }

  /** All of it written, with its final permissions; the open file. */
  #complete(): number {
    this.#flush();
    const fd = this.#handle();
    this.#guard(() => {
      this.#entry = entryOfOpen(fd);
      const { size } = this.#entry;
      if (size !== this.#flushed) throw new Error(`the temporary file has ${size} of ${this.#flushed} bytes`);
      if (this.#mode === publishedMode) return;
      // File systems without permissions refuse this, and need it not.
      quietly(() => this.#disk.chmod(fd, publishedMode));
    });
    return fd;
  }

  /** Removes the file, whatever its state; once published, only its temporary name. */
  [Symbol.dispose](): void {
    if (this.#gone) return;
    this.#gone = true;
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) quietly(() => this.#disk.close(fd));
    this.#closeDirect();
    this.#release();
    if (this.#created) quietly(() => this.#disk.unlink(this.path));
  }

  /** Whoever moved the folder that it lies in has published it: from here on it is nobody's to remove. */
  leave(): void {
    this.#created = false;
    this[Symbol.dispose]();
  }

  #closeDirect(): void {
    const fd = this.#direct;
    this.#direct = undefined;
    if (fd !== undefined) quietly(() => this.#disk.close(fd));
  }

  #release(): void {
    const buffer = this.#buffer;
    this.#buffer = undefined;
    this.#buffered = 0;
    if (buffer === undefined) return;
    if (this.#inDirectMemory) giveDirectMemory(buffer);
    else spare = buffer;
  }

  #handle(): number {
    if (this.#gone) throw new Error("use of a file that was removed");
    if (this.#fd === undefined) {
      this.#guard(() => {
        this.#fd = this.#disk.open(
          this.path,
          (this.#sealed ? constants.O_RDONLY : constants.O_RDWR) | noFollow,
        );
        this.#checkSame(this.#fd);
      });
    }
    if (this.#fd === undefined) throw new Error("the temporary file is not open");
    return this.#fd;
  }

  #flush(): void {
    if (this.#buffer === undefined) return;
    this.#writeOut(this.#buffer, this.#buffered);
    this.#release();
  }

  #checkSame(fd: number): void {
    if (entryOfOpen(fd).id !== this.id) throw new Error("the temporary file was replaced");
  }

  #writeOut(bytes: Uint8Array, length: number): void {
    const fd = this.#handle();
    this.#guard(() => {
      let done = this.#writeDirect(bytes, length);
      while (done < length) done += this.#disk.write(fd, bytes, done, length - done, this.#flushed + done);
      this.#flushed += length;
    });
  }

  /** Writes past the cache what can be written so: the bytes done. */
  #writeDirect(bytes: Uint8Array, length: number): number {
    const fd = this.#direct;
    if (fd === undefined || !this.#inDirectMemory || this.#flushed % directUnit !== 0) return 0;
    const end = length - (length % directUnit);
    let done = 0;
    try {
      while (done < end && done % directUnit === 0)
        done += this.#disk.write(fd, bytes, done, end - done, this.#flushed + done);
    } catch (error) {
      if (!refusesDirect(error)) throw error;
      this.#closeDirect();
    }
    return done;
  }

  /** Runs a step on the disk; a failure removes the file and says what could not be done. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this[Symbol.dispose]();
      throw diskFailure(error, `write ${this.#name}`);
    }
  }
}
