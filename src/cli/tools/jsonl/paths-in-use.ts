/**
 * Lines may depend on earlier ones: one reads a file that another writes. Calls run at the same time, so such a line waits.
 * Paths are compared as written, without touching the disk.
 */
import { sep } from "node:path";

/** Absolute paths of a call. */
interface Paths {
  readonly reads: readonly string[];
  readonly files: readonly string[];
  /** Folders that it writes in, which calls may share. */
  readonly folders: readonly string[];
}

export class PathsInUse {
  readonly #absolute: (path: string) => string;
  /** The running calls that write, and their ends. */
  readonly #writing = new Map<Paths, Promise<unknown>>();

  /** `absolute` resolves a path as calls do. */
  constructor(absolute: (path: string) => string) {
    this.#absolute = absolute;
  }

  of(input: object): Paths {
    return {
      reads: this.#pathsIn(input, ["input", "inputs", "folder", "stamp"]),
      files: this.#pathsIn(input, ["output"]),
      folders: this.#pathsIn(input, ["output_folder"]),
    };
  }

  /** Resolves when no running call writes what this one reads, or the same file. */
  async free({ reads, files }: Paths): Promise<void> {
    for (const [other, ended] of [...this.#writing]) {
      const written = [...other.files, ...other.folders];
      if (files.some((path) => other.files.includes(path)) || meet(reads, written)) await ended;
    }
  }

  /** A call that runs until this promise is settled. */
  add(paths: Paths, ended: Promise<unknown>): void {
    if (paths.files.length === 0 && paths.folders.length === 0) return;
    const forget = () => void this.#writing.delete(paths);
    this.#writing.set(paths, ended.then(forget, forget));
  }

  #pathsIn(input: object, fields: readonly string[]): string[] {
    const values: unknown[] = fields.flatMap((field): unknown => Reflect.get(input, field) ?? []);
    return values.filter((value) => typeof value === "string").map(this.#absolute);
  }
}

/** Whether a path of one list is in, or around, a path of the other. */
function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.some((path) => others.some((other) => isIn(path, other) || isIn(other, path)));
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === sep);
}
