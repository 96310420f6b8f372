/** Changes as an incremental update: the old bytes, then what changed (ISO 32000-2, 7.5.6). */
import type { ByteSink } from "../core/document-io.ts";
import type { CosDocument } from "./document.ts";
import type { CosValue } from "./value.ts";

export interface AppendOptions {
  /** Number of the information dictionary from now on. Default: as it was. */
  readonly info?: number | undefined;
}

/**
 * Writes the source and an update with these objects; undefined frees a number. New numbers start at
 * `document.objectCount`. Of an encrypted document new strings and data are encrypted with its key.
 */
export declare function appendUpdate(
  document: CosDocument,
  changes: ReadonlyMap<number, CosValue | undefined>,
  sink: ByteSink,
  options?: AppendOptions,
): void;
