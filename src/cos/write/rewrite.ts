/** A new file from objects of other files and new ones, written as a stream (ISO 32000-2, 7.5). */
import type { ByteSink } from "../../core/document-io.ts";
import type { Encryption } from "../crypt/security-handler.ts";
import { type CosDocument, firstIdOf } from "../document.ts";
import type { CosValue } from "../syntax/value.ts";
import { type CopyOptions, ObjectCopier } from "./copy-objects.ts";
import { createTarget, finishTarget, reserveNumber, usesStreams, writeObject } from "./new-file.ts";
import { createSharedObjects } from "./shared-objects.ts";

export type { CopyOptions, ObjectCopier } from "./copy-objects.ts";

export interface RewriteOptions {
  /** Header version such as `1.7`; raised to what the file needs. Default: the first copied document's. */
  readonly version?: string | undefined;
  /**
   * Encryption of the new file: `createEncryption(…)` to protect, a source's own to keep its protection, nothing to unlock.
   * A source's own brings its first file identifier along.
   */
  readonly encrypt?: Encryption | undefined;
  /** Whether small objects go into compressed object streams. Default: once a copied document has cross-reference streams. */
  readonly objectStreams?: boolean | undefined;
}

export interface FinishOptions {
  /** Target numbers of the catalogue and of the information dictionary. */
  readonly root: number;
  readonly info?: number | undefined;
  /** First half of the file identifier. Default: that of the encryption, else the first copied document's, else new. */
  readonly id?: Uint8Array | undefined;
}

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
export function createRewriter(sink: ByteSink, options: RewriteOptions = {}): Rewriter {
  const target = createTarget(sink, options.encrypt, options.version, options.objectStreams ?? false);
  const waiting = new Set<ObjectCopier>();
  const file = { target, waiting, shared: createSharedObjects() };
  return {
    reserve: () => reserveNumber(target),
    set: (num, value) => writeObject(target, num, value, undefined),
    add(value) {
      const num = reserveNumber(target);
      writeObject(target, num, value, undefined);
      return num;
    },
    copier(document, copyOptions = {}) {
      if (target.version === "") target.version = document.version;
      const id = firstIdOf(document, document.trailer);
      if (id && id.length > 0) target.id0 ??= id;
      if (options.objectStreams === undefined && usesStreams(document)) target.packing = true;
      if (document.encryption !== undefined && document.encryption === options.encrypt) {
        target.keepsCryptFilters = true;
      }
      return new ObjectCopier(document, file, copyOptions);
    },
    finish({ root, info, id }) {
      for (const copier of waiting) copier.drain();
      finishTarget(target, root, info, id);
    },
  };
}
