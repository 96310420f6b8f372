/**
 * Lines may depend on earlier ones: one reads a file that another writes. Calls run at the same time, so such a line waits.
 * Paths are compared as written, without touching the disk.
 */
import { sep } from "node:path";

interface Paths {
  /** Texts that may be paths of files or folders that the call reads: any tool may have such fields, at any depth. */
  readonly reads: readonly string[];
  /** Absolute paths that it writes. */
  readonly files: readonly string[];
  /** Absolute paths of folders that it writes in, which calls may share. */
  readonly folders: readonly string[];
}

/** Longer texts are no paths. */
const maxPath = 4096;

export class PathsInUse {
  readonly #absolute: (path: string) => string;
  /** The running calls that write, and their ends. */
  readonly #writing = new Map<Paths, Promise<unknown>>();

  /** `absolute` resolves a path as calls do. */
  constructor(absolute: (path: string) => string) {
    this.#absolute = absolute;
  }

  of(input: object): Paths {
    const { output, output_folder, ...others }: Record<string, unknown> = { ...input };
    const absolute = (value: unknown) => (typeof value === "string" ? [this.#absolute(value)] : []);
    return { reads: textsIn(others), files: absolute(output), folders: absolute(output_folder) };
  }

  /** Resolves when no running call writes what this one reads, or the same file. */
  async free({ reads, files }: Paths): Promise<void> {
    if (this.#writing.size === 0) return;
    const read = reads.map(this.#absolute);
    for (const [other, ended] of [...this.#writing]) {
      const written = [...other.files, ...other.folders];
      if (files.some((path) => other.files.includes(path)) || meet(read, written)) await ended;
    }
  }

  /** A call that runs until this promise is settled. */
  add(paths: Paths, ended: Promise<unknown>): void {
    if (paths.files.length === 0 && paths.folders.length === 0) return;
    const forget = () => void this.#writing.delete(paths);
    this.#writing.set(paths, ended.then(forget, forget));
  }
}

/** All texts in a value that are short enough for a path. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  for (const open = [value]; open.length > 0; ) {
    const one = open.pop();
    if (typeof one === "object" && one !== null) for (const part of Object.values(one)) open.push(part);
    else if (typeof one === "string" && one !== "" && one.length <= maxPath) texts.push(one);
  }
  return texts;
}

/** Whether a path of one list is in, or around, a path of the other. */
function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.some((path) => others.some((other) => isIn(path, other) || isIn(other, path)));
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === sep);
}
