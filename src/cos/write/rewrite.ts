/** A new file from objects of other files and new ones, written as a stream (ISO 32000-2, 7.5). */
import type { ByteSink } from "../../core/document-io.ts";
import type { CosDocument } from "../document.ts";
import type { CosValue } from "../syntax/value.ts";
import { type CopyOptions, ObjectCopier } from "./copy-objects.ts";
import { type FinishOptions, NewFile, type NewFileOptions } from "./new-file.ts";
import { createSharedObjects } from "./shared-objects.ts";

export type { CopyOptions, ObjectCopier } from "./copy-objects.ts";

/** All methods throw CosError for what they find in documents, RangeError for numbers used wrongly. */
export interface Rewriter {
  /** A number for an object to be `set` later; never set, it is free. */
  reserve(): number;
  /** Writes a reserved object, once; references are target numbers. */
  set(num: number, value: CosValue): void;
  /** Writes a new object; its number. */
  add(value: CosValue): number;
  /** The document must stay readable until `drain`, not longer. */
  copier(document: CosDocument, options?: CopyOptions): ObjectCopier;
  /** Drains all copiers, writes the cross-reference and hands the last bytes to the sink. */
  finish(options: FinishOptions): void;
}

/** Starts a file in `sink`, which must be empty. Nothing is kept in memory but numbers, offsets and a buffer of 1 MB. */
export function createRewriter(sink: ByteSink, options: NewFileOptions = {}): Rewriter {
  const file = new NewFile(sink, options);
  const waiting = new Set<ObjectCopier>();
  const into = { file, waiting, shared: createSharedObjects() };
  return {
    reserve: () => file.reserve(),
    set: (num, value) => file.write(num, value),
    add(value) {
      const num = file.reserve();
      file.write(num, value);
      return num;
    },
    copier(document, copyOptions = {}) {
      file.follow(document);
      return new ObjectCopier(document, into, copyOptions);
    },
    finish(finishOptions) {
      for (const copier of waiting) copier.drain();
      file.finish(finishOptions);
    },
  };
}
