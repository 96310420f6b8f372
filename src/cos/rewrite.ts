/** A new file from objects of other files and new ones, written as a stream (ISO 32000-2, 7.5). */
import type { ByteSink } from "../core/document-io.ts";
import type { CosDocument } from "./document.ts";
import type { Encryption } from "./encryption.ts";
import type { CosValue } from "./value.ts";

export interface RewriteOptions {
  /** Header version; raised to what the file needs. Default: that of the first grafted document. */
  readonly version?: string | undefined;
  /**
   * Encryption of the new file: `createEncryption(…)` to protect, a source's own to keep its protection, nothing to unlock.
   * A source's own brings its first file identifier along.
   */
  readonly encrypt?: Encryption | undefined;
  /** Whether small objects go into compressed object streams. Default: when a grafted document has a cross-reference stream. */
  readonly objectStreams?: boolean | undefined;
}

export interface GraftOptions {
  /**
   * Objects that are written differently, in source numbering: a value instead of the object's own, null when it is gone
   * (references to it become null), undefined when it stays. Also asked for numbers the source does not have, which
   * stand for new objects. Asked when an object is first mapped (only null counts) and again when it is written.
   */
  readonly replace?: ((num: number) => CosValue | undefined) | undefined;
  /** Streams (and fonts) that equal ones grafted with `share` before are not written again. Default false. */
  readonly share?: boolean | undefined;
}

/** Copies objects of one document, those that something maps and those that they refer to. */
export interface Graft {
  /** The new number of a source object, which is then queued for copying; 0 when it is gone or missing. */
  map(num: number): number;
  /**
   * From now on source object `num` (or a number the source does not have) is target object `target`, which the caller
   * reserved and `set`s: the object itself is not copied, and `replace` is not asked for it.
   */
  alias(num: number, target: number): void;
  /** A value in target numbering; what it refers to is queued. Streams keep their data. */
  translate(value: CosValue): CosValue;
  /** Writes everything queued, and what that refers to. May be called again after further `map`. */
  drain(): void;
}

export interface FinishOptions {
  /** Target numbers of the catalogue and the information dictionary. */
  readonly root: number;
  readonly info?: number | undefined;
  /** First half of the file identifier. Default: that of the encryption, else of the first grafted document, else new. */
  readonly id?: Uint8Array | undefined;
}

export interface Rewriter {
  /** A number for an object to be `set` later. */
  reserve(): number;
  /** Writes a reserved object, once; references are target numbers. */
  set(num: number, value: CosValue): void;
  /** Writes a new object; its number. */
  add(value: CosValue): number;
  graft(document: CosDocument, options?: GraftOptions): Graft;
  /** Drains all grafts, writes the cross-reference and hands the last bytes to the sink. */
  finish(options: FinishOptions): void;
}

export declare function createRewriter(sink: ByteSink, options?: RewriteOptions): Rewriter;
