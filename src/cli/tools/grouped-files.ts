/** Files of many calls that get their names in groups: a disk needs about as long for fifty as for one. */
import type { NewFile, NewFolder } from "../../core/document-io.ts";
import { ProblemError } from "../../core/problem.ts";

/** As many files are lost at most if the computer fails. */
const groupSize = 50;

export class GroupedFiles implements Disposable {
  readonly #open: () => NewFolder;
  #folder: NewFolder | undefined;
  #waiting: NewFile[] = [];

  /** `open` creates the folder for one group. */
  constructor(open: () => NewFolder) {
    this.#open = open;
  }

  get isFull(): boolean {
    return this.#waiting.length >= groupSize;
  }

  /** A file whose publication waits for its group. */
  create(name: string): NewFile {
    this.#folder ??= this.#open();
    const file = this.#folder.create(name);
    let isPublished = false;
    return {
      path: file.path,
      get position() {
        return file.position;
      },
      write: (bytes) => file.write(bytes),
      reread: () => file.reread(),
      publish: () => {
        isPublished = true;
        this.#waiting.push(file);
        return { path: file.path, bytes: file.position };
      },
      [Symbol.dispose]() {
        if (!isPublished) file[Symbol.dispose]();
      },
    };
  }

  /** Publishes the group. Returns the problems of files that couldn't get their names, by path. */
  async publish(): Promise<ReadonlyMap<string, ProblemError>> {
    const [folder, files] = [this.#folder, this.#waiting];
    const problems = new Map<string, ProblemError>();
    if (files.length === 0) return problems;
    using _ = folder;
    this.#folder = undefined;
    this.#waiting = [];
    await folder?.settle();

    try {
      folder?.publishAll();
    } catch (error) {
      if (!isOfFile(error)) throw error;
      // A name is taken: the others are still free.
      for (const file of files) {
        try {
          file.publish();
        } catch (own) {
          if (!isOfFile(own)) throw own;
          problems.set(file.path, own);
        }
      }
    }
    return problems;
  }

  [Symbol.dispose](): void {
    this.#folder?.[Symbol.dispose]();
  }
}

const isOfFile = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code !== "cancelled";
