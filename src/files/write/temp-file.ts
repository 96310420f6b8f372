/** A file being written under a hidden temporary name: readable again, made durable, removed on every failure. */
import { constants } from "node:fs";
import type { ByteSource } from "../../core/document-io.ts";
import { type Disk, diskFailure, type Entry, entryAt, entryOfOpen, noFollow, quietly } from "../disk/disk.ts";
import { openSource } from "../disk/source.ts";
import { publishedMode } from "../temporary/temp-name.ts";

const createNew = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | noFollow;

export class TempFile implements Disposable {
  readonly path: string;
  readonly #disk: Disk;
  /** The last part of the final name, for errors. */
  readonly #name: string;
  readonly #mode: number;
  #fd: number | undefined;
  /** The entry when last checked. */
  #entry: Entry | undefined;
  #created = false;
  #written = 0;
  #sealed = false;
  #gone = false;

  /** Creates the file. Nobody else can read it until it is published: its folder keeps others out, or `mode` does. */
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
    return this.#written;
  }

  /** Device and inode. */
  get id(): string {
    this.#entry ??= entryOfOpen(this.#handle());
    return this.#entry.id;
  }

  write(bytes: Uint8Array): void {
    if (this.#sealed) throw new Error("write to a file that is finished");
    const fd = this.#handle();
    this.#guard(() => {
      for (let done = 0; done < bytes.length; )
        done += this.#disk.write(fd, bytes, done, bytes.length - done, this.#written + done);
      this.#written += bytes.length;
    });
  }

  /** The data written so far, from the disk. Valid until the file is removed, or another one is reopened. */
  source(): ByteSource {
    return openSource(() => this.#handle(), this.#written, this.#name, this.#disk);
  }

  /** Closes for now: a folder of thousands of files must not hold as many handles. */
  park(): void {
    if (this.#fd === undefined) return;
    const fd = this.#fd;
    this.#guard(() => {
      this.#entry ??= entryOfOpen(fd);
      this.#fd = undefined;
      this.#disk.close(fd);
    });
  }

  /** Like `seal`, while other files do the same: the disk makes many durable in the time of one. */
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

  /** The last write: length checked, durable, final permissions, closed. Nothing can be written afterward. */
  seal(): void {
    if (this.#sealed) return;
    const fd = this.#complete();
    this.#guard(() => this.#disk.sync(fd));
    this.park();
    this.#sealed = true;
  }

  /** Writes everything, with its final permissions; returns the open file. */
  #complete(): number {
    const fd = this.#handle();
    this.#guard(() => {
      this.#entry = entryOfOpen(fd);
      const { size } = this.#entry;
      if (size !== this.#written) throw new Error(`the temporary file has ${size} of ${this.#written} bytes`);
      if (this.#mode === publishedMode) return;
      // File systems without permissions refuse this and don't need it.
      quietly(() => this.#disk.chmod(fd, publishedMode));
    });
    return fd;
  }

  /** Removes the file, whatever its state; once published, only its temporary name. Never touches a different file. */
  [Symbol.dispose](): void {
    if (this.#gone) return;

    this.#gone = true;
    const fd = this.#fd;
    this.#fd = undefined;
    quietly(() => {
      if (fd !== undefined) this.#entry ??= entryOfOpen(fd);
    });
    if (fd !== undefined) quietly(() => this.#disk.close(fd));
    if (!this.#created) return;
    quietly(() => {
      if (entryAt(this.path)?.id === this.#entry?.id) this.#disk.unlink(this.path);
    });
  }

  #handle(): number {
    if (this.#gone) throw new Error("use of a file that was removed");

    if (this.#fd === undefined) {
      this.#guard(() => {
        this.#fd = this.#disk.open(
          this.path,
          (this.#sealed ? constants.O_RDONLY : constants.O_RDWR) | noFollow,
        );
        if (entryOfOpen(this.#fd).id !== this.id) throw new Error("the temporary file was replaced");
      });
    }

    if (this.#fd === undefined) throw new Error("the temporary file is not open");
    return this.#fd;
  }

  /** Runs a disk operation; a failure removes the file and becomes a problem that says what couldn't be done. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this[Symbol.dispose]();
      throw diskFailure(error, `write ${this.#name}`);
    }
  }
}
